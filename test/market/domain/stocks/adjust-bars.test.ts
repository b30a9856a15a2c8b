import { describe, expect, it } from 'vitest'
import { adjustForSplits, barsOfSecurity } from '../../../../src/market/domain/stocks/adjust-bars.ts'
import type { DailyBar } from '../../../../src/market/domain/stocks/bar.ts'
import type { CorporateAction } from '../../../../src/market/domain/stocks/corporate-action.ts'

const bar = (date: string, price: number, volume = 100): DailyBar => ({
  date,
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
})
const split = (exDate: string, value: number): CorporateAction => ({
  symbol: 'AAPL',
  kind: 'split',
  exDate,
  value,
  knownAt: `${exDate}T13:30:00.000Z`,
})

describe('adjusting bars for splits', () => {
  it('divides the prices before the ex-date and multiplies their volume', () => {
    const adjusted = adjustForSplits([bar('2014-06-06', 645.57), bar('2014-06-09', 93.7)], [split('2014-06-09', 7)])

    expect(adjusted).toEqual([bar('2014-06-06', 645.57 / 7, 700), bar('2014-06-09', 93.7)])
  })

  it('compounds several splits, in whatever order they are given', () => {
    const splits = [split('2014-06-09', 7), split('2020-08-31', 4)]
    const bars = [bar('2014-06-06', 28), bar('2014-06-09', 4), bar('2020-08-31', 1)]

    for (const order of [splits, splits.toReversed()]) {
      expect(adjustForSplits(bars, order).map(({ close }) => close)).toEqual([1, 1, 1])
    }
  })

  it('adds no dividends back', () => {
    const dividend: CorporateAction = { ...split('2014-06-09', 3), kind: 'dividend' }
    const bars = [bar('2014-06-06', 10)]

    expect(adjustForSplits(bars, [dividend])).toEqual(bars)
  })

  it('leaves out the days on which another security had the ticker, and keeps all where no history is known', () => {
    const periods = [
      { symbol: 'GOOG', ticker: 'GOOCV', from: '2014-03-27', to: '2014-04-02' },
      { symbol: 'GOOG', ticker: 'GOOG', from: '2014-04-03', to: '2050-12-31' },
    ]
    const bars = [bar('2014-03-26', 1), bar('2014-04-02', 2), bar('2014-04-03', 3)]

    expect(barsOfSecurity(bars, periods)).toEqual([bar('2014-04-03', 3)])
    expect(barsOfSecurity(bars, [])).toEqual(bars)
  })
})
