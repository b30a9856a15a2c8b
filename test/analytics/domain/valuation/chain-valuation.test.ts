import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OptionMetrics } from '../../../../src/analytics/contract/option-metrics.ts'
import { OptionRow } from '../../../../src/analytics/contract/option-rows.ts'
import { optionRow } from '../../../../src/analytics/domain/chain/option-chain-rows.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { gammaExposureOf, optionMetricsOf } from '../../../support/analytics/chain-answers.ts'
import { AS_OF, syntheticChain } from '../../../support/market/synthetic-chain.ts'

const smile = (strike: number, years: number) =>
  0.18 + 0.4 * (Math.log(strike / 600) ** 2 / Math.sqrt(years)) - 0.1 * Math.log(strike / 600)

/** The row of a contract on the wire: parsed by its schema, so that a NaN or a missing key fails every test here. */
function row(chain: OptionChain, symbol: string): OptionRow {
  const index = chain.contracts.optionSymbols.indexOf(symbol)
  if (index < 0) throw new Error(`Not listed: ${symbol}`)
  return OptionRow.parse(optionRow(valuedChain(chain), index))
}

const only =
  (symbol: Partial<ContractRow>, change: Partial<ContractRow>) =>
  (contract: ContractRow): ContractRow =>
    Object.entries(symbol).every(([key, value]) => contract[key as keyof ContractRow] === value)
      ? { ...contract, ...change }
      : contract

const PUT_580 = { optionType: 'put', strike: 580, expirationDate: '2026-12-18' } as const
const CALL_580 = { ...PUT_580, optionType: 'call' } as const

