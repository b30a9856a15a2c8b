/**
 * Keeps the implied distributions at the end of past sessions, the newest first, so that they can be compared with what came.
 * One session of one symbol a step: a chain, and the valuation of three of its expirations.
 */
import { AppError } from '../../lib/errors.ts'
import { sessionDateAt, tradingDayBefore } from '../../market/domain/calendar/trading-calendar.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { CALIBRATION_DAYS, expirationNear, pastQuantiles } from '../domain/calibration/past-quantiles.ts'
import type { AnalysisOf } from '../operations/chain-analyses.ts'
import type { ImpliedQuantiles } from '../store/implied-quantiles.ts'

/** Three years: 30 windows of a month. */
const PAST_SESSIONS = 756

export interface QuantileKeeperParts {
  readonly store: { readonly impliedQuantiles: ImpliedQuantiles }
  /** Names the source and, where it is invented, its seed. */
  readonly market: string
  readonly viewAt: (date: string) => Promise<MarketView>
  readonly analysisOf: AnalysisOf
  readonly symbols: () => Promise<readonly string[]>
  readonly now: () => Date
}

export interface QuantileKeeper {
  /** Whether there was something to do. */
  step(): Promise<boolean>
}

export function quantileKeeper(parts: QuantileKeeperParts): QuantileKeeper {
  const { store, market, now } = parts
  /** By symbol, on one day: what is to be done, the newest last. */
  const due = new Map<string, string[]>()
  let today = ''
  return {
    async step() {
      const session = sessionDateAt(now().getTime())
      if (session !== today) due.clear()
      today = session
      for (const symbol of await parts.symbols()) {
        const waiting = due.get(symbol) ?? (await sessionsDue(store.impliedQuantiles, { market, symbol }, today))
        due.set(symbol, waiting)
        const date = waiting.pop()
        if (date === undefined) continue
        await keep(parts, symbol, date)
        return true
      }
      return false
    },
  }
}

async function sessionsDue(
  quantiles: ImpliedQuantiles,
  of: { readonly market: string; readonly symbol: string },
  today: string,
): Promise<string[]> {
  const first = tradingDayBefore(today, PAST_SESSIONS)
  const done = new Set(await quantiles.sessionsSince(of, CALIBRATION_DAYS[0], first))
  const dates: string[] = []
  for (let date = tradingDayBefore(today, 1); date >= first; date = tradingDayBefore(date, 1)) {
    if (!done.has(date)) dates.push(date)
  }
  return dates.reverse()
}

/** A session without a chain, or a source that fails, is tried again tomorrow. */
async function keep({ store, market, viewAt, analysisOf }: QuantileKeeperParts, symbol: string, date: string) {
  try {
    const view = await nullIfNotFound(viewAt(date))
    const chain = view && (await nullIfNotFound(view.chain(symbol)))
    if (chain?.sessionDate !== date) return
    const analysis = analysisOf(chain)
    for (const days of CALIBRATION_DAYS) {
      const expiration = expirationNear(chain, days)
      const found = expiration && pastQuantiles(analysis.valuedExpiration(expiration))
      await store.impliedQuantiles.put({ market, symbol }, date, days, found)
    }
    analysisOf.forget?.(chain)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
