/**
 * Puts daily bars into the share scale of a later day. A bar before the ex-date of a split counts old shares: its
 * prices are divided by the ratio, its volume is multiplied. Dividends are not added back.
 */
import type { DailyBar } from './bar.ts'
import type { CorporateAction, TickerPeriod } from './corporate-action.ts'

/** Bars in date order, adjusted for the given splits; other corporate actions are ignored. */
export function adjustForSplits(bars: readonly DailyBar[], actions: readonly CorporateAction[]): readonly DailyBar[] {
  const splits = actions.filter(({ kind }) => kind === 'split').sort((a, b) => (a.exDate < b.exDate ? 1 : -1))
  if (splits.length === 0) return bars
  const adjusted: DailyBar[] = []
  let factor = 1
  let next = 0
  for (const bar of bars.toReversed()) {
    for (let split = splits[next]; split && bar.date < split.exDate; split = splits[++next]) factor *= split.value
    adjusted.push(factor === 1 ? bar : scaled(bar, factor))
  }
  return adjusted.reverse()
}

function scaled({ date, open, high, low, close, volume }: DailyBar, factor: number): DailyBar {
  return {
    date,
    open: open / factor,
    high: high / factor,
    low: low / factor,
    close: close / factor,
    volume: volume * factor,
  }
}

/**
 * Removes bars of days on which the ticker belonged to another security: a file of ticker GOOG contains the history of
 * today's GOOGL. Without a ticker history, all bars are returned.
 */
export function barsOfSecurity(bars: readonly DailyBar[], periods: readonly TickerPeriod[]): readonly DailyBar[] {
  if (periods.length === 0) return bars
  return bars.filter(({ date }) =>
    periods.some(({ symbol, ticker, from, to }) => ticker === symbol && from <= date && date <= to),
  )
}
