/**
 * A cell, or a line in one, that a spreadsheet would evaluate: white space and quotes, then = + - @ or its full-width
 * form.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u
const LEADING_CONTROL = /^[\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
/** What ends a cell in a spreadsheet of any locale: many read the semicolon as the separator, whatever the quotes. */
const CELL_END = /(\r\n|\r|\n|;)/

/**
 * A table as RFC 4180 text: header first, CRLF after each line, unknown (`null`) as an empty cell, lists joined by `;`.
 * Numbers stay numbers; text that a spreadsheet would evaluate as a formula, at the start of a cell, a line
 * or a semicolon's part, gets a leading apostrophe.
 */
export function writeCsv(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  let text = `${columns.map(textCell).join(',')}\r\n`
  for (const row of rows) text += `${columns.map((column) => cell(row[column])).join(',')}\r\n`
  return text
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return textCell(value)
  if (Array.isArray(value)) return quoted(value.map(listItem).join(';'))
  return textCell(JSON.stringify(value))
}

function listItem(value: unknown): string {
  return typeof value === 'string' ? escapeFormulas(value) : JSON.stringify(value)
}

function textCell(text: string): string {
  return quoted(escapeFormulas(text))
}

function quoted(safe: string): string {
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function escapeFormulas(text: string): string {
  const safe = CELL_END.test(text) ? text.split(CELL_END).map(escapeLine).join('') : escapeLine(text)
  return LEADING_CONTROL.test(safe) ? `'${safe}` : safe
}

function escapeLine(line: string): string {
  return FORMULA.test(line) && !isCellEnd(line) ? `'${line}` : line
}

function isCellEnd(text: string): boolean {
  return text === '\r\n' || text === '\r' || text === '\n' || text === ';'
}
