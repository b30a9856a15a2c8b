/** What became of a print: the return of its contract, from the price paid to the middle of the quote later on. */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import { significant } from '../../lib/significant.ts'
import { nextTradingDay, sessionOn } from '../market/trading-calendar.ts'
import type { FlowRow } from './flow-row.ts'

const MINUTE = 60_000
const DIGITS = 6

const returnPct = (when: string) =>
  z
    .number()
    .min(-100)
    .nullable()
    .describe(
      `100 × (middle of the contract's quote ${when} / price of the print − 1): what a buyer at that price gained, whoever bought. Percent; null until then, or without a usable quote.`,
    )

export const FlowOutcome = z
  .object({
    return_pct_5m: returnPct('5 minutes later'),
    return_pct_30m: returnPct('30 minutes later'),
    return_pct_1d: returnPct('at the close of the next session'),
  })
  .meta({ id: 'FlowOutcome' })

export type FlowOutcome = z.infer<typeof FlowOutcome>

/** Middle of a contract's quote in force at an instant, USD per share; NaN without a usable one. */
export type MidAt = (optionSymbol: string, ms: number) => number

/** The instants at which a row's outcome is measured, in the order of the fields. */
export function outcomeInstants({
  executedAtMs,
  sessionDate,
}: Pick<FlowRow, 'executedAtMs' | 'sessionDate'>): readonly [number, number, number] {
  const next = sessionOn(nextTradingDay(sessionDate))
  return [executedAtMs + 5 * MINUTE, executedAtMs + 30 * MINUTE, next?.closeMs ?? Number.NaN]
}

/** As far as it is known at `nowMs`: nothing later is asked for. */
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
