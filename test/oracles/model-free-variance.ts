/**
 * Variance of one expiration from the prices of all its options, without a model, and the index that interpolates two
 * of them to 30 days: a check on iv30 that shares no code with it. Source: Cboe, VIX White Paper, 2009.
 */
export interface StrikeQuote {
  readonly strike: number
  readonly callBid: number
  readonly callAsk: number
  readonly putBid: number
  readonly putAsk: number
}

export interface ModelFreeVariance {
  /** σ² per year. */
  readonly variance: number
  readonly forward: number
  /** Largest strike not above the forward. */
  readonly centreStrike: number
  /** Strikes that entered, ascending. */
  readonly strikes: readonly number[]
}

const STOP_AFTER_ZERO_BIDS = 2
const MINUTES_PER_YEAR = 525_600

interface Contribution {
  readonly strike: number
  readonly price: number
}

/** Quotes ascend in strike; null when no strike has quotes on both sides or fewer than two options enter. */
export function modelFreeVariance(
  quotes: readonly StrikeQuote[],
  { yearsToExpiry, rate }: { readonly yearsToExpiry: number; readonly rate: number },
): ModelFreeVariance | null {
  const growth = Math.exp(rate * yearsToExpiry)
  const forward = forwardOf(quotes, growth)
  const centre = quotes.findLastIndex(({ strike }) => strike <= forward)
  const atCentre = quotes[centre]
  if (!atCentre) return null
  const puts = outward(quotes.slice(0, centre).reverse(), ({ putBid }) => putBid, putMid).reverse()
  const calls = outward(quotes.slice(centre + 1), ({ callBid }) => callBid, callMid)
  const entered = [...puts, { strike: atCentre.strike, price: 0.5 * (putMid(atCentre) + callMid(atCentre)) }, ...calls]
  if (entered.length < 2) return null
  let sum = 0
  for (const [index, { strike, price }] of entered.entries()) {
    sum += (widthAt(entered, index) / strike ** 2) * growth * price
  }
  const variance = (2 / yearsToExpiry) * sum - (forward / atCentre.strike - 1) ** 2 / yearsToExpiry
  return { variance, forward, centreStrike: atCentre.strike, strikes: entered.map(({ strike }) => strike) }
}

/** Index in percentage points from the variances of two expirations, T in minutes; the published formula. */
export function volatilityIndex(
  near: { readonly variance: number; readonly minutes: number },
  next: { readonly variance: number; readonly minutes: number },
  days = 30,
): number {
  const target = days * 24 * 60
  const width = next.minutes - near.minutes
  const nearShare = (near.minutes / MINUTES_PER_YEAR) * near.variance * ((next.minutes - target) / width)
  const nextShare = (next.minutes / MINUTES_PER_YEAR) * next.variance * ((target - near.minutes) / width)
  return 100 * Math.sqrt(((nearShare + nextShare) * MINUTES_PER_YEAR) / target)
}

function forwardOf(quotes: readonly StrikeQuote[], growth: number): number {
  let smallest = Number.POSITIVE_INFINITY
  let forward = Number.NaN
  for (const quote of quotes) {
    const difference = callMid(quote) - putMid(quote)
    if (Math.abs(difference) < smallest) {
      smallest = Math.abs(difference)
      forward = quote.strike + growth * difference
    }
  }
  return forward
}

/** Away from the centre: zero bids are skipped, and two in a row end the walk. */
function outward(
  quotes: readonly StrikeQuote[],
  bidOf: (quote: StrikeQuote) => number,
  midOf: (quote: StrikeQuote) => number,
): Contribution[] {
  const entered: Contribution[] = []
  let zeroBids = 0
  for (const quote of quotes) {
    zeroBids = bidOf(quote) > 0 ? 0 : zeroBids + 1
    if (zeroBids === STOP_AFTER_ZERO_BIDS) break
    if (zeroBids === 0) entered.push({ strike: quote.strike, price: midOf(quote) })
  }
  return entered
}

/** Half the distance between the neighbours, the whole distance to the one neighbour at the ends. */
function widthAt(entered: readonly Contribution[], index: number): number {
  const before = entered[index - 1]?.strike
  const own = entered[index]?.strike ?? Number.NaN
  const after = entered[index + 1]?.strike
  if (before === undefined) return (after ?? Number.NaN) - own
  return after === undefined ? own - before : 0.5 * (after - before)
}

function callMid({ callBid, callAsk }: StrikeQuote): number {
  return 0.5 * (callBid + callAsk)
}

function putMid({ putBid, putAsk }: StrikeQuote): number {
  return 0.5 * (putBid + putAsk)
}
