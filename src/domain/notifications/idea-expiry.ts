import { newYorkDate } from '../market/new-york-time.ts'
import { nextTradingDay, sessionOn } from '../market/trading-calendar.ts'

/**
 * Until when a trade idea may be sent to a program: the close of the session in which it was raised, or of the next one
 * where it was raised outside of any. A receiver does not judge the age of an idea, and an order for yesterday's is
 * worse than none.
 */
export function ideaExpiryMs(raisedMs: number): number {
  const date = newYorkDate(raisedMs)
  const today = sessionOn(date)
  if (today && raisedMs < today.closeMs) return today.closeMs
  const next = sessionOn(nextTradingDay(date))
  if (!next) throw new RangeError(`No trading session after ${date}`)
  return next.closeMs
}
