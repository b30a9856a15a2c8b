import type { MarketView } from '../../market/ports/market-source.ts'
import type { FlowOutcome } from '../contract/flow-outcome.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { flowOutcome, outcomeInstants } from '../domain/sums/flow-outcome.ts'

/** Outcomes of rows, in their order. One request to the source per symbol. */
export async function flowOutcomes(view: MarketView, rows: readonly FlowRow[], nowMs: number): Promise<FlowOutcome[]> {
  const mids = new Map<string, number>()
  for (const symbol of new Set(rows.map((row) => row.symbol))) {
    const queries = rows
      .filter((row) => row.symbol === symbol)
      .flatMap((row) => outcomeInstants(row).map((atMs) => ({ optionSymbol: row.optionSymbol, atMs })))
      .filter(({ atMs }) => atMs <= nowMs)
    const found = await view.contractMids(symbol, queries)
    for (const [place, { optionSymbol, atMs }] of queries.entries()) {
      mids.set(`${optionSymbol} ${atMs}`, found[place] ?? Number.NaN)
    }
  }
  const midAt = (optionSymbol: string, atMs: number) => mids.get(`${optionSymbol} ${atMs}`) ?? Number.NaN
  return rows.map((row) => flowOutcome(row, midAt, nowMs))
}
