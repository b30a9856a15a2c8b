import type { ValuedChain } from '../../../src/analytics/domain/valuation/chain-valuation.ts'
import { invertPrices } from '../../../src/analytics/domain/valuation/expiration-pricing.ts'

/** What the quotes of the two strikes around the forward imply, without any model of the smile. Decimals. */
export interface ImpliedAtMoney {
  /** Of the out-of-the-money mids, linear in variance between the strikes; NaN where one of them has no quote. */
  readonly volatility: number
  /** The wider difference between the volatilities of ask and bid. */
  readonly width: number
}

export function impliedAtMoney(valued: ValuedChain, expiration: number): ImpliedAtMoney {
  const { chain, pairs, mid, pricings, expirations } = valued
  const pricing = pricings[expiration]
  const { forward } = expirations[expiration]!
  const implied = (price: Float64Array) => {
    const volatility = new Float64Array(chain.contracts.count).fill(Number.NaN)
    if (pricing) invertPrices(pricing, price, volatility, new Uint8Array(chain.contracts.count))
    return volatility
  }
  const [middle, bid, ask] = [mid, chain.contracts.bid, chain.contracts.ask].map(implied)
  const quoted = Array.from({ length: pairs.firstOf[expiration + 1]! - pairs.firstOf[expiration]! }, (_, index) => {
    const pair = pairs.firstOf[expiration]! + index
    const row = (pairs.strike[pair]! > forward ? pairs.callRow : pairs.putRow)[pair]!
    return { k: Math.log(pairs.strike[pair]! / forward), row }
  }).filter(({ row }) => middle![row]! > 0)
  const below = quoted.filter(({ k }) => k <= 0).at(-1)
  const above = quoted.find(({ k }) => k > 0)
  if (!below || !above) return { volatility: Number.NaN, width: Number.NaN }
  const share = -below.k / (above.k - below.k)
  const variance = (1 - share) * middle![below.row]! ** 2 + share * middle![above.row]! ** 2
  const widths = [below, above].map(({ row }) => ask![row]! - (bid![row]! || 0))
  return { volatility: Math.sqrt(variance), width: Math.max(...widths) }
}
