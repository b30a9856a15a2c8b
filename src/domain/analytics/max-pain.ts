/** Open interest times contract multiplier (shares) by strike, strikes ascending without repeats. */
export interface SharesByStrike {
  readonly strikes: Float64Array
  readonly callShares: Float64Array
  readonly putShares: Float64Array
}

/**
 * The listed strike X at which option holders receive least at expiration: the lowest that minimises
 * Σ callShares·max(0, X − K) + Σ putShares·max(0, K − X). NaN without any open interest. The payout is convex in X, so
 * the answer is the lowest strike to the right of which it no longer falls; comparing whole shares keeps ties exact.
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
