import type { ValuedChain } from '../../src/analytics/domain/valuation/chain-valuation.ts'

/** Minutes of a year and of 30 days, as the index counts. */
const YEAR = 525_600
const MONTH = 43_200

/**
 * The volatility index of two expirations by the formula of its white paper, on forwards of this service. The index is
 * defined with the rate of Treasury bills, not with the rate that the options imply: continuous, per year.
 */
export function replicatedVix(valued: ValuedChain, billRate: number): number {
  const [near, next] = valued.expirations.map(({ yearsToExpiry }, index) => ({
    minutes: yearsToExpiry * YEAR,
    total: yearsToExpiry * varianceOf(valued, index, billRate),
  }))
  const width = next!.minutes - near!.minutes
  const month = (near!.total * (next!.minutes - MONTH) + next!.total * (MONTH - near!.minutes)) / width
  return 100 * Math.sqrt((month * YEAR) / MONTH)
}

interface Strip {
  readonly strike: number
  readonly price: number
}

function varianceOf({ chain, pairs, expirations }: ValuedChain, index: number, billRate: number): number {
  const { forward, yearsToExpiry } = expirations[index]!
  const discountFactor = Math.exp(-billRate * yearsToExpiry)
  const { bid, ask } = chain.contracts
  const first = pairs.firstOf[index]!
  const listed = Array.from(pairs.strike.subarray(first, pairs.firstOf[index + 1]!), (strike, place) => ({
    strike,
    call: pairs.callRow[first + place]!,
    put: pairs.putRow[first + place]!,
  }))
  const mid = (row: number) => 0.5 * (bid[row]! + ask[row]!)
  const centre = listed.findLast(({ strike }) => strike <= forward)!
  const wing = (side: 'call' | 'put', rows: typeof listed): Strip[] => {
    const end = rows.findIndex((row, place) => bid[row[side]] === 0 && bid[rows[place + 1]?.[side] ?? -1] === 0)
    const quoted = (end < 0 ? rows : rows.slice(0, end)).filter((row) => bid[row[side]]! > 0)
    return quoted.map((row) => ({ strike: row.strike, price: mid(row[side]) }))
  }
  const puts = wing('put', listed.filter(({ strike }) => strike < centre.strike).reverse()).reverse()
  const calls = wing(
    'call',
    listed.filter(({ strike }) => strike > centre.strike),
  )
  const strip = [...puts, { strike: centre.strike, price: 0.5 * (mid(centre.call) + mid(centre.put)) }, ...calls]
  const sum = strip.reduce((total, { strike, price }, place) => {
    const before = strip[place - 1]?.strike ?? strike
    const after = strip[place + 1]?.strike ?? strike
    const width = place === 0 || place === strip.length - 1 ? after - before : 0.5 * (after - before)
    return total + ((width / strike ** 2) * price) / discountFactor
  }, 0)
  return (2 * sum - (forward / centre.strike - 1) ** 2) / yearsToExpiry
}
