import { rulesOfRoot, settlementInstant } from '../../../src/market/domain/calendar/option-expirations.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { ChainBuilder, type ContractRow } from '../../../src/market/domain/options/chain-builder.ts'
import { blackPrice } from '../../../src/pricing/european/black.ts'
import { americanPrice } from '../../oracles/american-price.ts'

export interface ChainRecipe {
  /** XSP, which is European, where left out; roots of stocks are priced as American. */
  readonly root?: string
  readonly asOf?: string
  readonly spot?: number
  readonly dates?: readonly string[]
  readonly strikes?: readonly number[]
  /** Volatility by strike and years. */
  readonly volatility?: (strike: number, years: number) => number
  readonly rate?: number
  readonly dividendYield?: number
  /** Half the spread, USD. */
  readonly halfSpread?: number
  /** Has the last word on each row; undefined leaves it out. */
  readonly change?: (row: ContractRow) => ContractRow | undefined
}

export const AS_OF = '2026-11-20T20:00:00Z'
export const STRIKES = Array.from({ length: 41 }, (_, index) => 500 + 5 * index)

/** A chain whose truth is known: quotes around the prices of one volatility surface, 100 contracts of open interest. */
export function syntheticChain(recipe: ChainRecipe = {}): OptionChain {
  const { root = 'XSP', asOf = AS_OF, spot = 600, rate = 0.04, dividendYield = 0.013, halfSpread = 0.02 } = recipe
  const { dates = ['2026-12-18', '2027-01-15', '2027-03-19'], strikes = STRIKES, volatility = () => 0.2 } = recipe
  const { change = (row: ContractRow) => row } = recipe
  const asOfMs = Date.parse(asOf)
  const builder = new ChainBuilder()
  for (const expirationDate of dates) {
    const years = (settlementInstant(expirationDate, rulesOfRoot(root).settlement) - asOfMs) / (525_600 * 60_000)
    const forward = spot * Math.exp((rate - dividendYield) * years)
    for (const strike of strikes) {
      for (const optionType of ['call', 'put'] as const) {
        const sigma = volatility(strike, years)
        const isCall = optionType === 'call'
        const price =
          rulesOfRoot(root).style === 'american'
            ? americanPrice(isCall, spot, strike, years, sigma, rate, dividendYield)
            : blackPrice(isCall, forward, strike, years, sigma, Math.exp(-rate * years))
        const row = change({
          root,
          expirationDate,
          optionType,
          strike,
          bid: Math.max(price - halfSpread, 0),
          ask: price + halfSpread,
          volume: 10,
          openInterest: 100,
        })
        if (row) builder.add(row)
      }
    }
  }
  return builder.build({ symbol: root, asOfMs, underlyingPrice: spot })
}
