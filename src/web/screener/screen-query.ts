/** The screen in the address of the page: `/screener?filters=iv_rank >= 70,rr25 < 0&sort=-iv30&compare=SPY,QQQ`. */
import { useLocation } from 'preact-iso'
import { SCREEN_FIELDS, type ScreenField } from '../../analytics/domain/screener/screen-fields.ts'
import { MAX_FILTERS, readFilter } from '../../analytics/domain/screener/screen-filter.ts'
import { USUAL_FIELDS } from '../../analytics/domain/screener/screen-presets.ts'
import { withQuery } from '../travel.ts'

const SYMBOL = /^[A-Z][A-Z0-9.]{0,9}$/
const MAX_SYMBOLS = 50
export const MAX_COMPARED = 6

/** What is saved under a name. */
export interface Screen {
  readonly filters: readonly string[]
  /** Only these; all where empty. */
  readonly symbols: readonly string[]
  /** A field, with a minus for the highest first; by symbol where empty. */
  readonly sort: string
  readonly fields: readonly ScreenField[]
}

export interface ScreenQuery extends Screen {
  /** Shown side by side. */
  readonly compare: readonly string[]
}

type Parameters = Readonly<Record<string, string>>

/** Symbols and fields that are none are left out; a filter that is none stays, so that the page can say what is wrong. */
export function readScreenQuery(query: Parameters): ScreenQuery {
  const fields = fieldsIn(partsOf(query['fields']))
  return {
    filters: partsOf(query['filters']).slice(0, MAX_FILTERS),
    symbols: symbolsIn(query['symbols']).slice(0, MAX_SYMBOLS),
    sort: sortIn(query['sort'] ?? ''),
    fields: fields.length > 0 ? fields : USUAL_FIELDS,
    compare: symbolsIn(query['compare']).slice(0, MAX_COMPARED),
  }
}

function partsOf(text = ''): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

function symbolsIn(text: string | undefined): string[] {
  return partsOf(text?.toUpperCase()).filter((symbol) => SYMBOL.test(symbol))
}

function fieldsIn(names: readonly string[]): ScreenField[] {
  return SCREEN_FIELDS.filter((field) => names.includes(field))
}

function sortIn(text: string): string {
  const [field] = fieldsIn([text.replace(/^-/, '')])
  return field === undefined ? '' : text
}

/** A stored screen, or one of the presets, as the page shows it. */
export function screenOf(stored: {
  readonly filters?: readonly string[] | undefined
  readonly symbols?: readonly string[] | undefined
  readonly sort?: string | undefined
  readonly fields?: readonly string[] | undefined
}): Screen {
  const { filters = [], symbols = [], sort = '', fields = USUAL_FIELDS } = stored
  return { filters, symbols, sort: sortIn(sort), fields: fieldsIn(fields) }
}

/** As the service stores it. */
export function storedOf({ filters, symbols, sort, fields }: Screen) {
  return {
    ...(filters.length > 0 && { filters: [...filters] }),
    ...(symbols.length > 0 && { symbols: [...symbols] }),
    ...(sort !== '' && { sort }),
    fields: [...fields],
  }
}

/** The parameters of an address; null for those that are not set. */
export function screenParameters({ filters, symbols, sort, fields, compare }: Partial<ScreenQuery>) {
  const written = {
    filters: filters?.join(','),
    symbols: symbols?.join(','),
    sort,
    fields: fields && (isSame(fields, USUAL_FIELDS) ? '' : fields.join(',')),
    compare: compare?.join(','),
  }
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
  )
}

/** Whether both are the same screen, in any order of filters. */
export function isSameScreen(a: Screen, b: Screen): boolean {
  return hasSameRows(a, b) && a.sort === b.sort && isSame(a.fields.toSorted(), b.fields.toSorted())
}

/** Whether the same symbols pass both. */
export function hasSameRows(a: Pick<Screen, 'filters' | 'symbols'>, b: Pick<Screen, 'filters' | 'symbols'>): boolean {
  return (
    isSame(a.filters.map(tidied).sort(), b.filters.map(tidied).sort()) &&
    isSame(a.symbols.toSorted(), b.symbols.toSorted())
  )
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.join() === b.join()
}

/** Spaces make no difference. */
function tidied(filter: string): string {
  const read = readFilter(filter)
  return typeof read === 'string' ? filter : JSON.stringify(read)
}

/** The screen of the address, and how to change it. */
export function useScreenQuery() {
  const { query, route } = useLocation()
  const change = (changes: Partial<ScreenQuery>) =>
    // Of the browser: leaving a field changes the address before the click that follows sees the new one.
    route(withQuery(`${location.pathname}${location.search}`, screenParameters(changes)), true)
  return { query: readScreenQuery(query), change }
}
