/** What a list of many symbols shows of a chain, in a third of the time of a valuation. */
import { at } from '../../../lib/math/columns.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import { putCallTotals, type SideTotals } from '../exposures/put-call-ratios.ts'
import { constantMaturities, termExpirations } from '../smile/constant-maturities.ts'
import { typicalVolatilities } from '../smile/parity-premium.ts'
import { COUNTED, cleanQuotes } from '../smile/quote-cleaning.ts'
import { strikePairs } from '../smile/strike-pairs.ts'
import type { VolatilitySlice } from '../smile/volatility-slice.ts'
import { convergedTerms } from '../valuation/chain-carry.ts'
import { fillStrikes, type ValuedChain, valuedExpirations } from '../valuation/chain-valuation.ts'
import { expirationPricing, rowRanges } from '../valuation/expiration-pricing.ts'
import { selectedRows } from './expiration-filter.ts'

export interface ChainOutline {
  /** Contracts traded in the session; NaN where unknown. */
  readonly volume: SideTotals
  /** Volatility at 30 days, decimal; NaN is unknown. */
  readonly iv30: number
}

const MONTH_YEARS = 30 / 365

/** From a valuation that exists. */
export function outlineOf(valued: ValuedChain): ChainOutline {
  const { volume } = putCallTotals(valued.chain.contracts, valued.mid, selectedRows(valued, {}))
  return { volume, iv30: constantMaturities(valued).answer.iv30 }
}

/** Values only the expirations around 30 days. The figures equal those of the whole valuation. */
export function chainOutline(chain: OptionChain): ChainOutline {
  const pairs = strikePairs(chain)
  const clean = cleanQuotes(chain, pairs)
  const terms = convergedTerms(chain, pairs, clean)
  const typical = typicalVolatilities(chain, pairs, clean, terms)
  const ranges = rowRanges(chain)
  const strikes = { volatility: new Float64Array(pairs.count).fill(Number.NaN), origin: new Uint8Array(pairs.count) }

  function sliceAt(index: number): VolatilitySlice | null {
    const pricings = ranges.map((range, each) =>
      each === index ? expirationPricing(chain, terms, index, range, at(typical, index)) : null,
    )
    return fillStrikes(chain, { pairs, clean, terms, pricings, held: null }, strikes)[index] ?? null
  }

  const slices = new Map<number, VolatilitySlice | null>()
  const valued = () =>
    valuedExpirations(
      chain,
      terms,
      ranges.map((_, index) => slices.get(index) ?? null),
    )
  for (const side of aroundMonth(valued())) {
    for (const index of side) {
      if (!slices.has(index)) slices.set(index, sliceAt(index))
      // Without a volatility at the money, the next expiration takes its place.
      if ((valued()[index]?.atmIv ?? Number.NaN) > 0) break
    }
  }
  const counted = clean.eligibility.map((eligibility) => (eligibility === COUNTED ? 1 : 0))
  return {
    volume: putCallTotals(chain.contracts, clean.mid, counted).volume,
    iv30: constantMaturities({ expirations: valued() }).answer.iv30,
  }
}

/** Indices of the expirations up to 30 days and from 30 days on, nearest first. */
function aroundMonth(expirations: ValuedChain['expirations']): [number[], number[]] {
  const inTerm = new Set(termExpirations({ expirations }))
  const sorted = [...expirations.entries()]
    .filter(([, expiration]) => inTerm.has(expiration))
    .sort(([, a], [, b]) => a.yearsToExpiry - b.yearsToExpiry)
  const indices = (part: typeof sorted) => part.map(([index]) => index)
  return [
    indices(sorted.filter(([, { yearsToExpiry }]) => yearsToExpiry <= MONTH_YEARS).toReversed()),
    indices(sorted.filter(([, { yearsToExpiry }]) => yearsToExpiry >= MONTH_YEARS)),
  ]
}
