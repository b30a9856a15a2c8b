import type { Answer } from '../../catalogue/operation.ts'

const GAP = '  '

/** A table with column names, numbers aligned right. Columns that do not fit the terminal are listed below it. */
export function textTable(rows: readonly Answer[], cellText: (value: unknown) => string, columns?: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const all = names.map((name) => {
    const cells = rows.map((row) => cellText(row[name]))
    const isNumber = rows.every((row) => row[name] === null || typeof row[name] === 'number')
    return { name, cells, isNumber, width: Math.max(name.length, ...cells.map((cell) => cell.length)) }
  })
  const visible = all.slice(0, fitting(all, columns))
  const line = (texts: readonly string[]) =>
    visible
      .map(({ width, isNumber }, index) => {
        const text = texts[index] ?? ''
        return isNumber ? text.padStart(width) : text.padEnd(width)
      })
      .join(GAP)
      .trimEnd()
  const lines = [
    line(visible.map(({ name }) => name)),
    ...rows.map((_, row) => line(visible.map(({ cells }) => cells[row] ?? ''))),
  ]
  const hidden = all.slice(visible.length).map(({ name }) => name)
  if (hidden.length > 0) lines.push(`(${hidden.length} more columns: ${hidden.join(', ')}. Use --json to see them.)`)
  return lines.join('\n')
}

/** Number of columns, at least one, that fit the line; all without a terminal. */
function fitting(all: readonly { readonly width: number }[], columns: number | undefined): number {
  if (columns === undefined) return all.length
  let used = 0
  for (const [index, { width }] of all.entries()) {
    used += width + (index === 0 ? 0 : GAP.length)
    if (used > columns) return Math.max(1, index)
  }
  return all.length
}
