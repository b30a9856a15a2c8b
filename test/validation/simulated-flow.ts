/** Rows of flow of the simulated market, as the service reads them after the session. */
import { ChainAnalysis } from '../../src/analytics/domain/chain-analysis.ts'
import { openStore } from '../../src/app/store/open-store.ts'
import type { FlowRow } from '../../src/flow/domain/flow-row.ts'
import { FlowSessions } from '../../src/flow/operations/flow-sessions.ts'
import { simulatedMarket } from '../../src/market/sources/simulated/index.ts'
import { UNIVERSE } from '../../src/market/sources/simulated/universe.ts'

/** Later than every session that is read. */
const AFTER = '2026-11-27T22:00:00.000Z'

export interface SimulatedFlow {
  readonly symbol: string
  readonly date: string
  readonly rows: readonly FlowRow[]
}

interface Extent {
  readonly seed: number
  readonly dates: readonly string[]
  /** All symbols by default. */
  readonly symbols?: readonly string[]
}

export async function* simulatedFlow({ seed, dates, symbols = UNIVERSE }: Extent): AsyncGenerator<SimulatedFlow> {
  const now = () => new Date(AFTER)
  const market = simulatedMarket({ seed, symbols: UNIVERSE, speed: 1, now })
  await using store = await openStore({ path: ':memory:', now })
  const viewAt = (date?: string) => market.viewAt(date)
  const sessions = new FlowSessions({ store, viewAt, analysisOf: (chain) => new ChainAnalysis(chain) })
  for (const date of dates) {
    const view = await market.viewAt(date)
    for (const symbol of symbols) yield { symbol, date, rows: (await sessions.flow(view, symbol)).rows }
  }
}
