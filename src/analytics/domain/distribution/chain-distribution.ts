/** The risk-neutral distribution of the price at a date, from the expirations of a chain. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { evaluateAmericanGreeks } from '../../../pricing/american/american-columns.ts'
import { greekColumns } from '../../../pricing/contract-columns.ts'
import { evaluateGreeks } from '../../../pricing/european/greek-columns.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { distributionBetween } from './between-expirations.ts'
import type { PriceDistribution } from './price-distribution.ts'
import { type SmoothSmile, smoothSmile } from './smooth-smile.ts'

export interface ChainDistribution {
  readonly distribution: PriceDistribution
  /** The expiration itself, else the one after the date. */
  readonly expiration: ValuedExpiration
  readonly isInterpolated: boolean
  readonly yearsToDate: number
  /** σ√T at the money, and at a price. */
  readonly deviation: number
  deviationAt(price: number): number
  /** Mass beyond the quoted strikes, and percent of the strikes whose price is inside their quotes; NaN where interpolated. */
  readonly tailMass: number
  readonly withinQuotesPct: number
  readonly warnings: readonly string[]
}

/** Fewer strikes hold no shape of a distribution. */
const FEW_STRIKES = 8
const NOTABLE_TAIL = 0.05
const NOTABLE_MISFIT_PCT = 50

/** Null where no expiration with a smile settles on or after the date. */
export function chainDistribution(valued: ValuedChain, date: string, years: number): ChainDistribution | null {
  const usable = valued.expirations.filter(({ expired, slice, atmIv }) => !expired && slice !== null && atmIv > 0)
  const own = usable.findLast(({ expirationDate }) => expirationDate === date)
  if (own) return ofExpiration(valued, own)
  const after = usable.find(({ expirationDate }) => expirationDate > date)
  const before = usable.findLast(({ expirationDate }) => expirationDate < date)
  return after && years > 0 ? between(before, after, years, valued.spot) : null
}

function ofExpiration(valued: ValuedChain, expiration: ValuedExpiration): ChainDistribution | null {
  const smile = smileOf(expiration)
  if (!smile) return null
  const { distribution, curve, growths } = smile
  const { forward, yearsToExpiry, atmIv, slice, expirationDate } = expiration
  const within = withinQuotes(valued, expiration, smile)
  const strikes = slice?.ks.length ?? 0
  return {
    distribution,
    expiration,
    isInterpolated: false,
    yearsToDate: yearsToExpiry,
    deviation: atmIv * Math.sqrt(yearsToExpiry),
    deviationAt: (price) => curve.at(Math.log(price / forward)).s,
    tailMass: distribution.tailMass,
    withinQuotesPct: within,
    warnings: [
      ...(growths === null
        ? [`The smile of ${expirationDate} is too rough for a distribution: one volatility is used.`]
        : []),
      ...(strikes < FEW_STRIKES ? [`Only ${strikes} strikes of ${expirationDate} have a volatility.`] : []),
      ...(within < NOTABLE_MISFIT_PCT
        ? [`The smooth smile is inside the quotes of only ${within.toFixed(0)} % of the strikes.`]
        : []),
      ...(distribution.tailMass > NOTABLE_TAIL
        ? [
            `${(100 * distribution.tailMass).toFixed(0)} % of the probability lies beyond the quoted strikes, where only the tails are known.`,
          ]
        : []),
    ],
  }
}

export function smileOf({ slice, forward }: ValuedExpiration): SmoothSmile | null {
  return slice && smoothSmile(slice, forward)
}

/** Total variance and the logarithm of the forward are linear in time; before the first expiration, from the present price. */
function between(
  before: ValuedExpiration | undefined,
  after: ValuedExpiration,
  years: number,
  spot: number,
): ChainDistribution | null {
  const [near, far] = [before ? smileOf(before) : null, smileOf(after)]
  if (!far || (before && !near)) return null
  const varianceOf = ({ atmIv, yearsToExpiry }: ValuedExpiration) => atmIv * atmIv * yearsToExpiry
  const start = before ? before.yearsToExpiry : 0
  const share = (years - start) / (after.yearsToExpiry - start)
  const from = before ? varianceOf(before) : 0
  // Where variance falls with time, which is an arbitrage, it stays.
  const to = Math.max(varianceOf(after), from * (1 + 1e-9))
  const variance = from + share * (to - from)
  const forward = (before?.forward ?? spot) * (after.forward / (before?.forward ?? spot)) ** share
  const deviation = Math.sqrt(variance)
  return {
    distribution: distributionBetween(
      near && { distribution: near.distribution, variance: from },
      { distribution: far.distribution, variance: to },
      variance,
      forward,
    ),
    expiration: after,
    isInterpolated: true,
    yearsToDate: years,
    deviation,
    deviationAt: () => deviation,
    tailMass: Number.NaN,
    withinQuotesPct: Number.NaN,
    warnings: before
      ? [`No contract expires on that date: interpolated between ${before.expirationDate} and ${after.expirationDate}.`]
      : [`No contract expires by that date: scaled from ${after.expirationDate}, as if variance passed evenly.`],
  }
}

/** Percent of the quoted strikes, on the side out of the money, whose price at the smooth volatility is within bid and ask. */
export function withinQuotes(valued: ValuedChain, expiration: ValuedExpiration, { curve }: SmoothSmile): number {
  const { chain, pairs, expirations, pricings } = valued
  const index = expirations.indexOf(expiration)
  const pricing = pricings[index]
  if (!pricing) return Number.NaN
  const { rows, terms, tables, firstRow } = pricing
  const root = Math.sqrt(expiration.yearsToExpiry)
  const volatility = rows.strike.map((strike) => curve.at(Math.log(strike / expiration.forward)).s / root)
  const greeks = greekColumns(rows.count)
  if (tables) evaluateAmericanGreeks(terms, tables, rows, volatility, greeks)
  else evaluateGreeks(terms, rows, volatility, greeks)
  let [quoted, inside] = [0, 0]
  for (let pair = indexAt(pairs.firstOf, index); pair < indexAt(pairs.firstOf, index + 1); pair++) {
    const row = indexAt(at(pairs.strike, pair) < expiration.forward ? pairs.putRow : pairs.callRow, pair)
    const [bid, ask] = [at(chain.contracts.bid, row), at(chain.contracts.ask, row)]
    if (!(bid > 0 && ask >= bid)) continue
    const price = at(greeks.price, row - firstRow)
    quoted++
    if (price >= bid && price <= ask) inside++
  }
  return (100 * inside) / quoted
}
