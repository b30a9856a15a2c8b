/**
 * Pseudo-random numbers as pure functions: the same seed and keys give the same number, in any order and on any
 * machine. A stream is a 32-bit number; `mix` derives the stream of a key from it. Not for secrets.
 */

/** The stream of a key (an integer) inside a stream: 32 bits that all depend on both (finaliser of MurmurHash3). */
export function mix(stream: number, key: number): number {
  let bits = Math.imul(stream, 0x9e3779b1) ^ Math.imul(key + 0x7f4a7c15, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The stream of a name inside a stream. */
export function mixText(stream: number, text: string): number {
  let mixed = mix(stream, text.length)
  for (let index = 0; index < text.length; index++) mixed = mix(mixed, text.charCodeAt(index))
  return mixed
}

/** Strictly between 0 and 1. */
export function uniform(stream: number): number {
  return (stream + 0.5) / 4_294_967_296
}

/** Standard normal, by Acklam's inverse of the distribution (relative error 1.2e-9); between −6.3 and 6.3. */
export function normal(stream: number): number {
  const p = (stream + 0.5) / 4_294_967_296
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)))
  if (p > 0.97575) return -tail(Math.sqrt(-2 * Math.log(1 - p)))
  const q = p - 0.5
  const r = q * q
  const numerator =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239
  const denominator =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return (numerator * q) / denominator
}

function tail(q: number): number {
  const numerator =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783
  const denominator =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1
  return numerator / denominator
}
