import { describe, expect, it } from 'vitest'
import type { FigureRange } from '../../../../src/analytics/contract/figure-range.ts'
import { gammaFigures } from '../../../../src/analytics/domain/exposures/gamma-exposure.ts'
import { constantMaturities } from '../../../../src/analytics/domain/smile/constant-maturities.ts'
import { volatilityRanges } from '../../../../src/analytics/domain/smile/volatility-ranges.ts'
import { type ValuedChain, valuedChain } from '../../../../src/analytics/domain/valuation/chain-valuation.ts'
import type { OptionChain } from '../../../../src/market/domain/options/chain.ts'
import type { ContractRow } from '../../../../src/market/domain/options/chain-builder.ts'
import { type ChainRecipe, syntheticChain } from '../../../support/market/synthetic-chain.ts'

type Broken = ChainRecipe & { readonly dividends?: OptionChain['dividends'] }

const quote = (of: (row: ContractRow) => Partial<ContractRow>) => (row: ContractRow) => ({ ...row, ...of(row) })
const strikes = Array.from({ length: 9 }, (_, index) => 520 + 20 * index)
/** The whole value of the share can be exercised, and more is bid. */
const stale = ({ optionType, strike }: ContractRow) =>
  Math.abs(strike - 600) > 40 && optionType === (strike < 600 ? 'call' : 'put')

const chains: Readonly<Record<string, Broken>> = {
  'every quote crossed': { change: quote(({ bid, ask }) => ({ bid: ask! + 1, ask: bid! })) },
  'only asks': { change: quote(() => ({ bid: Number.NaN })) },
  'only bids': { change: quote(() => ({ ask: Number.NaN })) },
  'zero bids everywhere': { root: 'SPY', strikes, change: quote(() => ({ bid: 0 })) },
  'one strike': { root: 'SPY', strikes: [600] },
  'one strike far from the price': { strikes: [900] },
  'each strike twice': { strikes: strikes.flatMap((strike) => [strike, strike]) },
  'quotes that are not numbers': { change: quote(() => ({ bid: Number.NaN, ask: Number.NaN })) },
  'every third quote not a number': {
    root: 'SPY',
    strikes,
    change: quote(({ strike }) => (strike % 30 === 0 ? { bid: Number.NaN, ask: Number.NaN } : {})),
  },
  'one minute to settlement': { asOf: '2026-11-20T20:59:00Z', dates: ['2026-11-20', '2026-12-18'] },
  'a negative rate': { root: 'SPY', strikes, rate: -0.03 },
  'a negative rate and a lower yield': { root: 'SPY', strikes, rate: -0.02, dividendYield: -0.05 },
  'a dividend of a quarter of the price': { root: 'SPY', strikes, dividends: [{ exDate: '2026-12-01', amount: 150 }] },
  'a dividend above the price': { root: 'SPY', strikes, dividends: [{ exDate: '2026-12-01', amount: 700 }] },
  'stale quotes in the money': {
    root: 'SPY',
    strikes,
    change: quote((row) => (stale(row) ? { bid: 1, ask: 1.1 } : {})),
  },
  'quotes in the money above the share': {
    root: 'SPY',
    strikes,
    change: quote((row) => (stale(row) ? { bid: 800, ask: 810 } : {})),
  },
  'a volatility of 500 %': { strikes, volatility: () => 5 },
  'every quote one tick wide at one tick': { change: quote(() => ({ bid: 0.01, ask: 0.02 })) },
  'the same quote everywhere': { root: 'SPY', strikes, change: quote(() => ({ bid: 20, ask: 21 })) },
}

const valuedOf = ({ dividends, ...recipe }: Broken) => {
  const chain = syntheticChain({ ...recipe, dates: recipe.dates ?? ['2026-12-18', '2027-01-15'] })
  return valuedChain(dividends ? { ...chain, dividends } : chain)
}

function expectHeld(figure: string, value: number | null, range: FigureRange | null | undefined): void {
  if (value === null || Number.isNaN(value)) {
    expect(range ?? null, figure).toBeNull()
    return
  }
  expect(Number.isFinite(value), figure).toBe(true)
  if (!range) return
  expect(range.low, figure).toBeLessThanOrEqual(value)
  expect(range.high, figure).toBeGreaterThanOrEqual(value)
}

function expectPricesWithinQuotes({ chain, counted, theoreticalPrice }: ValuedChain): void {
  const { bid, ask, optionSymbols } = chain.contracts
  for (const [row, symbol] of optionSymbols.entries()) {
    const price = theoreticalPrice[row]!
    if (counted[row] !== 1 || Number.isNaN(price)) continue
    const isReadable = ask[row]! > 0 && !(bid[row]! > ask[row]!)
    const [low, high] = isReadable ? [bid[row]! || 0, ask[row]!] : [0, Number.MAX_VALUE]
    if (!(price >= low && price <= high)) expect.fail(`${symbol}: ${bid[row]} ${price} ${ask[row]}`)
  }
}

describe.each(Object.entries(chains))('a chain with %s', (_, recipe) => {
  it('has prices within their quotes, and figures that are unknown or within their ranges', () => {
    const valued = valuedOf(recipe)
    const { answer } = gammaFigures(valued, {})
    const ranges = volatilityRanges(valued)

    expectPricesWithinQuotes(valued)
    for (const figure of ['net_gex', 'gamma_flip', 'call_wall', 'put_wall'] as const) {
      expectHeld(figure, answer[figure], answer[`${figure}_range`])
    }
    expectHeld('iv30', constantMaturities(valued).answer.iv30, ranges.iv30)
    for (const [index, { atmIv }] of valued.expirations.entries()) expectHeld('atm_iv', atmIv, ranges.atmIv[index])
  })
})
