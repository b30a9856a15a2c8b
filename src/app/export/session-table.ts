import { optionRow } from '../../analytics/domain/chain/option-chain-rows.ts'
import { CHAIN_METRICS } from '../../analytics/domain/trend/history-metrics.ts'
import { figuresOf } from '../../analytics/operations/metric-series.ts'
import { flowPrint } from '../../flow/domain/flow-print.ts'
import { orNull } from '../../lib/math/numbers.ts'
import { sixDigits } from '../../lib/math/six-digits.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { ExportParts, ExportRow } from './data-set.ts'

/** Data sets that are made of one symbol in one session. */
export const SESSION_DATA_SETS = ['chains', 'flow', 'metrics'] as const

export type SessionDataSet = (typeof SESSION_DATA_SETS)[number]

/** The figures of a session's last chain by their name in the export; `iv_rank` is one of a history, not of a chain. */
export const DAILY_FIGURES = { underlying_price: 'underlyingPrice', ...omitted(CHAIN_METRICS, 'iv_rank') } as const

/** A figure as `metric_history` has it. */
export function figure(value: number): number | null {
  return orNull(sixDigits(value))
}

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
  return TABLES[dataSet](view, symbol, parts)
}

type ReadTable = (view: MarketView, symbol: string, parts: ExportParts) => Promise<SessionTable | null>

const TABLES: Readonly<Record<SessionDataSet, ReadTable>> = {
  chains: chainTable,
  flow: flowTable,
  metrics: metricTable,
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

/** One row. */
async function metricTable(view: MarketView, symbol: string, parts: ExportParts): Promise<SessionTable | null> {
  const chain = await nullIfNotFound(view.chain(symbol))
  if (!chain) return null
  const figures = await figuresOf(parts, chain)
  const named = Object.entries(DAILY_FIGURES).map(([name, metric]) => [name, figure(figures[metric])])
  const row = { symbol, date: chain.sessionDate, ...Object.fromEntries(named) }
  return { count: 1, rows: (first, length) => [row].slice(first, first + length) }
}

function flowRow(row: Parameters<typeof flowPrint>[0]): ExportRow {
  const print = flowPrint(row)
  return { ...print, alert_types: print.alert_types.join(' ') }
}

function omitted<T extends object, Name extends keyof T>(from: T, name: Name): Omit<T, Name> {
  const { [name]: _, ...rest } = from
  return rest
}
