import { type FlowOutcome, flowOutcome, outcomeInstants } from '../../domain/flow/flow-outcome.ts'
import type { FlowRow } from '../../domain/flow/flow-row.ts'
import type { MarketView } from '../../ports/market-source.ts'

/** What became of the contracts of rows, in their order. One question to the source per symbol. */
export async function flowOutcomes(view: MarketView, rows: readonly FlowRow[], nowMs: number): Promise<FlowOutcome[]> {
  const mids = new Map<string, number>()
  for (const symbol of new Set(rows.map((row) => row.symbol))) {
    const asked = rows
      .filter((row) => row.symbol === symbol)
      .flatMap((row) => outcomeInstants(row).map((atMs) => ({ optionSymbol: row.optionSymbol, atMs })))
      .filter(({ atMs }) => atMs <= nowMs)
    const found = await view.contractMids(symbol, asked)
    for (const [place, { optionSymbol, atMs }] of asked.entries()) {
      mids.set(`${optionSymbol} ${atMs}`, found[place] ?? Number.NaN)
    }
  }
  const midAt = (optionSymbol: string, atMs: number) => mids.get(`${optionSymbol} ${atMs}`) ?? Number.NaN
  return rows.map((row) => flowOutcome(row, midAt, nowMs))
}
