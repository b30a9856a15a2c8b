import { describe, expect, it } from 'vitest'
import { NO_PRICES, pricesOfPrint, withLater } from '../../../../src/flow/domain/sums/minute-prices.ts'

const ROW = { aggressor: 1, delta: 0.5, underlyingPrice: 600, price: 4, premium: 4_000 } as const

describe('the stock that hedges a print', () => {
  it('is bought for bought calls and sold puts, and sold for the reverse', () => {
    // 1,000 shares × 0.5 × USD 600.
    expect(pricesOfPrint(ROW).hedge).toBe(300_000)
    expect(pricesOfPrint({ ...ROW, aggressor: -1 }).hedge).toBe(-300_000)
    expect(pricesOfPrint({ ...ROW, delta: -0.5 }).hedge).toBe(-300_000)
    expect(pricesOfPrint({ ...ROW, delta: -0.5, aggressor: -1 }).hedge).toBe(300_000)
  })

  it.each([{ aggressor: 0 }, { delta: Number.NaN }, { underlyingPrice: Number.NaN }, { price: 0 }] as const)(
    'is unknown with %j',
    (change) => expect(pricesOfPrint({ ...ROW, ...change }).hedge).toBeNaN(),
  )
})

describe('the prices of a bucket', () => {
  it('are the first, the highest and the lowest at its prints, whatever is unknown between', () => {
    const at = (underlyingPrice: number) => pricesOfPrint({ ...ROW, underlyingPrice })
    const bucket = [at(Number.NaN), at(600), at(603), at(Number.NaN), at(598)].reduce(withLater, NO_PRICES)

    expect(bucket).toMatchObject({ openPrice: 600, highPrice: 603, lowPrice: 598, hedge: 500 * (600 + 603 + 598) })
  })
})
