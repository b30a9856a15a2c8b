/**
 * Taylor coefficients of the Mills ratio R(z) = (1 − Φ(z))/φ(z) about the nodes −4, −4 + 1/16, … 16, eleven per node.
 * With Iₖ = ∫₀^∞ tᵏ e^(−zt−t²/2) dt the coefficients are (−1)ᵏ Iₖ/k!, and zI₀ + I₁ = 1, Iₖ₊₁ = k·Iₖ₋₁ − z·Iₖ. The upward
 * recurrence loses digits for large z, so it runs downwards there. Double-double arithmetic rounds every entry only once.
 */
export const MILLS_FIRST_NODE = -4
export const MILLS_LAST_NODE = 16
export const MILLS_NODES_PER_UNIT = 16
export const MILLS_COEFFICIENTS = 11

/** An unevaluated sum of two doubles: about 32 significant digits. */
interface DoubleDouble {
  readonly high: number
  readonly low: number
}

const ZERO: DoubleDouble = { high: 0, low: 0 }

const SQRT_HALF_PI: DoubleDouble = { high: 1.2533141373155003, low: -9.164289990229583e-17 }

function sumOf(a: number, b: number): DoubleDouble {
  const high = a + b
  const part = high - a
  return { high, low: a - (high - part) + (b - part) }
}

function productOf(a: number, b: number): DoubleDouble {
  const splitA = a * 134217729
  const splitB = b * 134217729
  const headA = splitA - (splitA - a)
  const headB = splitB - (splitB - b)
  const tailA = a - headA
  const tailB = b - headB
  const high = a * b
  return { high, low: headA * headB - high + headA * tailB + tailA * headB + tailA * tailB }
}

function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const head = sumOf(a.high, b.high)
  return sumOf(head.high, head.low + a.low + b.low)
}

function times(a: DoubleDouble, factor: number): DoubleDouble {
  const head = productOf(a.high, factor)
  return sumOf(head.high, head.low + a.low * factor)
}

function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const head = productOf(a.high, b.high)
  return sumOf(head.high, head.low + a.high * b.low + a.low * b.high)
}

/** factor / divisor, with one correction of the quotient. */
function divide(factor: number, divisor: DoubleDouble): DoubleDouble {
  const quotient = factor / divisor.high
  const rest = add({ high: factor, low: 0 }, times(divisor, -quotient))
  return sumOf(quotient, rest.high / divisor.high)
}

/** I₀ … I₁₀ at z > 4 by the downward ratios Iₖ/Iₖ₋₁ = k/(z + Iₖ₊₁/Iₖ), started so high that the start does not matter. */
function momentsAbove(z: number): DoubleDouble[] {
  const ratios: DoubleDouble[] = []
  let ratio = ZERO
  for (let k = 30 + Math.ceil(500 / (z * z)); k >= 1; k--) {
    ratio = divide(k, add({ high: z, low: 0 }, ratio))
    if (k < MILLS_COEFFICIENTS) ratios[k] = ratio
  }
  let moment = divide(1, add({ high: z, low: 0 }, ratio))
  const moments = [moment]
  for (let k = 1; k < MILLS_COEFFICIENTS; k++) {
    moment = multiply(moment, ratios[k] ?? ZERO)
    moments.push(moment)
  }
  return moments
}

/** R(z) = √(π/2)·e^(z²/2) − Σ z^(2n+1)/(2n+1)!! for |z| ≤ 4, where the difference leaves 27 digits or more. */
function millsBySeries(z: number): DoubleDouble {
  const square = z * z
  let even: DoubleDouble = { high: 1, low: 0 }
  let odd: DoubleDouble = { high: z, low: 0 }
  let exponential = even
  let series = odd
  for (let n = 1; Math.abs(odd.high) + even.high > 1e-34; n++) {
    even = multiply(times(even, square), divide(1, { high: 2 * n, low: 0 }))
    odd = multiply(times(odd, square), divide(1, { high: 2 * n + 1, low: 0 }))
    exponential = add(exponential, even)
    series = add(series, odd)
  }
  return add(multiply(SQRT_HALF_PI, exponential), times(series, -1))
}

/** I₀ … I₁₀ at z ≤ 4, by the upward recurrence. */
function momentsBelow(z: number): DoubleDouble[] {
  let before = millsBySeries(z)
  let moment = add({ high: 1, low: 0 }, times(before, -z))
  const moments = [before, moment]
  for (let k = 1; k < MILLS_COEFFICIENTS - 1; k++) {
    const next = add(times(before, k), times(moment, -z))
    before = moment
    moment = next
    moments.push(moment)
  }
  return moments
}

/** Row-major, `MILLS_COEFFICIENTS` per node, lowest order first. */
export function millsCoefficients(): Float64Array<ArrayBuffer> {
  const nodes = (MILLS_LAST_NODE - MILLS_FIRST_NODE) * MILLS_NODES_PER_UNIT + 1
  const table = new Float64Array(nodes * MILLS_COEFFICIENTS)
  for (let node = 0; node < nodes; node++) {
    const z = MILLS_FIRST_NODE + node / MILLS_NODES_PER_UNIT
    const moments = z > 4 ? momentsAbove(z) : momentsBelow(z)
    let factorial = 1
    moments.forEach((moment, k) => {
      if (k > 1) factorial *= k
      table[node * MILLS_COEFFICIENTS + k] = divide(k % 2 === 0 ? moment.high : -moment.high, {
        high: factorial,
        low: 0,
      }).high
    })
  }
  return table
}
