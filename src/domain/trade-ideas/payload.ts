import type { FieldIssue } from '../errors.ts'
import type { IdeaDirection, TradeIdea } from './trade-idea.ts'
import { canonicalInstant } from './triggered-at.ts'

/** Longest text of a payload, in code points. */
export const MOST_CHARACTERS = 200
/** Levels of `matched_criteria`, the object itself being the first. */
export const MOST_CRITERIA_LEVELS = 16

const DIRECTIONS: readonly IdeaDirection[] = ['bullish', 'bearish', 'neutral']
/** Own keys of these names would change what an object inherits wherever they are copied carelessly. */
const INERT = new Set(['__proto__', 'constructor'])

type Fields = Readonly<Record<string, unknown>>

export type ReadPayload =
  | { readonly ok: true; readonly idea: TradeIdea }
  /** Every bad field, each with what it must be and never what it was. */
  | { readonly ok: false; readonly issues: readonly FieldIssue[] }

/**
 * Parsed JSON as a trade idea. Fields that the payload does not have are dropped, `null` counts as absent for the
 * optional ones, and the symbol is checked as ASCII before it is upper-cased: `ſ` and `ı` would become other tickers.
 */
export function readPayload(value: unknown): ReadPayload {
  if (!isObject(value)) return { ok: false, issues: [{ path: 'body', message: 'must be a JSON object' }] }
  const issues: FieldIssue[] = []
  const read = <T>(name: string, reader: (field: unknown) => Read<T>): T | undefined => {
    const result = reader(Object.hasOwn(value, name) ? value[name] : undefined)
    if (result.ok) return result.value
    issues.push({ path: name, message: result.message })
    return undefined
  }
  const fields = {
    alert_name: read('alert_name', required(readText)),
    source: read('source', required(readSource)),
    symbol: read('symbol', required(readSymbol)),
    direction: read('direction', required(readDirection)),
    strategy: read('strategy', required(readText)),
    model: read('model', optional(readText)),
    entry_price: read('entry_price', optional(readPrice)),
    target_price: read('target_price', optional(readPrice)),
    stop_price: read('stop_price', optional(readPrice)),
    triggered_at: read('triggered_at', required(readInstant)),
    matched_criteria: read('matched_criteria', optional(readCriteria)),
  }
  return isComplete(fields)
    ? { ok: true, idea: { ...fields, matched_criteria: fields.matched_criteria ?? {} } }
    : { ok: false, issues }
}

type Complete = Omit<TradeIdea, 'matched_criteria'> & { readonly matched_criteria: Fields | null }

/** A field that could not be read is undefined; one that may be absent is null. */
function isComplete(fields: { [Name in keyof Complete]: Complete[Name] | undefined }): fields is Complete {
  return Object.values(fields).every((field) => field !== undefined)
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

function held<T>(value: T): Read<T> {
  return { ok: true, value }
}

function refused(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}

function required<T>(reader: (field: unknown) => Read<T>): (field: unknown) => Read<T> {
  return (field) => (field === undefined ? refused('is required') : reader(field))
}

function optional<T>(reader: (field: unknown) => Read<T>): (field: unknown) => Read<T | null> {
  return (field) => (field === undefined || field === null ? held(null) : reader(field))
}

function readText(field: unknown): Read<string> {
  if (typeof field !== 'string') return refused('must be text')
  if (field.trim() === '') return refused('must not be blank')
  if (isLong(field)) return refused(`must have at most ${MOST_CHARACTERS} characters`)
  // Digests of texts that are not well-formed collide: a lone surrogate is hashed as U+FFFD.
  if (!field.isWellFormed()) return refused('must be well-formed Unicode')
  return field.includes('\0') ? refused('must not hold a NUL character') : held(field)
}

/** A code point takes at most two code units, so longer texts need not be taken apart. */
function isLong(text: string): boolean {
  return text.length > 2 * MOST_CHARACTERS || [...text].length > MOST_CHARACTERS
}

function readSource(field: unknown): Read<'trade_idea'> {
  return field === 'trade_idea' ? held(field) : refused('must be trade_idea')
}

function readSymbol(field: unknown): Read<string> {
  const text = typeof field === 'string' ? field.trim() : ''
  return /^[A-Za-z][A-Za-z0-9.]{0,9}$/.test(text)
    ? held(text.toUpperCase())
    : refused('must be one letter, then up to 9 letters, digits or dots')
}

function readDirection(field: unknown): Read<IdeaDirection> {
  const direction = DIRECTIONS.find((known) => known === field)
  return direction ? held(direction) : refused(`must be one of ${DIRECTIONS.join(', ')}`)
}

function readPrice(field: unknown): Read<number> {
  return typeof field === 'number' && Number.isFinite(field) ? held(field) : refused('must be a finite number')
}

function readInstant(field: unknown): Read<string> {
  return typeof field === 'string' && !isLong(field) && canonicalInstant(field) !== null
    ? held(field)
    : refused('must be an ISO 8601 date and time such as 2026-11-20T15:00:00Z')
}

function readCriteria(field: unknown): Read<Fields> {
  if (!isObject(field)) return refused('must be an object')
  if (isDeep(field)) return refused(`must nest at most ${MOST_CRITERIA_LEVELS} levels`)
  return held(copied(field))
}

/** Level by level: what walks into ten thousand levels by calling itself overflows the stack. */
function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((entry) => typeof entry === 'object' && entry !== null)
    if (containers.length > 0 && depth === MOST_CRITERIA_LEVELS) return true
    level = containers.flatMap((entry) => Object.values(entry))
  }
  return false
}

/** Without inert keys; only for what `isDeep` has let through. */
function copied(object: Fields): Fields {
  const kept = Object.entries(object).filter(([name]) => !INERT.has(name))
  return Object.fromEntries(kept.map(([name, field]) => [name, copiedValue(field)]))
}

function copiedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copiedValue)
  return isObject(value) ? copied(value) : value
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
