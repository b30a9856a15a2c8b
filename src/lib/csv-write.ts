/** A cell, or a line inside one, that a spreadsheet would run: after white space and quotes comes = + - @ or its wide form. */
const RUNS = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u
const STARTS_ODDLY = /^[\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
const LINE_BREAK = /(\r\n|\r|\n)/

/**
 * A table as RFC 4180 text: CRLF after each line, header first, unknown (`null`) as an empty cell, lists joined by `;`.
 * Numbers stay numbers; text that a spreadsheet would take for a formula is disarmed with a leading apostrophe.
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
  if (Array.isArray(value)) return textCell(value.map(listItem).join(';'))
  return textCell(JSON.stringify(value))
}

function listItem(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function textCell(text: string): string {
  const safe = disarm(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function disarm(text: string): string {
  const safe = LINE_BREAK.test(text) ? text.split(LINE_BREAK).map(disarmLine).join('') : disarmLine(text)
  return STARTS_ODDLY.test(safe) ? `'${safe}` : safe
}

function disarmLine(line: string): string {
  return RUNS.test(line) && !isLineBreak(line) ? `'${line}` : line
}

function isLineBreak(text: string): boolean {
  return text === '\r\n' || text === '\r' || text === '\n'
}
