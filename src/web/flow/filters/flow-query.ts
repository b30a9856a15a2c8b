/** The filters of flow in the URL of a page: `?symbol=SPY&sides=at_ask,mid`. Invalid values are ignored. */
import { SENTIMENTS, type Sentiment, TRADE_TYPES, type TradeType } from '../../../flow/domain/flow-row.ts'
import { SIDES, type Side } from '../../../flow/domain/tape/print-side.ts'

export interface FlowQuery {
  symbol?: string
  symbols?: string[]
  exclude_symbols?: string[]
  option_type?: 'call' | 'put'
  side?: Side
  sides?: Side[]
  trade_type?: TradeType
  sentiment?: Sentiment
  min_premium?: number
  min_unusual_score?: number
  min_volume_oi_ratio?: number
  dte_min?: number
  dte_max?: number
  earnings_within?: number
}

/** In display order. */
export const FLOW_FILTERS = [
  'symbol',
  'symbols',
  'exclude_symbols',
  'option_type',
  'side',
  'sides',
  'trade_type',
  'sentiment',
  'min_premium',
  'min_unusual_score',
  'min_volume_oi_ratio',
  'dte_min',
  'dte_max',
  'earnings_within',
] as const satisfies readonly (keyof FlowQuery)[]

const OPTION_TYPES = ['call', 'put'] as const
const SYMBOL = /^[A-Z][A-Z0-9.]{0,9}$/

export function readFlowQuery(query: Query): FlowQuery {
  const [symbol] = symbolsIn(query['symbol'] ?? '')
  return {
    ...(symbol !== undefined && { symbol }),
    ...some('symbols', symbolsIn(query['symbols'] ?? '')),
    ...some('exclude_symbols', symbolsIn(query['exclude_symbols'] ?? '')),
    ...oneOf('option_type', OPTION_TYPES, query),
    ...oneOf('side', SIDES, query),
    ...some('sides', sidesIn(query['sides'] ?? '')),
    ...oneOf('trade_type', TRADE_TYPES, query),
    ...oneOf('sentiment', SENTIMENTS, query),
    ...number('min_premium', WHOLE, query),
    ...number('min_unusual_score', WHOLE, query),
    ...number('min_volume_oi_ratio', DECIMAL, query),
    ...number('dte_min', WHOLE, query),
    ...number('dte_max', WHOLE, query),
    ...number('earnings_within', WHOLE, query),
  }
}

/** Every filter as a parameter of the URL; null for those that are not set. */
export function parametersOf(query: FlowQuery): Record<string, string | null> {
  return Object.fromEntries(
    FLOW_FILTERS.map((name) => {
      const value = query[name]
      return [name, value === undefined ? null : String(value)]
    }),
  )
}

/** Whether both set the same filters. */
export function isSameQuery(a: FlowQuery, b: FlowQuery): boolean {
  return JSON.stringify(parametersOf(a)) === JSON.stringify(parametersOf(b))
}

/** The tickers of a text, each once, in upper case. */
export function symbolsIn(text: string): string[] {
  const all = text.toUpperCase().split(/[\s,;]+/)
  return [...new Set(all.filter((symbol) => SYMBOL.test(symbol)))]
}

function sidesIn(text: string): Side[] {
  const names = new Set(text.split(','))
  return SIDES.filter((side) => names.has(side))
}

type Query = Readonly<Record<string, string | undefined>>

const WHOLE = /^\d{1,12}$/
const DECIMAL = /^\d{1,9}(\.\d{1,6})?$/

function some<Name extends string, Value>(name: Name, values: Value[]): Partial<Record<Name, Value[]>> {
  return values.length === 0 ? {} : named(name, values)
}

function oneOf<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  query: Query,
): Partial<Record<Name, Value>> {
  const value = values.find((value) => value === query[name])
  return value === undefined ? {} : named(name, value)
}

function number<Name extends string>(name: Name, form: RegExp, query: Query): Partial<Record<Name, number>> {
  const text = query[name] ?? ''
  return form.test(text) ? named(name, Number(text)) : {}
}

function named<Name extends string, Value>(name: Name, value: Value): Partial<Record<Name, Value>> {
  const entry: Partial<Record<Name, Value>> = {}
  entry[name] = value
  return entry
}
