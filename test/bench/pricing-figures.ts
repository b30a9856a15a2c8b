/** Shortest of `runs` in nanoseconds after a warm-up; `work` returns a number so that nothing is optimised away. */
export function shortest(runs: number, work: () => number): number {
  let best = Number.POSITIVE_INFINITY
  let checksum = 0
  for (let run = 0; run < runs + 3; run++) {
    const start = process.hrtime.bigint()
    checksum += work()
    const elapsed = Number(process.hrtime.bigint() - start)
    if (run >= 3) best = Math.min(best, elapsed)
  }
  if (Number.isNaN(checksum)) throw new Error('The measured work gave no number.')
  return best
}

/** Numbers in [0, 1) that are the same in every run. */
export function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Distribution function of Abramowitz and Stegun 26.2.17, as textbooks and small packages have it (7 digits). */
export function textbookCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804014327 * Math.exp((-x * x) / 2) * series
  return x > 0 ? 1 - tail : tail
}

export interface TextbookGreeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly vega: number
  readonly theta: number
  readonly rho: number
}

/** Black-Scholes-Merton written down directly, one object per contract. */
export function textbookGreeks(
  isCall: boolean,
  spot: number,
  strike: number,
  years: number,
  sigma: number,
  rate: number,
  dividendYield: number,
): TextbookGreeks {
  const w = isCall ? 1 : -1
  const s = sigma * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (rate - dividendYield + (sigma * sigma) / 2) * years) / s
  const d2 = d1 - s
  const spotLeg = w * spot * Math.exp(-dividendYield * years) * textbookCdf(w * d1)
  const strikeLeg = w * strike * Math.exp(-rate * years) * textbookCdf(w * d2)
  const density = Math.exp(-dividendYield * years) * 0.3989422804014327 * Math.exp((-d1 * d1) / 2)
  return {
    price: spotLeg - strikeLeg,
    delta: spotLeg / spot,
    gamma: density / (spot * s),
    vega: spot * density * Math.sqrt(years),
    theta: (-spot * density * sigma) / (2 * Math.sqrt(years)) + dividendYield * spotLeg - rate * strikeLeg,
    rho: years * strikeLeg,
  }
}

/** Newton's method on the textbook price from 30 %, at most fifty steps; NaN when it leaves the rails. */
export function textbookVolatility(
  isCall: boolean,
  price: number,
  spot: number,
  strike: number,
  years: number,
): number {
  let sigma = 0.3
  for (let step = 0; step < 50; step++) {
    const value = textbookGreeks(isCall, spot, strike, years, sigma, 0, 0)
    const change = (value.price - price) / value.vega
    sigma -= change
    if (!(sigma > 0 && sigma < 10)) return Number.NaN
    if (Math.abs(change) < 1e-8) return sigma
  }
  return Number.NaN
}

/** American option by a binomial tree of Cox, Ross and Rubinstein. */
export function treePrice(
  isCall: boolean,
  spot: number,
  strike: number,
  years: number,
  sigma: number,
  rate: number,
  dividendYield: number,
  steps: number,
): number {
  const side = isCall ? 1 : -1
  const dt = years / steps
  const up = Math.exp(sigma * Math.sqrt(dt))
  const chance = (Math.exp((rate - dividendYield) * dt) - 1 / up) / (up - 1 / up)
  const discount = Math.exp(-rate * dt)
  const spots = Float64Array.from({ length: 2 * steps + 1 }, (_, i) => spot * up ** (i - steps))
  const values = Float64Array.from({ length: steps + 1 }, (_, i) => Math.max(side * ((spots[2 * i] ?? 0) - strike), 0))
  for (let level = steps - 1; level >= 0; level--) {
    for (let i = 0; i <= level; i++) {
      const held = discount * (chance * (values[i + 1] ?? 0) + (1 - chance) * (values[i] ?? 0))
      values[i] = Math.max(held, side * ((spots[2 * i - level + steps] ?? 0) - strike))
    }
  }
  return values[0] ?? Number.NaN
}
