/** Open interest times contract multiplier (shares) by strike, strikes ascending without repeats. */
export interface SharesByStrike {
  readonly strikes: Float64Array
  readonly callShares: Float64Array
  readonly putShares: Float64Array
}

/**
 * Max pain: the listed strike X with the smallest payout to option holders at expiration,
 * Σ callShares·max(0, X − K) + Σ putShares·max(0, K − X); the lowest strike on ties. NaN without open interest. The payout
 * is convex in X, so the search stops at the first strike after which it no longer falls; whole shares keep ties exact.
 */
export function maxPain({ strikes, callShares, putShares }: SharesByStrike): number {
  let calls = 0
  let puts = 0
  for (let index = 0; index < strikes.length; index++) puts += putShares[index] ?? 0
  const totalPuts = puts
  let found = Number.NaN
  for (let index = 0; index < strikes.length; index++) {
    calls += callShares[index] ?? 0
    puts -= putShares[index] ?? 0
    if (Number.isNaN(found) && calls >= puts) found = strikes[index] ?? Number.NaN
  }
  return calls + totalPuts > 0 ? found : Number.NaN
}
