import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { nextTradingDay, sessionOn } from '../../market/domain/calendar/trading-calendar.ts'

/**
 * The latest time to send a trade idea to a program: the close of the session in which it was raised, or of the next
 * session if it was raised outside one. A receiver does not check the age of an idea, and an order for yesterday's idea
 * is worse than none.
 */
export function ideaExpiryMs(raisedMs: number): number {
  const date = newYorkDate(raisedMs)
  const today = sessionOn(date)
  if (today && raisedMs < today.closeMs) return today.closeMs
  const next = sessionOn(nextTradingDay(date))
  if (!next) throw new RangeError(`No trading session after ${date}`)
  return next.closeMs
}
