/** Joins two stored documents of one kind, symbol and session; the order of the two does not matter. */
import { mergeMinutes, mergeTapes, type Rows } from '../domain/stocks/merge-sessions.ts'
import type { SessionKind, SessionTables } from './market-sessions.ts'

export function joinSessions<Kind extends SessionKind>(
  kind: Kind,
  a: SessionTables[Kind],
  b: SessionTables[Kind],
): SessionTables[Kind] {
  const { symbol, sessionDate } = a
  const { count, columns } = JOINS[kind](rowsOf(a), rowsOf(b))
  return { symbol, sessionDate, count, ...columns } as unknown as SessionTables[Kind]
}

const TRADE_ORDER = ['executedAtMs', 'price', 'size', 'exchange', 'conditions', 'suspicious']
const PRINT_ORDER = [
  'executedAtMs',
  'optionSymbols',
  'price',
  'size',
  'exchange',
  'condition',
  'bid',
  'ask',
  'underlyingPrice',
]

const JOINS: Readonly<Record<SessionKind, (a: Rows, b: Rows) => Rows>> = {
  minute_bars: (a, b) => mergeMinutes(a, b, 'startMs', ['volume', 'high', 'close', 'open', 'low']),
  minute_quotes: (a, b) => mergeMinutes(a, b, 'startMs', ['bid', 'ask', 'bidSize', 'askSize']),
  trades: (a, b) => mergeTapes(a, b, TRADE_ORDER),
  prints: (a, b) => mergeTapes(a, b, PRINT_ORDER),
}

function rowsOf({ symbol: _, sessionDate: __, count, ...columns }: SessionTables[SessionKind]): Rows {
  return { count, columns: columns as unknown as Rows['columns'] }
}
