/** Logistic regression by gradient descent over all rows, on features from 0 to 1; for the validation alone. */
export interface Labelled {
  readonly features: readonly number[]
  readonly label: boolean
}

const STEPS = 150
const RATE = 2
const RIDGE = 1e-4

/** Weights of the features, and last the constant. */
export function fitLogistic(rows: readonly Labelled[], count: number): readonly number[] {
  const weights = new Float64Array(count + 1)
  for (let step = 0; step < STEPS; step++) {
    const slope = new Float64Array(count + 1)
    for (const { features, label } of rows) {
      const error = (label ? 1 : 0) - chanceOf(weights, features)
      for (let i = 0; i < count; i++) slope[i]! += error * features[i]!
      slope[count]! += error
    }
    for (let i = 0; i <= count; i++) weights[i]! += RATE * (slope[i]! / rows.length - RIDGE * weights[i]!)
  }
  return [...weights]
}

export function chanceOf(weights: ArrayLike<number>, features: readonly number[]): number {
  let sum = weights[features.length] ?? 0
  for (const [place, feature] of features.entries()) sum += (weights[place] ?? 0) * feature
  return 1 / (1 + Math.exp(-sum))
}

/** Chance that a row of the label ranks above one without; one half is a coin. */
export function areaUnderCurve(rows: readonly { readonly rank: number; readonly label: boolean }[]): number {
  const sorted = [...rows].sort((a, b) => a.rank - b.rank)
  let below = 0
  let sum = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]!.rank === sorted[from]!.rank) to++
    const tied = sorted.slice(from, to)
    const without = tied.filter(({ label }) => !label).length
    sum += (tied.length - without) * (below + without / 2)
    below += without
    from = to
  }
  return sum / (below * (rows.length - below))
}
