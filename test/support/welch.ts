/**
 * Welch's t of two samples of times, cropped at the common 95th percentile as dudect does, because the pauses of a busy
 * machine would hide a difference.
 */
export function welchT(first: readonly number[], second: readonly number[]): number {
  const sorted = [...first, ...second].sort((a, b) => a - b)
  const limit = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
  const [a, b] = [momentsOf(first, limit), momentsOf(second, limit)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
}

function momentsOf(sample: readonly number[], limit: number) {
  const kept = sample.filter((it) => it <= limit)
  const count = kept.length
  const mean = kept.reduce((sum, it) => sum + it, 0) / count
  const variance = kept.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
}
