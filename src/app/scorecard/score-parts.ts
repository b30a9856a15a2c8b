import type { PinnedInstant } from '../../catalogue/context.ts'
import { AppError } from '../../lib/errors.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { applyGates } from '../../receiver/domain/gates.ts'
import type { ScorePrices } from '../../receiver/ports/score-prices.ts'
import type { ScoreParts } from '../../receiver/workers/scorecard/score-next.ts'
import { replayDeciders } from '../decider-and-broker.ts'
import { contextsOf, OPERATOR, type Parts } from '../parts.ts'

/** What the measuring of decisions uses of the service: its past sessions, and its market at the instants of decisions. */
export function scorePartsOf(parts: Parts): ScoreParts {
  const { store, config, now } = parts
  const deciders = replayDeciders(parts)
  return {
    store,
    prices: scorePricesOf(parts),
    now,
    async rulesAt({ fingerprint, idea }, atMs, signal) {
      const pinned = pinnedAt(atMs)
      const decider = deciders({ mode: 'rules' }, { pinned, token: '', instructions: undefined })
      const limits = config.receiver
      const outcome = await decider.decide({ fingerprint, idea, limits }, signal)
      if (!outcome.ok) return { action: null, error: outcome.error }
      return { action: applyGates(outcome.decision, idea, limits).action, error: null }
    },
  }
}

function scorePricesOf(parts: Parts): ScorePrices {
  const contexts = contextsOf(parts)
  const { store } = parts
  return {
    viewAt: (date) => contexts({ caller: OPERATOR }).viewAt(date),
    async quoteAt(symbol, atMs) {
      try {
        const view = await contexts({ caller: { ...OPERATOR, pinned: pinnedAt(atMs) } }).viewAt()
        return await view.quote(symbol)
      } catch (error) {
        if (error instanceof AppError && (error.code === 'not_found' || error.code === 'unavailable')) return null
        throw error
      }
    },
    minuteBars: async (symbol, date) => (await store.marketSessions.load('minute_bars', symbol, date))?.table ?? null,
  }
}

export function pinnedAt(atMs: number): PinnedInstant {
  return { atMs, date: newYorkDate(atMs) }
}
