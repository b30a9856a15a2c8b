/**
 * USD rounded to cents by the exact binary value, ties to the even cent: 2.675 (a little less in binary) gives 2.67,
 * 100.125 gives 100.12. `Math.round(usd * 100) / 100` gives 2.68. Takes 0 to 1e21.
 */
export function roundToCents(usd: number): number {
  // toFixed rounds the exact value, and of two equally near cents takes the upper one.
  const rounded = Number(usd.toFixed(2))
  if (!isTie(usd)) return rounded
  const cents = Math.round(rounded * 100)
  return cents % 2 === 0 ? rounded : (cents - 1) / 100
}

/** Half a cent exists in binary only as an odd multiple of an eighth of a dollar. */
function isTie(usd: number): boolean {
  return Math.abs((usd * 8) % 2) === 1
}

/** The smaller of what was decided and the cap, in cents, never above the cap: a cap of 10.006 gives 10.00. */
export function cappedNotional(decidedUsd: number, capUsd: number): number {
  const rounded = roundToCents(Math.min(decidedUsd, capUsd))
  return rounded > capUsd ? (Math.round(rounded * 100) - 1) / 100 : rounded
}

/** As the brokerage takes it: text with two decimals. */
export function notionalText(usd: number): string {
  return usd.toFixed(2)
}
