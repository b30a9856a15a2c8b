/** Reads the answer of a tool, which passed through a host: every field may be missing or of another kind. */
import { fieldsOf } from './host.ts'

export type Fields = Readonly<Record<string, unknown>>

const MAX_ROWS = 2_000
const MAX_TEXT = 200

/** What a tool answered, or why it did not. */
export type ToolOutcome = { readonly answer: Fields } | { readonly problem: string }

const UNREADABLE = 'The answer cannot be drawn.'

/** The structured part of a result; hosts that leave it out pass on the text, which holds the same. */
export function outcomeOf(result: unknown): ToolOutcome {
  const { isError, structuredContent, content } = fieldsOf(result)
  const [first] = Array.isArray(content) ? content : []
  const text = fieldsOf(first)['text']
  if (isError === true) return { problem: typeof text === 'string' ? text.slice(0, 2_000) : UNREADABLE }
  const answer = structuredContent === undefined ? parsed(text) : fieldsOf(structuredContent)
  return Object.keys(answer).length === 0 ? { problem: UNREADABLE } : { answer }
}

function parsed(text: unknown): Fields {
  try {
    return fieldsOf(JSON.parse(String(text)))
  } catch {
    return {}
  }
}

export function numberIn(fields: Fields, name: string): number | null {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Null for what is no text, or too long for a label. */
export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value.length <= MAX_TEXT ? value : null
}

export function rangeIn(fields: Fields, name: string): { readonly low: number; readonly high: number } | null {
  const [low, high] = [numberIn(fieldsOf(fields[name]), 'low'), numberIn(fieldsOf(fields[name]), 'high')]
  return low === null || high === null ? null : { low, high }
}

/** The rows of a list in both forms: as objects under its name, or as columns and rows, there or in the answer itself. */
export function rowsIn(answer: Fields, list: string): readonly Fields[] {
  const value = answer[list]
  if (Array.isArray(value)) return value.slice(0, MAX_ROWS).map(fieldsOf)
  const { columns, rows, constants } = value === undefined ? answer : fieldsOf(value)
  if (!Array.isArray(columns) || !Array.isArray(rows)) return []
  const names = columns.slice(0, 100).map(String)
  return rows.slice(0, MAX_ROWS).map((row) => ({
    ...fieldsOf(constants),
    ...Object.fromEntries(names.map((name, index) => [name, Array.isArray(row) ? row[index] : undefined])),
  }))
}

export function numbersIn(fields: Fields, name: string): readonly number[] {
  const values = fields[name]
  if (!Array.isArray(values)) return []
  return values.slice(0, MAX_ROWS).filter((it): it is number => typeof it === 'number' && Number.isFinite(it))
}
