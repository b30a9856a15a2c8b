/** The time steps of a grid of premiums, from expiry back to now: the same for all volatilities and strikes. */

import { type ContractTerms, escrowAt, exerciseMoments } from './cash-dividends.ts'

export interface GridSize {
  /** Odd, at most 512. */
  readonly nodes: number
  /** Time steps over the whole life, and the fewest between two ex-dates. */
  readonly steps: number
  readonly minSteps: number
}

/** Steps grow with this power of their number from expiry or an ex-date; … */
const STEP_POWER = 1.25
/** … the last before now or an ex-date is divided, because the boundary of exercise lags behind by a step. */
const LAST_PARTS = 4

/** The times of the steps, which do not depend on the volatility. */
export interface Schedule {
  readonly terms: ContractTerms
  readonly nodes: number
  /** From expiry back to the last ex-date, from there to the one before, …, to now. */
  readonly legs: readonly Leg<StepTime>[]
}

export interface Leg<Each> {
  /** USD paid at its start; 0 at expiry. */
  readonly paid: number
  readonly steps: readonly Each[]
}

export interface StepTime {
  /** Years of the step and to its end. */
  readonly dt: number
  readonly time: number
  /** 1 for an implicit step, ½ for one of Crank and Nicolson. */
  readonly implicit: number
  /** At its end: value of the dividends after it, USD, and the moments of certain exercise. */
  readonly escrow: number
  readonly moments: Float64Array
}

export function schedule(terms: ContractTerms, size: GridSize): Schedule {
  const { dividends, yearsToExpiry } = terms
  const starts = [...dividends, { years: yearsToExpiry, amount: 0 }]
  const legs = starts.map(({ years, amount }, index) => ({
    paid: amount,
    steps: stepsBack(terms, size, years, starts[index - 1]?.years ?? 0),
  }))
  return { terms, nodes: size.nodes, legs: legs.reverse() }
}

/** In steps that grow with the distance from `start`, the last in short ones towards `end`. */
function stepsBack(terms: ContractTerms, { steps, minSteps }: GridSize, start: number, end: number): StepTime[] {
  const count = Math.max(minSteps, Math.ceil(steps * Math.sqrt((start - end) / terms.yearsToExpiry)))
  const made: StepTime[] = []
  let before = start
  const add = (time: number, implicit: number) => {
    const dt = before - time
    before = time
    const moments = exerciseMoments(terms, time)
    if (dt > 0) made.push({ dt, time, implicit, escrow: escrowAt(terms, time), moments })
  }
  for (let k = 1; k < count; k++) add(start - (start - end) * (k / count) ** STEP_POWER, k <= 2 ? 1 : 0.5)
  const length = before - end
  for (let part = 1; part <= LAST_PARTS; part++) add(end + length * (1 - part / LAST_PARTS) ** 2, count <= 2 ? 1 : 0.5)
  return made
}
