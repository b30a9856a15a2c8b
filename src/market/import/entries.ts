/**
 * Entries of calendars and news, as CSV with a heading row or as JSON (a list of objects, or an object with the list in
 * `data`): the same field names either way. Cells are trimmed; an empty cell, null and a missing field are unknown.
 */

import { isCivilDate } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../contract/underlying-symbol.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'
import { jsonOf } from './chain-json.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadLog } from './read-log.ts'
import type { Source } from './source.ts'
import { eachRecord, firstRecords, headings, type Positions, requireColumns } from './table.ts'

const OPEN_MINUTE = 9 * 60 + 30
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** One entry. Every method reports an unusable value and returns unknown. */
export class Entry {
  readonly row: number
  readonly #cells: ReadonlyMap<string, string>
  readonly #log: ReadLog

  constructor(row: number, cells: ReadonlyMap<string, string>, log: ReadLog) {
    this.row = row
    this.#cells = cells
    this.#log = log
  }

  text(name: string): string {
    return this.#cells.get(name) ?? ''
  }

  /** Null for an empty cell, and for a text that is too long or not well-formed, which is reported. */
  prose(name: string, longest: number): string | null {
    const text = this.text(name)
    if (text === '') return null
    if (text.length <= longest && text.isWellFormed() && !text.includes('\u0000')) return text
    this.#log.refuseValue(this.row, name, text, `longer than ${longest} characters, or not text`)
    return null
  }

  /** Of either sign: earnings can be losses. */
  number(name: string): number {
    const text = this.text(name)
    const value = text === '' ? Number.NaN : Number(text)
    if (text !== '' && !Number.isFinite(value)) this.#log.refuseValue(this.row, name, text, 'not a number')
    return Number.isFinite(value) ? value : Number.NaN
  }

  /** One of the words, else `otherwise`. */
  word<Word extends string, Other extends Word | null>(
    name: string,
    words: readonly Word[],
    otherwise: Other,
  ): Word | Other {
    const text = this.text(name).toLowerCase()
    const word = words.find((it) => it === text)
    if (word === undefined && text !== '') this.#log.refuseValue(this.row, name, text, `none of ${words.join(', ')}`)
    return word ?? otherwise
  }

  /** An instant, or the open of a date; null for an empty cell and for anything else, which is reported. */
  instant(name: string): string | null {
    const text = this.text(name)
    if (text === '') return null
    const ms = isCivilDate(text) ? newYorkInstant(text, OPEN_MINUTE) : instantIn(text)
    if (ms === null) this.#log.refuseValue(this.row, name, text, 'neither a date nor an instant with a time zone')
    return ms === null ? null : new Date(ms).toISOString()
  }

  /**
   * The symbol of an entry: its own, else the requested one, else null. Undefined, and the entry is rejected, for an
   * invalid symbol or one other than the requested.
   */
  symbol(requested: string | undefined): string | null | undefined {
    const text = this.text('symbol')
    if (text === '') return requested ?? null
    const symbol = UnderlyingSymbol.safeParse(text).data
    if (symbol !== undefined && (requested === undefined || requested === symbol)) return symbol
    this.refuse('symbol', symbol === undefined ? 'not a symbol' : `not an entry of ${requested}`)
    return undefined
  }

  refuse(column: string, reason: string): void {
    this.#log.refuseRow(this.row, column, this.text(column), reason)
  }
}

/** Calls back for every entry. */
export async function eachEntry(
  source: Source,
  required: readonly string[],
  log: ReadLog,
  onEntry: (entry: Entry) => void,
): Promise<void> {
  if (isJson(source)) {
    const list = listIn(await jsonOf(source))
    for (const [index, item] of list.entries()) {
      const cells = cellsOf(item)
      if (cells) onEntry(new Entry(index + 1, cells, log))
      else log.refuseRow(index + 1, 'entry', String(item), 'not an object')
    }
    return
  }
  let positions: Positions | null = null
  await eachRecord(source, ({ row, fields }) => {
    if (!positions) {
      positions = headings(fields)
      requireColumns(positions, required)
      return
    }
    const cells = [...positions].map(([name, place]): [string, string] => [name, fields[place]?.trim() ?? ''])
    onEntry(new Entry(row, new Map(cells), log))
  })
}

/** Whether a file has these fields, in its heading row or in the first object of its list. */
export function hasFields(source: Source, names: readonly string[]): boolean {
  if (source.type !== 'text') return false
  if (isJson(source)) return names.every((name) => source.head.includes(`"${name}"`))
  const positions = headings(firstRecords(source.head)[0]?.fields ?? [])
  return names.every((name) => positions.has(name))
}

/** Epoch milliseconds of ISO 8601 with a time zone; null for anything else. */
export function instantIn(text: string): number | null {
  if (!INSTANT.test(text) || !isCivilDate(text.slice(0, 10))) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** Without an earlier `known_at`, an entry is known from the time it happened, at the latest from now. */
export function knownFrom(said: string | null, happenedAt: string, nowMs: number): string {
  if (said !== null) return said
  const now = new Date(nowMs).toISOString()
  return happenedAt < now ? happenedAt : now
}

function isJson(source: Source): boolean {
  return source.type === 'text' && /^\s*[[{]/.test(source.head)
}

function listIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document
  if (typeof document === 'object' && document !== null && 'data' in document && Array.isArray(document.data)) {
    return document.data
  }
  throw new FileRefused('The JSON is neither a list nor an object with the list in data.')
}

function cellsOf(item: unknown): ReadonlyMap<string, string> | null {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
  return new Map(Object.entries(item).map(([name, value]) => [name, cellText(value).trim()]))
}

function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(' ')
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}
