/** The largest value of a function with one peak between two bounds. Source: J. Kiefer, Sequential Minimax Search, 1953. */
const RATIO = (Math.sqrt(5) - 1) / 2
/** The bracket shrinks to the square root of the precision of doubles, below which a peak is flat. */
const STEPS = 40

export interface Peak {
  readonly x: number
  readonly value: number
}

/** By golden section; with several peaks, one of them. */
export function maximum(f: (x: number) => number, low: number, high: number): Peak {
  let [from, to] = [low, high]
  let [left, right] = [to - RATIO * (to - from), from + RATIO * (to - from)]
  let [atLeft, atRight] = [f(left), f(right)]
  for (let step = 0; step < STEPS; step++) {
    if (atLeft > atRight) {
      to = right
      right = left
      atRight = atLeft
      left = to - RATIO * (to - from)
      atLeft = f(left)
    } else {
      from = left
      left = right
      atLeft = atRight
      right = from + RATIO * (to - from)
      atRight = f(right)
    }
  }
  return atLeft > atRight ? { x: left, value: atLeft } : { x: right, value: atRight }
}
