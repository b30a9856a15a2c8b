/** The level of an underlying from the quotes of its options alone, for a source that may not see the level itself. */
import { at } from '../../lib/math/columns.ts'
import { newYorkDate } from '../domain/calendar/new-york-time.ts'
import type { OptionChain } from '../domain/options/chain.ts'

/** Strikes nearest to the forward whose parity is averaged. */
const STRIKES = 5
const DAY_MS = 86_400_000
/** Two forwards this far apart determine the carry between them; the noise of nearer ones would be multiplied. */
const MIN_SPREAD_MS = 7 * DAY_MS
const EXTRAPOLATED_MS = 100 * DAY_MS
const YEAR_MS = 365 * DAY_MS
/** Strikes nearest to the money whose parity determines the discount. */
const DISCOUNT_STRIKES = 40
/** Of nearer expirations the discount is less than the noise of its prices. */
const MIN_DISCOUNT_MS = 5 * DAY_MS
/** A year's rate beyond these is noise. */
const RATES = [-0.02, 0.15] as const

/** VIX futures do not run into the index in a straight line: the nearest forward is taken as it is. */
const ON_FORWARD: ReadonlySet<string> = new Set(['VIX'])

interface Forward {
  readonly inMs: number
  readonly forward: number
  /** Present value of one dollar at the expiration. */
  readonly discount: number
}

/**
 * USD per share, NaN without quotes on both sides. Put-call parity near the money: forward = strike + (call − put) /
 * discount, the median of the strikes with the smallest difference, of the nearest expirations. Two forwards determine the
 * carry, rate less dividends: the logarithm is continued to the present. A single one is discounted by the slope of
 * parity over the strikes, and the present value of the dividends that are known by date is added; the yield of others is
 * then missing, for SPX 0.1 % a month.
 */
export function impliedLevel(chain: OptionChain): number {
  const forwards = forwardsOf(chain)
  const [near] = forwards
  if (!near) return Number.NaN
  if (ON_FORWARD.has(chain.symbol)) return near.forward
  const far = forwards.find(({ inMs }) => inMs - near.inMs >= MIN_SPREAD_MS && inMs <= EXTRAPOLATED_MS)
  if (!far) return near.forward * near.discount + dividendsBefore(chain, near)
  const slope = Math.log(far.forward / near.forward) / (far.inMs - near.inMs)
  return near.forward * Math.exp(-slope * near.inMs)
}

/** Present value, with the discount of the expiration. */
function dividendsBefore({ dividends = [], asOfMs }: OptionChain, { inMs, discount }: Forward): number {
  const until = newYorkDate(asOfMs + inMs)
  return dividends.reduce((sum, { exDate, amount }) => (exDate <= until ? sum + amount * discount : sum), 0)
}

/** In order of time, without expirations that have settled. */
function forwardsOf(chain: OptionChain): Forward[] {
  const differences = parityOf(chain)
  return chain.expirations.flatMap(({ settlesAtMs }, index) => {
    const inMs = settlesAtMs - chain.asOfMs
    const pairs = (differences.get(index) ?? []).sort((a, b) => Math.abs(a.difference) - Math.abs(b.difference))
    if (inMs <= 0 || pairs.length === 0) return []
    const discount = discountOf(pairs.slice(0, DISCOUNT_STRIKES), inMs)
    const forward = median(pairs.slice(0, STRIKES).map(({ strike, difference }) => strike + difference / discount))
    return [{ inMs, forward, discount }]
  })
}

/** call − put falls by the discount with each dollar of strike: the median slope of pairs half the range apart. */
function discountOf(pairs: readonly Parity[], inMs: number): number {
  if (pairs.length < 2 || inMs < MIN_DISCOUNT_MS) return 1
  const byStrike = pairs.toSorted((a, b) => a.strike - b.strike)
  const half = byStrike.length >> 1
  const slopes = byStrike.slice(0, byStrike.length - half).flatMap((low, place) => {
    const high = byStrike[place + half]
    return high ? [(low.difference - high.difference) / (high.strike - low.strike)] : []
  })
  const rate = -Math.log(median(slopes)) / (inMs / YEAR_MS)
  const [lowest, highest] = RATES
  return rate >= lowest && rate <= highest ? Math.exp((-rate * inMs) / YEAR_MS) : 1
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

interface Parity {
  readonly strike: number
  /** Middle of the call less that of the put. */
  readonly difference: number
}

/** Of the strikes with a call and a put that are quoted on both sides, by expiration. */
function parityOf({ contracts }: OptionChain): Map<number, Parity[]> {
  const found = new Map<number, Parity[]>()
  // Rows are sorted by strike, the call before its put.
  for (let row = 0; row + 1 < contracts.count; row++) {
    const put = row + 1
    const isPair =
      contracts.isCall[row] === 1 &&
      contracts.isCall[put] === 0 &&
      contracts.expirationIndex[row] === contracts.expirationIndex[put] &&
      contracts.strike[row] === contracts.strike[put]
    const difference = isPair ? middleOf(chainRow(contracts, row)) - middleOf(chainRow(contracts, put)) : Number.NaN
    if (Number.isNaN(difference)) continue
    const index = contracts.expirationIndex[row] ?? 0
    const list = found.get(index) ?? []
    found.set(index, list)
    list.push({ strike: at(contracts.strike, row), difference })
  }
  return found
}

function chainRow({ bid, ask }: OptionChain['contracts'], row: number): readonly [number, number] {
  return [at(bid, row), at(ask, row)]
}

function middleOf([bid, ask]: readonly [number, number]): number {
  return bid > 0 && ask >= bid ? (bid + ask) / 2 : Number.NaN
}
