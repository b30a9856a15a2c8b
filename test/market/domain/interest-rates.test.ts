import { describe, expect, it } from 'vitest'
import { continuousRate, interestRate, ratesIn, tenorYears } from '../../../src/market/domain/interest-rates.ts'

describe('interest rates', () => {
  it('are read as maturities with percent, in any order', () => {
    const rates = ratesIn(' 1Y:3.8, 1m:4.1 ,30d:4.1,2w:-0.5')

    expect(rates?.date).toBeNull()
    expect(rates?.points.map(({ years }) => Math.round(365 * years * 10) / 10)).toEqual([14, 30, 30.4, 365])
    expect(rates?.points[0]?.rate).toBeCloseTo(-0.00500626, 8)
  })

  it.each(['', '4', '1m', '1m:', '1m:4:5', '1x:4', '0d:4', '1m:four', '1m:410', '1m:4,1m:5', '1m:4,,1y:3'])(
    'are refused as %j',
    (text) => {
      expect(ratesIn(text)).toBeNull()
    },
  )

  it('are continuous: a bond-equivalent yield of 4 % is 3.9605 %', () => {
    expect(continuousRate(4)).toBeCloseTo(0.0396053, 7)
    expect([continuousRate(-6), continuousRate(31), continuousRate(Number.NaN)]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
  })

  it('have tenors of days, weeks, months and years', () => {
    expect(['73d', '1w', '6m', '10y', '6'].map(tenorYears)).toEqual([0.2, 7 / 365, 0.5, 10, Number.NaN])
  })

  it('lie on lines between maturities, and are flat beyond them', () => {
    const points = [
      { years: 0.5, rate: 0.04 },
      { years: 1, rate: 0.03 },
      { years: 2, rate: 0.05 },
    ]
    const rateAt = (years: number) => interestRate({ points }, years)

    expect([0.1, 0.5, 1, 9].map(rateAt)).toEqual([0.04, 0.04, 0.03, 0.05])
    expect(rateAt(0.75)).toBeCloseTo(0.035, 12)
    expect(rateAt(1.75)).toBeCloseTo(0.045, 12)
  })
})
