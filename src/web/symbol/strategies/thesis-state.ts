import { useLocation } from 'preact-iso'
import {
  DIRECTIONS,
  type Direction,
  PREFERENCES,
  type Preference,
  SEARCHED_TEMPLATES,
  type SearchedTemplate,
} from '../../../analytics/domain/strategies/search/search-query.ts'
import type { InputOf } from '../../client.ts'
import { withQuery } from '../../travel.ts'

/** What a person expects, as the address holds it. Null is the default of the service. */
export interface Thesis {
  /** USD; instead of a direction. */
  readonly target_price: number | null
  readonly direction: Direction | null
  readonly target_date: string | null
  readonly max_loss: number | null
  readonly iv_points: number | null
  readonly prefer: Preference | null
  /** All where empty. */
  readonly templates: readonly SearchedTemplate[]
}

/** Values that are none are left out; the service checks the others. */
export function readThesis(query: Readonly<Record<string, string>>): Thesis {
  const date = query['target_date'] ?? ''
  const names = (query['templates'] ?? '').split(',')
  const target = numberIn(query['target_price'])
  return {
    target_price: target,
    direction: target === null ? oneOf(DIRECTIONS, query['direction']) : null,
    target_date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    max_loss: numberIn(query['max_loss']),
    iv_points: numberIn(query['iv_points']),
    prefer: oneOf(PREFERENCES, query['prefer']),
    templates: SEARCHED_TEMPLATES.filter((name) => names.includes(name)),
  }
}

function numberIn(text = ''): number | null {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | null {
  return values.find((value) => value === text) ?? null
}

/** The input of the service. */
export function inputOf(symbol: string, { templates, ...thesis }: Thesis): InputOf<'find_strategies'> {
  const given = Object.fromEntries(Object.entries(thesis).filter(([, value]) => value !== null))
  return { symbol, ...given, ...(templates.length > 0 && { templates: [...templates] }) }
}

/** The thesis of the address, and how to change it. */
export function useThesis() {
  const { query, route } = useLocation()
  const change = (changes: Partial<Thesis>) => {
    const written = Object.entries(changes).map(([name, value]) => [name, value === null ? null : String(value)])
    // Of the browser: leaving a field changes the address before the click that follows sees the new one.
    route(withQuery(`${location.pathname}${location.search}`, Object.fromEntries(written)), true)
  }
  return { thesis: readThesis(query), change }
}
