/**
 * Exposures of a chain's open interest in USD. Dealer sign: calls plus, puts minus (SqueezeMetrics, 2017). GEX:
 * Σ ±Γ·OI·m·S²·0.01, stock to trade per 1 % move. DEX: Σ Δ·OI·m·S with signed deltas and no dealer sign. Vanna:
 * Σ ±vanna·OI·m·S per volatility point; charm: Σ ±charm·OI·m·S per calendar day.
 */
import { at, indexAt } from '../../../lib/math/columns.ts'
import type { ContractColumns } from '../../../market/domain/options/chain.ts'

export const PER_ONE_PERCENT = 0.01

/** Sensitivities per row in units of the wire; a `ValuedChain` is one. */
export interface Sensitivities {
  readonly chain: { readonly contracts: ContractColumns }
  /** Price that the contracts of each expiration refer to, USD: the spot, or the forward for options on forwards. */
  readonly expirations: readonly { readonly referencePrice: number }[]
  readonly delta: Float64Array
  readonly gamma: Float64Array
  readonly vanna: Float64Array
  readonly charm: Float64Array
}

/** USD; NaN when no contract has both open interest and greeks. */
export interface Exposures {
  readonly callGex: number
  readonly putGex: number
  readonly netGex: number
  readonly netDex: number
  readonly netVanna: number
  readonly netCharm: number
}

/** Contracts missing from the sums. */
export interface LeftOut {
  /** Contracts whose open interest is unknown. */
  readonly unknownOpenInterest: number
  /** Contracts with open interest whose sensitivities are unknown. */
  readonly unknownVolatility: number
}

/**
 * Sums over the selected rows (1 in `selected`): GEX in USD per 1 % move, puts negative. Contracts with an unknown open
 * interest or sensitivity are left out.
 */
export function exposures(of: Sensitivities, selected: Uint8Array): Exposures {
  const { count, isCall, expirationIndex } = of.chain.contracts
  let callGex = 0
  let putGex = 0
  let netDex = 0
  let netVanna = 0
  let netCharm = 0
  let known = 0
  const prices = referencePrices(of)
  for (let row = 0; row < count; row++) {
    const shares = sharesOf(of.chain.contracts, row)
    const gamma = at(of.gamma, row)
    if (selected[row] !== 1 || Number.isNaN(shares) || Number.isNaN(gamma)) continue
    known++
    const price = at(prices, indexAt(expirationIndex, row))
    const scale = price * price * PER_ONE_PERCENT
    const side = isCall[row] === 1 ? 1 : -1
    if (side === 1) callGex += gamma * shares * scale
    else putGex -= gamma * shares * scale
    netDex += at(of.delta, row) * shares * price
    netVanna += side * at(of.vanna, row) * shares * price
    netCharm += side * at(of.charm, row) * shares * price
  }
  if (known === 0) return NOTHING
  return { callGex, putGex, netGex: callGex + putGex, netDex, netVanna, netCharm }
}

/** One entry per expiration. */
export function referencePrices({ expirations }: Sensitivities): Float64Array {
  return Float64Array.from(expirations, ({ referencePrice }) => referencePrice)
}

const NOTHING: Exposures = {
  callGex: Number.NaN,
  putGex: Number.NaN,
  netGex: Number.NaN,
  netDex: Number.NaN,
  netVanna: Number.NaN,
  netCharm: Number.NaN,
}

/** Open interest × multiplier of a row, in shares; NaN when open interest or deliverable is unknown. */
export function sharesOf({ openInterest, multiplier }: ContractColumns, row: number): number {
  return at(openInterest, row) * at(multiplier, row)
}

/** Counts the selected contracts that the sums leave out. */
export function leftOut({ chain, gamma }: Sensitivities, selected: Uint8Array): LeftOut {
  const { openInterest, count } = chain.contracts
  let unknownOpenInterest = 0
  let unknownVolatility = 0
  for (let row = 0; row < count; row++) {
    if (selected[row] !== 1) continue
    if (Number.isNaN(at(openInterest, row))) unknownOpenInterest++
    else if (at(openInterest, row) > 0 && Number.isNaN(at(gamma, row))) unknownVolatility++
  }
  return { unknownOpenInterest, unknownVolatility }
}

/** A sentence for each reason that has contracts; none where every contract counts. */
export function leftOutWarnings({ unknownOpenInterest, unknownVolatility }: LeftOut): string[] {
  const warnings: string[] = []
  if (unknownOpenInterest > 0)
    warnings.push(`Contracts left out because their open interest is unknown: ${unknownOpenInterest}.`)
  if (unknownVolatility > 0) {
    warnings.push(
      `Contracts with open interest left out of exposures because their volatility is unknown: ${unknownVolatility}.`,
    )
  }
  return warnings
}

/** Share of the gross GEX that comes from volatilities beyond the quoted strikes or from earlier quotes, in percent; NaN without any GEX. */
export function extrapolatedShare(
  of: Sensitivities & { readonly extrapolated: Uint8Array },
  selected: Uint8Array,
): number {
  const { contracts } = of.chain
  const prices = referencePrices(of)
  let gross = 0
  let extrapolated = 0
  for (let row = 0; row < contracts.count; row++) {
    const price = at(prices, indexAt(contracts.expirationIndex, row))
    const gex = at(of.gamma, row) * sharesOf(contracts, row) * price * price
    if (selected[row] !== 1 || Number.isNaN(gex)) continue
    gross += gex
    if (of.extrapolated[row] === 1) extrapolated += gex
  }
  return (100 * extrapolated) / gross
}
