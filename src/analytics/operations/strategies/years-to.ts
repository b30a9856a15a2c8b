import { invalid } from '../../../lib/errors.ts'
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import { sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import type { ValuedChain } from '../../domain/valuation/chain-valuation.ts'

const CLOSE_MINUTE = 16 * 60
const MS_PER_YEAR = 525_600 * 60_000

/** Years to the close of the target date. Refuses a date whose session is over. */
export function yearsTo({ chain }: ValuedChain, date: string): number {
  const closeMs = sessionOn(date)?.closeMs ?? newYorkInstant(date, CLOSE_MINUTE)
  if (closeMs > chain.asOfMs) return (closeMs - chain.asOfMs) / MS_PER_YEAR
  const message = `must be after ${new Date(chain.asOfMs).toISOString()}, the instant of the chain`
  throw invalid([{ path: 'target_date', message }])
}
