import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blackPrice } from '../../src/pricing/european/black.ts'
import { sharedDataExists, sharedPath } from '../support/market/shared-data.ts'
import { expectNear } from '../support/near.ts'
import { modelFreeVariance, volatilityIndex } from './model-free-variance.ts'

const YEARS = 30 / 365

const flatQuotes = Array.from({ length: 161 }, (_, index) => {
  const strike = 600 + 5 * index
  const price = (isCall: boolean) => blackPrice(isCall, 1000, strike, YEARS, 0.2, 1)
  return { strike, callBid: price(true), callAsk: price(true), putBid: price(false), putAsk: price(false) }
})

describe('model-free variance', () => {
  it('gives the variance back that a flat smile was priced with', () => {
    const result = modelFreeVariance(flatQuotes, { yearsToExpiry: YEARS, rate: 0 })!

    expect(result.forward).toBeCloseTo(1000, 9)
    // Strikes five dollars apart leave a discretisation error of their own.
    expect(result.variance).toBeCloseTo(0.04, 3)
  })

  it('stops at two zero bids in a row, and skips one', () => {
    const quotes = flatQuotes.map((quote) => ([800, 700, 705].includes(quote.strike) ? { ...quote, putBid: 0 } : quote))

    const { strikes } = modelFreeVariance(quotes, { yearsToExpiry: YEARS, rate: 0 })!

    expect(strikes[0]).toBe(710)
    expect(strikes).not.toContain(800)
    expect(strikes).toContain(795)
  })

  it('is unknown without a strike that has both sides', () => {
    expect(modelFreeVariance([], { yearsToExpiry: YEARS, rate: 0 })).toBeNull()
    const oneSided = flatQuotes.map((quote) => ({ ...quote, putAsk: Number.NaN }))
    expect(modelFreeVariance(oneSided, { yearsToExpiry: YEARS, rate: 0 })).toBeNull()
  })

  it('interpolates the variances of the later editions to their index', () => {
    const near = { variance: 0.01846292, minutes: 0.0683486 * 525_600 }
    const next = { variance: 0.01882101, minutes: 0.0882686 * 525_600 }

    expectNear(volatilityIndex(near, next), 13.685821, 1e-6, 'index of the 2014 paper')
  })
})

describe.skipIf(!sharedDataExists)('the worked example of the VIX white paper', () => {
  it('selects the same options and gives the same index', () => {
    const example = JSON.parse(readFileSync(sharedPath('vectors', 'e_vix_whitepaper_2009.json'), 'utf8'))
    const term = (exp: string, minutes: number) => {
      const quotes = example.quotes
        .filter((quote: { exp: string }) => quote.exp === exp)
        .map((quote: { K: number }) => ({ ...quote, strike: quote.K }))
      const expected = example.computed.terms[exp]
      const result = modelFreeVariance(quotes, { yearsToExpiry: minutes / 525_600, rate: 0.0038 })!
      expect(result.strikes).toHaveLength(expected.nSelected)
      expect(result.strikes[0]).toBe(expected.lowestStrike)
      expect(result.strikes.at(-1)).toBe(expected.highestStrike)
      expect(result.centreStrike).toBe(expected.K0)
      expectNear(result.forward, expected.F, 1e-12, `${exp} forward`)
      expectNear(result.variance, expected.sigma2, 1e-12, `${exp} variance`)
      return { variance: result.variance, minutes }
    }

    const index = volatilityIndex(term('20090110', 12_960), term('20090207', 53_280))

    expectNear(index, example.computed.VIX, 1e-12, 'index')
    expect(index.toFixed(2)).toBe('61.22')
  })
})
