/** The filters of flow in the URL of a page: `?symbol=SPY&side=at_ask`. Invalid values are ignored. */
import { SENTIMENTS, type Sentiment, TRADE_TYPES, type TradeType } from '../../flow/domain/flow-row.ts'
import { SIDES, type Side } from '../../flow/domain/tape/print-side.ts'

export interface FlowQuery {
  symbol?: string
  option_type?: 'call' | 'put'
  side?: Side
  trade_type?: TradeType
  sentiment?: Sentiment
  min_premium?: number
  min_unusual_score?: number
  dte_min?: number
  dte_max?: number
}

/** In display order. */
export const FLOW_FILTERS = [
  'symbol',
  'option_type',
  'side',
  'trade_type',
  'sentiment',
  'min_premium',
  'min_unusual_score',
  'dte_min',
  'dte_max',
] as const satisfies readonly (keyof FlowQuery)[]

const OPTION_TYPES = ['call', 'put'] as const
const SYMBOL = /^[A-Z][A-Z0-9.]{0,9}$/

export function readFlowQuery(query: Readonly<Record<string, string | undefined>>): FlowQuery {
  const symbol = (query['symbol'] ?? '').trim().toUpperCase()
  return {
    ...(SYMBOL.test(symbol) && { symbol }),
    ...oneOf('option_type', OPTION_TYPES, query),
    ...oneOf('side', SIDES, query),
    ...oneOf('trade_type', TRADE_TYPES, query),
    ...oneOf('sentiment', SENTIMENTS, query),
    ...whole('min_premium', query),
    ...whole('min_unusual_score', query),
    ...whole('dte_min', query),
    ...whole('dte_max', query),
  }
}

type Query = Readonly<Record<string, string | undefined>>

function oneOf<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  query: Query,
): Partial<Record<Name, Value>> {
  const value = values.find((value) => value === query[name])
  return value === undefined ? {} : named(name, value)
}

function whole<Name extends string>(name: Name, query: Query): Partial<Record<Name, number>> {
  const text = query[name] ?? ''
  return /^\d{1,12}$/.test(text) ? named(name, Number(text)) : {}
}

function named<Name extends string, Value>(name: Name, value: Value): Partial<Record<Name, Value>> {
  const entry: Partial<Record<Name, Value>> = {}
  entry[name] = value
  return entry
}