describe('the valuation of a clean chain', () => {
  it('finds the forward, the yield and the volatilities that the quotes were made of', () => {
    const valued = valuedChain(syntheticChain({ volatility: smile, halfSpread: 0.005 }))

    for (const expiration of valued.expirations) {
      const years = expiration.yearsToExpiry
      expect(expiration.forward).toBeCloseTo(600 * Math.exp(0.027 * years), 3)
      expect(expiration.dividendYield).toBeCloseTo(0.013, 3)
      expect(expiration.atmIv).toBeCloseTo(smile(expiration.forward, years), 3)
    }
    for (const [index, symbol] of valued.chain.contracts.optionSymbols.entries()) {
      const strike = Number(symbol.slice(13)) / 1000
      const expiration = valued.expirations[valued.chain.contracts.expirationIndex[index]!]!
      expect(Math.abs(valued.volatility[index]! - smile(strike, expiration.yearsToExpiry)), symbol).toBeLessThan(2e-3)
    }
    expect(valued.warnings).toEqual([])
  })

  it('gives call and put of a strike one volatility, and greeks that obey parity', () => {
    const valued = valuedChain(syntheticChain({ volatility: smile }))
    const { callRow, putRow, count } = valued.pairs

    for (let pair = 0; pair < count; pair++) {
      const [call, put] = [callRow[pair]!, putRow[pair]!]
      const expiration = valued.expirations[valued.chain.contracts.expirationIndex[call]!]!
      const dividendFactor = (expiration.forward * expiration.discountFactor) / valued.spot
      expect(valued.volatility[call]).toBe(valued.volatility[put])
      expect(valued.gamma[call]).toBeCloseTo(valued.gamma[put]!, 12)
      expect(valued.vega[call]).toBeCloseTo(valued.vega[put]!, 12)
      expect(valued.delta[call]! - valued.delta[put]!).toBeCloseTo(dividendFactor, 10)
    }
  })

  it('names the side that a volatility was taken from', () => {
    const chain = syntheticChain({ volatility: smile })

    expect(row(chain, 'XSP   261218P00580000').iv_status).toBe('ok')
    expect(row(chain, 'XSP   261218C00580000').iv_status).toBe('inherited')
    expect(row(chain, 'XSP   261218C00640000').iv_status).toBe('ok')
  })

  it('does not follow one side of a strike at the money against the other and the neighbours', () => {
    const chain = syntheticChain({
      halfSpread: 0.3,
      change: (contract) =>
        contract.strike === 600 && contract.optionType === 'call' && contract.expirationDate === '2026-12-18'
          ? { ...contract, bid: contract.bid! + 0.25, ask: contract.ask! + 0.25 }
          : contract,
    })

    // The call alone says 0.2038; the put and the strikes around say 0.2.
    const blended = row(chain, 'XSP   261218C00600000').implied_volatility!
    expect(Math.abs(blended - 0.2)).toBeLessThan(0.001)
  })

  it('finds the forward through noise within the spreads', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 246, maxLength: 246 }),
        (noise) => {
          let next = 0
          const chain = syntheticChain({
            halfSpread: 0.1,
            change: (contract) => {
              const shift = noise[next++ % noise.length]!
              return { ...contract, bid: Math.max(contract.bid! + shift, 0), ask: contract.ask! + shift }
            },
          })

          for (const { forward, yearsToExpiry } of valuedChain(chain).expirations) {
            expect(Math.abs(forward - 600 * Math.exp(0.027 * yearsToExpiry))).toBeLessThan(0.15)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('keeps the AM and the PM expiration of one date apart', () => {
    const chain = syntheticChain({
      root: 'SPX',
      dates: ['2026-12-18'],
      change: (contract) => (contract.optionType === 'call' ? { ...contract, root: 'SPXW' } : contract),
    })
    const [am, pm] = valuedChain(chain).expirations

    expect([am?.settlement, pm?.settlement]).toEqual(['am', 'pm'])
    expect((pm!.yearsToExpiry - am!.yearsToExpiry) * 365 * 24).toBeCloseTo(6.5, 9)
  })
})

describe('the valuation of bad data', () => {
  it('keeps expired contracts in the list and out of every sum', () => {
    const dates = ['2026-11-19', '2026-12-18']
    const chain = syntheticChain({ dates })
    const without = syntheticChain({ dates: ['2026-12-18'] })

    expect(row(chain, 'XSP   261119C00600000')).toMatchObject({
      iv_status: 'expired',
      implied_volatility: null,
      delta: null,
      gamma: null,
      theoretical_price: null,
      dte: -1,
    })
    expect(gammaExposureOf(chain).answer).toEqual(gammaExposureOf(without).answer)
    expect(valuedChain(chain).warnings).toEqual(['Contracts that had settled at as_of, left out of every sum: 82.'])
  })

  it('drops contracts of the day at the close, not at midnight', () => {
    const at = (asOf: string) => valuedChain(syntheticChain({ asOf, dates: ['2026-11-20'] })).expirations[0]!.expired

    expect(at('2026-11-20T20:59:00Z')).toBe(false)
    expect(at('2026-11-20T21:00:00Z')).toBe(true)
  })

  it('takes a vendor volatility of zero for unknown, never for a number', () => {
    const chain = syntheticChain({ change: (contract) => ({ ...contract, bid: 0, ask: 0, vendorIv: 0 }) })

    expect(row(chain, 'XSP   261218P00580000')).toMatchObject({
      iv_status: 'no_quote',
      implied_volatility: null,
      gamma: null,
      vega: null,
      mid: null,
    })
  })

  it('uses vendor volatilities where an expiration has no quotes at all', () => {
    const chain = syntheticChain({ change: (contract) => ({ ...contract, bid: 0, ask: 0, vendorIv: 0.27 }) })

    expect(row(chain, 'XSP   261218P00580000')).toMatchObject({ iv_status: 'vendor', implied_volatility: 0.27 })
    expect(valuedChain(chain).expirations[0]!.atmIv).toBeCloseTo(0.27, 9)
    expect(valuedChain(chain).warnings[0]).toContain('No forward from put-call parity for 2026-12-18')
  })

  it('does not believe a vendor volatility that its own last price contradicts', () => {
    const vendor = (vendorIv: number) =>
      syntheticChain({
        change: (contract) => ({ ...contract, bid: 0, ask: 0, vendorIv, last: contract.bid! + 0.02 }),
        dividendYield: 0,
      })

    expect(row(vendor(0.21), 'XSP   261218P00600000')).toMatchObject({ iv_status: 'vendor', implied_volatility: 0.21 })
    expect(row(vendor(1.9), 'XSP   261218P00600000')).toMatchObject({ iv_status: 'no_quote', gamma: null })
  })

  it.each([
    ['crossed', { bid: 9, ask: 8 }, null],
    ['one-sided', { bid: 0, ask: 0.05 }, 0.025],
    ['without an offer', { bid: 4, ask: 0 }, null],
    ['wider than a quarter of its middle', { bid: 4, ask: 8 }, 6],
    ['missing', { bid: Number.NaN, ask: Number.NaN }, null],
  ])('asks the other side of the strike when a quote is %s', (_name, quote, mid) => {
    const chain = syntheticChain({ volatility: smile, change: only(PUT_580, quote) })

    const received = row(chain, 'XSP   261218P00580000')

    // With 0.05 offered, the call's time value contradicts the put, so neither of them counts.
    expect(received.iv_status).toBe(quote.ask === 0.05 ? 'interpolated' : 'inherited')
    expect(received.mid).toBe(mid)
    expect(Math.abs(received.implied_volatility! - smile(580, 28 / 365))).toBeLessThan(5e-3)
  })

  it('reads between the strikes around when neither side has a usable quote', () => {
    const broken = { bid: 0, ask: 0 }
    const chain = syntheticChain({
      volatility: smile,
      change: (contract) => only(CALL_580, broken)(only(PUT_580, broken)(contract)),
    })

    const received = row(chain, 'XSP   261218P00580000')

    expect(received.iv_status).toBe('interpolated')
    expect(Math.abs(received.implied_volatility! - smile(580, 28 / 365))).toBeLessThan(2e-3)
  })

  it('believes locked quotes', () => {
    const chain = syntheticChain({ halfSpread: 0 })

    expect(row(chain, 'XSP   261218P00580000')).toMatchObject({ iv_status: 'ok' })
    expect(valuedChain(chain).expirations[0]!.atmIv).toBeCloseTo(0.2, 6)
  })

  it('forgets a quote far below intrinsic value, but counts its contract', () => {
    const stale = { bid: 40, ask: 41 }
    const chain = syntheticChain({
      strikes: [450, ...Array.from({ length: 41 }, (_, index) => 500 + 5 * index)],
      volatility: smile,
      change: only({ optionType: 'call', strike: 450 }, stale),
    })
    const valued = valuedChain(chain)
    const index = chain.contracts.optionSymbols.indexOf('XSP   261218C00450000')

    expect(valued.counted[index]).toBe(1)
    expect(row(chain, 'XSP   261218C00450000').delta).toBeGreaterThan(0.98)
  })
})

describe('the valuation of incomplete data', () => {
  it('leaves contracts out whose quotes are from before a split, and says how many', () => {
    const foreign = syntheticChain({
      strikes: [...Array.from({ length: 41 }, (_, index) => 500 + 5 * index), 5000, 6000, 7000],
      change: (contract) =>
        contract.strike >= 5000
          ? { ...contract, bid: contract.optionType === 'call' ? 1200 : 90, ask: 1210 }
          : contract,
    })

    expect(row(foreign, 'XSP   261218C05000000')).toMatchObject({ iv_status: 'above_max', gamma: null, delta: null })
    expect(valuedChain(foreign).warnings).toEqual([
      'Contracts whose quotes cannot be of this underlying (left over from before a split), left out of every sum: 18.',
    ])
    expect(optionMetricsOf(foreign, { iv30Before: [] }).answer.total_open_interest).toBe(246 * 100)
  })

  it('leaves contracts of unknown open interest out, counts them, and knows zero from unknown', () => {
    const some = syntheticChain({ change: only(PUT_580, { openInterest: Number.NaN }) })
    const none = syntheticChain({ change: (contract) => ({ ...contract, openInterest: Number.NaN }) })
    const zero = syntheticChain({ change: (contract) => ({ ...contract, openInterest: 0 }) })

    expect(gammaExposureOf(some).warnings).toEqual(['Contracts left out because their open interest is unknown: 1.'])
    expect(gammaExposureOf(none).answer).toMatchObject({
      net_gex: null,
      call_gex: null,
      gamma_flip: null,
      gamma_regime: null,
      call_wall: null,
      put_wall: null,
      profile: [],
    })
    expect(gammaExposureOf(zero).answer).toMatchObject({
      net_gex: 0,
      gamma_regime: null,
      call_wall: null,
      gamma_flip: null,
    })
    expect(OptionMetrics.parse(optionMetricsOf(none, { iv30Before: [] }).answer)).toMatchObject({
      max_pain: null,
      total_open_interest: null,
      put_call_ratio_open_interest: null,
      put_call_ratio_volume: 1,
    })
  })

  it('has null ratios where every volume is null', () => {
    const chain = syntheticChain({ change: ({ volume: _, ...contract }) => contract })

    expect(optionMetricsOf(chain, { iv30Before: [] }).answer).toMatchObject({
      put_call_ratio_volume: null,
      put_call_ratio_premium: null,
      total_volume: null,
    })
  })

  it('prices an expiration with three quotes by them', () => {
    const chain = syntheticChain({ dates: ['2026-12-18'], strikes: [590, 600, 610] })
    const lonely = syntheticChain({ dates: ['2026-12-18'], strikes: [590, 600] })

    expect(valuedChain(chain).expirations[0]!.atmIv).toBeCloseTo(0.2, 3)
    expect(valuedChain(lonely).expirations[0]!.atmIv).toBeCloseTo(0.2, 3)
    expect(row(chain, 'XSP   261218C00590000').iv_status).toBe('inherited')
  })

  it('does not read the money of an expiration whose only quotes are far from it', () => {
    const chain = syntheticChain({
      dates: ['2026-12-18'],
      strikes: [400, 410, 420],
      volatility: () => 0.6,
      halfSpread: 0.001,
    })

    expect(valuedChain(chain).expirations[0]!.atmIv).toBeNaN()
    expect(optionMetricsOf(chain, { iv30Before: [] }).answer).toMatchObject({
      atm_iv: null,
      expected_move: null,
      rr25: null,
    })
  })

  it('prices a contract with ten minutes to live', () => {
    const chain = syntheticChain({
      asOf: '2026-11-20T20:50:00Z',
      dates: ['2026-11-20'],
      strikes: Array.from({ length: 21 }, (_, index) => 595 + index / 2),
      halfSpread: 0.005,
      volatility: () => 0.3,
    })
    const valued = valuedChain(chain)

    expect(valued.expirations[0]!.yearsToExpiry * 525_600).toBeCloseTo(10, 9)
    const received = row(chain, 'XSP   261120C00600000')
    expect(received.implied_volatility).toBeCloseTo(0.3, 2)
    expect(received.dte).toBe(0)
    // The residual yield of ten minutes is noise; it must not blow theta and charm up.
    expect(Math.abs(received.theta!)).toBeLessThan(60)
    expect(Object.values(received)).not.toContain(Number.NaN)
  })

  it('lets a deep contract without time value keep its delta, and nothing else', () => {
    const chain = syntheticChain({
      dates: ['2026-12-18'],
      strikes: [300],
      dividendYield: 0,
      halfSpread: 0,
      change: (contract) => (contract.optionType === 'put' ? { ...contract, bid: 0, ask: 0.01 } : contract),
    })

    const received = row(chain, 'XSP   261218C00300000')

    expect(received).toMatchObject({ iv_status: 'at_intrinsic', implied_volatility: null, gamma: 0, vega: 0 })
    expect(received.delta).toBeGreaterThan(0.99)
    expect(row(chain, 'XSP   261218P00300000')).toMatchObject({ iv_status: 'no_quote', delta: null })
  })

  it('says when a price is below intrinsic value or above its largest possible value', () => {
    const lonely = (change: Partial<ContractRow>) =>
      syntheticChain({
        dates: ['2026-12-18'],
        strikes: [590],
        change: (contract) => (contract.optionType === 'put' ? undefined : { ...contract, ...change }),
      })

    const below = row(lonely({ bid: 9, ask: 9.1 }), 'XSP   261218C00590000')
    const above = row(lonely({ bid: 601, ask: 603 }), 'XSP   261218C00590000')

    expect(below).toMatchObject({ iv_status: 'below_intrinsic', implied_volatility: null, delta: null })
    expect(above).toMatchObject({ iv_status: 'no_quote', implied_volatility: null, delta: null })
  })

  it('lists adjusted contracts of unknown deliverable without pricing them', () => {
    const chain = syntheticChain({
      change: (contract) => (contract.strike === 580 ? { ...contract, root: 'XSP1' } : contract),
    })

    expect(row(chain, 'XSP1  261218P00580000')).toMatchObject({ iv_status: 'invalid_input', delta: null })
    expect(valuedChain(chain).warnings).toEqual([
      'Adjusted contracts of unknown deliverable, left out of every sum: 6.',
    ])
  })

  it('warns of a stated price that the quotes contradict', () => {
    const chain: OptionChain = { ...syntheticChain(), underlyingPrice: 610 }

    expect(valuedChain(chain).warnings).toEqual([
      expect.stringMatching(
        /^The stated price of XSP, 610\.00, is 1\.\d % above the 59\d\.\d\d that the option quotes imply/,
      ),
    ])
  })

  it('stands in for a price that the source does not have, and gives up without quotes', () => {
    const implied = valuedChain({ ...syntheticChain(), underlyingPrice: Number.NaN })
    const unknown = syntheticChain({ change: (contract) => ({ ...contract, bid: 0, ask: 0 }) })

    expect(implied.spot).toBeCloseTo(600, -1)
    expect(implied.warnings[0]).toContain('implied by put-call parity, is used')
    const answer = gammaExposureOf({ ...unknown, underlyingPrice: Number.NaN }).answer
    expect(answer).toMatchObject({ underlying_price: null, net_gex: null, profile: [], gamma_flip: null })
  })

  it('answers for an empty chain', () => {
    const empty = syntheticChain({ dates: [] })

    expect(OptionMetrics.parse(optionMetricsOf(empty, { iv30Before: [] }).answer)).toMatchObject({
      net_gex: null,
      iv30: null,
    })
    expect(optionMetricsOf(empty, { iv30Before: [] }).warnings).toContain(
      'No unexpired contract is listed for the requested expirations.',
    )
  })

  it('never shows NaN, whatever the quotes', () => {
    const price = fc.oneof(fc.double({ min: 0, max: 700, noNaN: true }), fc.constantFrom(0, Number.NaN, 0.01, 1e9))
    fc.assert(
      fc.property(fc.array(fc.tuple(price, price, price, fc.boolean()), { minLength: 6, maxLength: 20 }), (quotes) => {
        let next = 0
        const chain = syntheticChain({
          asOf: AS_OF,
          dates: ['2026-11-20', '2026-12-18'],
          strikes: [1, 590, 600, 605, 99_999],
          change: (contract) => {
            const [bid, ask, openInterest, keep] = quotes[next++ % quotes.length]!
            return keep ? { ...contract, openInterest } : { ...contract, bid, ask, openInterest }
          },
        })
        const valued: ValuedChain = valuedChain(chain)

        for (let index = 0; index < chain.contracts.count; index++) OptionRow.parse(optionRow(valued, index))
        OptionMetrics.parse(optionMetricsOf(chain, { iv30Before: [] }).answer)
        expect(JSON.stringify(gammaExposureOf(chain).answer)).not.toContain('NaN')
      }),
      { numRuns: 100 },
    )
  })
})
