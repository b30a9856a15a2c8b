import { orNull } from '../../../lib/math/numbers.ts'
import { significant } from '../../../lib/math/significant.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { nextTradingDay, sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import type { FlowOutcome } from '../../contract/flow-outcome.ts'
import type { FlowRow } from '../flow-row.ts'

const DIGITS = 6

/** Mid of a contract's quote at an instant, USD per share; NaN without a usable one. */
export type MidAt = (optionSymbol: string, ms: number) => number

/** The instants at which a row's outcome is measured, in the order of the fields. */
export function outcomeInstants({
  executedAtMs,
  sessionDate,
}: Pick<FlowRow, 'executedAtMs' | 'sessionDate'>): readonly [number, number, number] {
  const next = sessionOn(nextTradingDay(sessionDate))
  return [executedAtMs + 5 * MINUTE_MS, executedAtMs + 30 * MINUTE_MS, next?.closeMs ?? Number.NaN]
}

/** Returns known at `nowMs`; null for later instants and without a usable quote. */
export function flowOutcome(
  row: Pick<FlowRow, 'executedAtMs' | 'sessionDate' | 'optionSymbol' | 'price'>,
  midAt: MidAt,
  nowMs: number,
): FlowOutcome {
  const [soon, later, nextClose] = outcomeInstants(row)
  const returnAt = (ms: number) => {
    const mid = ms <= nowMs ? midAt(row.optionSymbol, ms) : Number.NaN
    return mid >= 0 ? orNull(significant(100 * (mid / row.price - 1), DIGITS)) : null
  }
  return { return_pct_5m: returnAt(soon), return_pct_30m: returnAt(later), return_pct_1d: returnAt(nextClose) }
}
