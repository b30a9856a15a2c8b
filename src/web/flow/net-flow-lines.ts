/** Sums over time for charts: per bucket, or cumulative. */

interface Bucket {
  readonly net_call_premium: number
  readonly net_put_premium: number
}

export interface FlowLines {
  readonly calls: readonly number[]
  readonly puts: readonly number[]
}

export function flowLines(buckets: readonly Bucket[], isRunning: boolean): FlowLines {
  const calls = buckets.map(({ net_call_premium: calls }) => calls)
  const puts = buckets.map(({ net_put_premium: puts }) => puts)
  return isRunning ? { calls: runningTotal(calls), puts: runningTotal(puts) } : { calls, puts }
}

function runningTotal(values: readonly number[]): number[] {
  let total = 0
  return values.map((value) => {
    total += value
    return total
  })
}
