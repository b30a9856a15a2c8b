/** The step of 1, 2 or 5 times a power of ten with which at most about `count` steps fill the span. */
export function roundStep(span: number, count: number): number {
  const wanted = (span || 1) / count
  const power = 10 ** Math.floor(Math.log10(wanted))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted * 0.999) ?? 10)
}

/** The multiples of the step from `first` to `last` times it, without the errors of binary fractions. */
export function multiples(step: number, first: number, last: number): number[] {
  const count = Math.max(0, last - first + 1)
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}
