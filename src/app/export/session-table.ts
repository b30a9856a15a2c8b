import { optionRow } from '../../analytics/domain/chain/option-chain-rows.ts'
import { flowPrint } from '../../flow/domain/flow-print.ts'
import { orNull } from '../../lib/math/numbers.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { ExportParts, ExportRow } from './data-set.ts'

/** Data sets with many rows for one symbol in one session. */
export const SESSION_DATA_SETS = ['chains', 'flow'] as const

export type SessionDataSet = (typeof SESSION_DATA_SETS)[number]

/** Some megabytes. */
export const ROWS_A_PAGE = 2_000

export interface SessionTable {
  readonly count: number
  rows(first: number, length: number): ExportRow[]
}

/** Null where the source has no such session of the symbol. */
export function sessionTable(
  dataSet: SessionDataSet,
  view: MarketView,
  symbol: string,
  parts: ExportParts,
): Promise<SessionTable | null> {
  return dataSet === 'chains' ? chainTable(view, symbol, parts) : flowTable(view, symbol, parts)
}

async function chainTable(view: MarketView, symbol: string, { analysisOf }: ExportParts): Promise<SessionTable | null> {
  const chain = await nullIfNotFound(view.chain(symbol))
  if (!chain) return null
  const valued = await analysisOf(chain).valued()
  const of = {
    symbol,
    session_date: chain.sessionDate,
    as_of: new Date(chain.asOfMs).toISOString(),
    underlying_price: orNull(chain.underlyingPrice),
  }
  const { count } = chain.contracts
  return {
    count,
    rows: (first, length) =>
      Array.from({ length: Math.min(length, count - first) }, (_, row) => ({
        ...of,
        ...optionRow(valued, first + row),
      })),
  }
}

async function flowTable(
  view: MarketView,
  symbol: string,
  { flowSessions }: ExportParts,
): Promise<SessionTable | null> {
  const found = await nullIfNotFound(flowSessions.once(view, symbol))
  if (!found) return null
  const { rows } = found
  return { count: rows.length, rows: (first, length) => rows.slice(first, first + length).map(flowRow) }
}

function flowRow(row: Parameters<typeof flowPrint>[0]): ExportRow {
  const print = flowPrint(row)
  return { ...print, alert_types: print.alert_types.join(' ') }
}
