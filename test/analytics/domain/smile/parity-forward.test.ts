import { describe, expect, it } from 'vitest'
import { exposures } from '../../../../src/analytics/domain/exposures/exposures.ts'
import { expectedMove } from '../../../../src/analytics/domain/smile/constant-maturities.ts'
import { valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import { interestRate, ratesIn } from '../../../../src/market/domain/interest-rates.ts'
import { ChainBuilder, type ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { blackPrice } from '../../../../src/pricing/european/black.ts'
import { optionMetricsOf } from '../../../support/analytics/chain-answers.ts'
import { syntheticChain } from '../../../support/market/synthetic-chain.ts'

const RATE_WARNING = 'The quotes do not determine an interest rate: a flat 4 % per year is used.'

/** SPX of early 2022: spreads of USD 0.40 to 3, wider in the money, and box spreads at 1.58 %. */
const INDEX = {
  root: 'SPXW',
  asOf: '2026-03-10T20:00:00Z',
  spot: 4500,
  rate: 0.0158,
  dividendYield: 0.013,
  dates: ['2026-03-11', '2026-03-20', '2026-04-17', '2026-06-30', '2026-12-31', '2027-12-31'],
  strikes: Array.from({ length: 121 }, (_, index) => 3000 + 25 * index),
}

function widerInTheMoney(row: ContractRow): ContractRow {
  const inside = row.optionType === 'call' ? 4500 - row.strike : row.strike - 4500
  const half = 0.2 + (inside > 0 ? 0.0015 * inside : 0)
  const mid = 0.5 * (row.bid! + row.ask!)
  // Mids stand on ticks of 0.05.
  const shown = Math.round(mid * 20) / 20
  return { ...row, bid: Math.max(shown - half, 0), ask: shown + half }
}

describe('the rate and the forward of European chains', () => {
  it('reads 1.58 % from box spreads instead of assuming 4 %', () => {
    const { expirations, warnings } = valuedChain(syntheticChain({ ...INDEX, change: widerInTheMoney }))

    for (const { discountFactor, forward, yearsToExpiry } of expirations) {
      const rate = -Math.log(discountFactor) / yearsToExpiry
      expect(Math.abs(rate - 0.0158)).toBeLessThan(0.001)
      expect(Math.abs(forward - 4500 * Math.exp(0.0028 * yearsToExpiry))).toBeLessThan(0.5)
    }
    expect(warnings).toEqual([])
  })

  it('does not follow a third of stale pairs', () => {
    let pair = 0
    const chain = syntheticChain({
      ...INDEX,
      change: (row) => {
        const sound = widerInTheMoney(row)
        const stale = row.optionType === 'call' && pair++ % 3 === 0
        return stale ? { ...sound, bid: sound.bid! * 1.25, ask: sound.ask! * 1.25 } : sound
      },
    })

    for (const { discountFactor, forward, yearsToExpiry } of valuedChain(chain).expirations) {
      expect(Math.abs(-Math.log(discountFactor) / yearsToExpiry - 0.0158)).toBeLessThan(0.003)
      expect(Math.abs(forward - 4500 * Math.exp(0.0028 * yearsToExpiry))).toBeLessThan(1)
    }
  })

  it('keeps a term structure of rates, and lends near expirations the rate of their neighbours', () => {
    const chains = [0.01, 0.03].map((rate) => syntheticChain({ ...INDEX, rate, change: widerInTheMoney }))
    const builder = new ChainBuilder()
    for (const [index, chain] of chains.entries()) {
      const { contracts, expirations } = chain
      for (let row = 0; row < contracts.count; row++) {
        const place = contracts.expirationIndex[row]!
        // The near half of the curve stands at 1 %, the far half at 3 %.
        if (place < 4 !== (index === 0)) continue
        builder.add({
          root: 'SPXW',
          expirationDate: expirations[place]!.expirationDate,
          optionType: contracts.isCall[row] === 1 ? 'call' : 'put',
          strike: contracts.strike[row]!,
          bid: contracts.bid[row]!,
          ask: contracts.ask[row]!,
        })
      }
    }
    const { expirations } = valuedChain(
      builder.build({ symbol: 'SPX', asOfMs: chains[0]!.asOfMs, underlyingPrice: 4500 }),
    )
    const rates = expirations.map(({ discountFactor, yearsToExpiry }) => -Math.log(discountFactor) / yearsToExpiry)

    expect(Math.abs(rates[0]! - 0.01)).toBeLessThan(0.004)
    expect(Math.abs(rates[2]! - 0.01)).toBeLessThan(0.004)
    expect(Math.abs(rates.at(-1)! - 0.03)).toBeLessThan(0.002)
  })

  it('says so when it falls back to a flat rate that matters', () => {
    const few = syntheticChain({ strikes: [595, 600, 605] })
    const american = syntheticChain({ root: 'AAPL', dates: ['2027-01-15'] })
    const near = syntheticChain({ root: 'AAPL', dates: ['2026-12-18'] })

    expect(valuedChain(few).warnings).toContain(RATE_WARNING)
    expect(valuedChain(american).warnings).toContain(RATE_WARNING)
    expect(valuedChain(near).warnings).not.toContain(RATE_WARNING)
    expect(valuedChain(syntheticChain()).warnings).not.toContain(RATE_WARNING)
  })

  it('uses known rates where the quotes determine none, and says so of European chains', () => {
    const known = ratesIn('1m:2,1y:3')!
    const few = { ...syntheticChain({ strikes: [595, 600, 605] }), rates: { ...known, date: '2026-11-19' } }
    const american = { ...syntheticChain({ root: 'AAPL', dates: ['2027-01-15'] }), rates: known }
    const implied = { ...syntheticChain(), rates: known }
    const rateOf = ({ expirations: [first] }: ReturnType<typeof valuedChain>) =>
      -Math.log(first!.discountFactor) / first!.yearsToExpiry

    const valued = valuedChain(few)
    expect(rateOf(valued)).toBeCloseTo(interestRate(known, valued.expirations[0]!.yearsToExpiry), 12)
    expect(valued.warnings).toContain('The quotes do not determine an interest rate: those of 2026-11-19 are used.')
    expect(valuedChain({ ...few, rates: known }).warnings.join()).toContain('those of the settings are used')
    expect(rateOf(valuedChain(american))).toBeGreaterThan(0.019)
    expect(rateOf(valuedChain(american))).toBeLessThan(0.022)
    expect(valuedChain(american).warnings).toEqual([])
    expect(rateOf(valuedChain(implied))).toBeCloseTo(0.04, 3)
    expect(valuedChain(implied).warnings).toEqual([])
  })
})

/** VIX at 16 with futures of 18.6 to 21.6, European, on the forward of each expiration. */
const FUTURES = new Map([
  ['2026-12-16', 18.6],
  ['2027-01-20', 19.9],
  ['2027-03-17', 21.6],
])
const VIX_VOLATILITY = 0.9
const RATE = 0.04

function volatilityIndexChain(futures: ReadonlyMap<string, number>, spot: number) {
  const asOfMs = Date.parse('2026-11-20T20:00:00Z')
  const builder = new ChainBuilder()
  for (const [expirationDate, future] of futures) {
    const years = (Date.parse(`${expirationDate}T14:30:00Z`) - asOfMs) / (365 * 86_400_000)
    for (let strike = 10; strike <= 45; strike++) {
      for (const optionType of ['call', 'put'] as const) {
        const isCall = optionType === 'call'
        const price = blackPrice(isCall, future, strike, years, VIX_VOLATILITY, Math.exp(-RATE * years))
        builder.add({
          root: 'VIX',
          expirationDate,
          optionType,
          strike,
          bid: Math.max(price - 0.04, 0),
          ask: price + 0.04,
          openInterest: isCall ? 150 : 100,
        })
      }
    }
  }
  return builder.build({ symbol: 'VIX', asOfMs, underlyingPrice: spot })
}

describe('options on forwards', () => {
  it.each([
    ['above the index', FUTURES, 16],
    ['below the index', FUTURES, 34],
  ])('gives VIX options the volatility of their quotes with futures %s', (_name, futures, spot) => {
    const chain = volatilityIndexChain(futures, spot)
    const valued = valuedChain(chain)

    for (const { expirationDate, forward, atmIv } of valued.expirations) {
      expect(forward).toBeCloseTo(futures.get(expirationDate)!, 1)
      expect(Math.abs(atmIv - VIX_VOLATILITY)).toBeLessThan(0.01)
    }
    for (let row = 0; row < chain.contracts.count; row++) {
      const volatility = valued.volatility[row]!
      const quoted = Math.min(valued.mid[row]!, chain.contracts.ask[row]!) > 0.2
      if (quoted) expect(Math.abs(volatility - VIX_VOLATILITY), chain.contracts.optionSymbols[row]).toBeLessThan(0.05)
    }
    expect(valued.warnings.filter((warning) => warning.includes('older'))).toEqual([])
  })

  it('measures exposures and expected moves by the forward', () => {
    const chain = volatilityIndexChain(new Map([['2027-01-20', 20]]), 16)
    const valued = valuedChain(chain)
    const onForward = valuedChain(volatilityIndexChain(new Map([['2027-01-20', 20]]), 20))
    const all = new Uint8Array(chain.contracts.count).fill(1)

    const [received, expected] = [exposures(valued, all), exposures(onForward, all)]

    for (const figure of ['callGex', 'putGex', 'netDex', 'netVanna', 'netCharm'] as const) {
      expect(received[figure] / expected[figure]).toBeCloseTo(1, 9)
    }
    expect(expectedMove(valued.expirations[0]!)).toBeCloseTo(expectedMove(onForward.expirations[0]!), 9)
    const { answer } = optionMetricsOf(chain, { iv30Before: [] })
    expect(answer.expected_move_pct).toBeCloseTo((100 * answer.expected_move!) / 20, 1)
  })
})
