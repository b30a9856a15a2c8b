/** Sessions of the simulated market as the service reads them, with what only the simulation knows. */

import { ChainAnalysis } from '../../src/analytics/domain/chain-analysis.ts'
import type { FlowRow } from '../../src/flow/domain/flow-row.ts'
import { alertBase } from '../../src/flow/domain/score/alert-rules.ts'
import { EVIDENCE, FACTORS } from '../../src/flow/domain/score/rarity-features.ts'
import { pointsTogether } from '../../src/flow/domain/score/unusual-score.ts'
import type { Accumulation } from '../../src/flow/domain/sums/accumulation.ts'
import { ContractTallies } from '../../src/flow/domain/sums/contract-tallies.ts'
import { FlowSessions } from '../../src/flow/operations/flow-sessions.ts'
import { nextTradingDay, tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { simulatedMarket } from '../../src/market/sources/simulated/index.ts'
import { UNIVERSE } from '../../src/market/sources/simulated/universe.ts'
import { tapeTruth } from '../oracles/tape-truth.ts'
import { migratedStore } from '../support/migrated-store.ts'
import { pointsWithFormula, pointsWithout } from './earlier-points.ts'

/** Funds and indices, where nobody knows anything, and the two stocks that trade as much as all others together. */
const LEFT_OUT = new Set(['SPY', 'QQQ', 'IWM', 'DIA', 'GLD', 'SPX', 'NDX', 'RUT', 'VIX', 'TSLA', 'NVDA'])
const SEED = 1
const AFTER = '2026-11-27T22:00:00.000Z'

/** What a row is judged by; a few numbers, since there are a million rows. */
export interface SimulatedRow {
  /** Whether it belongs to a planted accumulation, and whether to one of who knows of a move to come. */
  readonly accumulated: boolean
  readonly informed: boolean
  /** Its number among the informed rows of the session, from 0; −1 for others. */
  readonly place: number
  /** Points of all factors. */
  readonly points: number
  /** The same without accumulation, and with the formula that was set by hand instead of it. */
  readonly withoutAccumulation: number
  readonly withFormula: number
  /** `unusual_score`, not rounded. */
  readonly score: number
  readonly rules: number
  /** Ranks of the eight factors, NaN where unknown. */
  readonly ranks: readonly number[]
  /** Whether open interest rose by half the size or more until the next session; null where one of them is unknown. */
  readonly opening: boolean | null
}

export interface SimulatedSession {
  readonly symbol: string
  readonly date: string
  readonly rows: readonly SimulatedRow[]
  readonly accumulation: Accumulation | null
  /** The planted accumulation; null without one. */
  readonly planted: { readonly direction: 1 | -1; readonly isInformed: boolean } | null
}

export async function* simulatedSessions(from: string, to: string): AsyncGenerator<SimulatedSession> {
  const now = () => new Date(AFTER)
  const truthOf = tapeTruth({ seed: SEED })
  const market = simulatedMarket({ seed: SEED, symbols: UNIVERSE, speed: 1, now })
  await using store = await migratedStore({ now })
  const viewAt = (date?: string) => market.viewAt(date)
  const sessions = new FlowSessions({ store, viewAt, analysisOf: (chain) => new ChainAnalysis(chain) })
  for (const date of tradingDaysBetween(from, to)) {
    const view = await market.viewAt(date)
    const next = await market.viewAt(nextTradingDay(date))
    for (const symbol of UNIVERSE.filter((each) => !LEFT_OUT.has(each))) {
      const { isAccumulated, isInformed, episode } = truthOf(symbol, date)
      const { rows } = await sessions.flow(view, symbol)
      const { contracts } = await next.chain(symbol)
      const later = new Map(
        contracts.optionSymbols.map((name, row) => [name, contracts.openInterest[row] ?? Number.NaN]),
      )
      let informed = 0
      yield {
        symbol,
        date,
        rows: rows.map((row) => {
          const place = isInformed[row.sequence] === 1 ? informed++ : -1
          return { ...judged(row, place, later.get(row.optionSymbol)), accumulated: isAccumulated[row.sequence] === 1 }
        }),
        accumulation: ContractTallies.of(rows).strongestAccumulation(),
        planted: episode ? { direction: episode.direction, isInformed: episode.reason !== 'unknown' } : null,
      }
    }
  }
}

function judged(row: FlowRow, place: number, openInterestLater = Number.NaN): Omit<SimulatedRow, 'accumulated'> {
  const { rarity, alertTypes, evidence, openInterest, size, premium } = row
  const rise = openInterestLater - openInterest
  return {
    informed: place >= 0,
    place,
    points: pointsTogether(evidence, premium),
    withoutAccumulation: pointsWithout(row),
    withFormula: pointsWithFormula(row),
    score: rarity,
    rules: alertBase(alertTypes) + alertTypes.length / 100,
    ranks: FACTORS.map((_, index) => evidence[EVIDENCE.rank + index] ?? Number.NaN),
    opening: Number.isNaN(rise) ? null : rise >= size / 2,
  }
}
