/** Roots of a continuous function of one variable. Source: R. P. Brent, Algorithms for Minimization, 1973, chapter 4. */
const MAX_STEPS = 100

/**
 * A root of `f` between `low` and `high`, where `f` changes its sign, as exact as doubles allow. NaN if both ends have
 * the same sign.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the published loop moves six numbers together
export function findRoot(f: (x: number) => number, low: number, high: number): number {
  let a = low
  let b = high
  let fa = f(a)
  let fb = f(b)
  if (fa === 0) return a
  if (!(fa * fb <= 0)) return Number.NaN
  let c = a
  let fc = fa
  let before = b - a
  let step = before
  for (let count = 0; count < MAX_STEPS && fb !== 0; count++) {
    if (fb > 0 === fc > 0) {
      c = a
      fc = fa
      before = b - a
      step = before
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      a = b
      b = c
      c = a
      fa = fb
      fb = fc
      fc = fa
    }
    const tolerance = 2 * Number.EPSILON * Math.abs(b)
    const half = 0.5 * (c - b)
    if (Math.abs(half) <= tolerance) return b
    const guess =
      Math.abs(before) >= tolerance && Math.abs(fa) > Math.abs(fb) ? interpolation(a, b, c, fa, fb, fc) : half
    const accepted = isInside(guess, half, before)
    before = accepted ? step : half
    step = accepted ? guess : half
    a = b
    fa = fb
    b += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance
    fb = f(b)
  }
  return b
}

/** Step from `b` by the secant, or by inverse quadratic interpolation when there are three points. */
function interpolation(a: number, b: number, c: number, fa: number, fb: number, fc: number): number {
  const s = fb / fa
  if (a === c) return ((c - b) * s) / (s - 1)
  const q = fa / fc
  const r = fb / fc
  return (-s * ((c - b) * q * (q - r) - (b - a) * (r - 1))) / ((q - 1) * (r - 1) * (s - 1))
}

/**
 * A step is accepted if it stays within three quarters of the bracket and is less than half of the step before last.
 */
function isInside(step: number, half: number, before: number): boolean {
  return step * half > 0 && Math.abs(step) < 1.5 * Math.abs(half) && Math.abs(step) < 0.5 * Math.abs(before)
}
