/** Cash dividends between a chain's instant and the settlement of an expiration. */
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import type { Expiration, OptionChain } from '../../../market/domain/options/chain.ts'
import type { CashDividend } from '../../../pricing/american/cash-dividends.ts'

const MS_PER_YEAR = 525_600 * 60_000
const OPEN_MINUTE = 9 * 60 + 30

/** In order of time; the share is worth less from the open of the ex-date on. */
export function dividendsBefore({ dividends = [], asOfMs }: OptionChain, { settlesAtMs }: Expiration): CashDividend[] {
  return dividends.flatMap(({ exDate, amount }) => {
    const exMs = newYorkInstant(exDate, OPEN_MINUTE)
    return exMs > asOfMs && exMs < settlesAtMs ? [{ years: (exMs - asOfMs) / MS_PER_YEAR, amount }] : []
  })
}

/** USD per share at a continuous rate. */
export function presentValue(dividends: readonly CashDividend[], rate: number): number {
  return dividends.reduce((sum, { years, amount }) => sum + amount * Math.exp(-rate * years), 0)
}
