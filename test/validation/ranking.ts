/** One row of flow as the validation sees it. */
export interface Judged {
  /** Kind of the planted episode, 0 for none. */
  readonly truth: number
  /** What it is ranked by: higher comes first. */
  readonly rank: number
}

/** The same in every run, and without regard to what is ranked. */
export function sorted(rows: readonly Judged[]): Judged[] {
  return rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => b.row.rank - a.row.rank || shuffled(a.index) - shuffled(b.index))
    .map(({ row }) => row)
}

function shuffled(index: number): number {
  return (Math.imul(index + 1, 0x9e3779b1) ^ (index << 7)) >>> 0
}

/** Area under precision against recall, as average precision. */
export function averagePrecision(rows: readonly Judged[]): number {
  let found = 0
  let sum = 0
  for (const [index, { truth }] of sorted(rows).entries()) {
    if (truth === 0) continue
    found++
    sum += found / (index + 1)
  }
  return sum / found
}

/** Share of the planted rows among the first of the ranking; of one kind only where it is named. */
export function recallAt(rows: readonly Judged[], share: number, kind?: number): number {
  const isWanted = ({ truth }: Judged) => (kind === undefined ? truth > 0 : truth === kind)
  return firstOf(rows, share).filter(isWanted).length / rows.filter(isWanted).length
}

/** The rows that rank first. */
export function firstOf(rows: readonly Judged[], share: number): Judged[] {
  return sorted(rows).slice(0, Math.floor(share * rows.length))
}

/** Population stability index over the deciles of the first sample: below 0.1 no change, above 0.2 a different one. */
export function stabilityIndex(first: readonly number[], second: readonly number[]): number {
  const ordered = [...first].sort((a, b) => a - b)
  const edges = Array.from({ length: 9 }, (_, index) => ordered[Math.floor(((index + 1) * ordered.length) / 10)] ?? 0)
  const shares = (values: readonly number[]) => {
    const counts = new Float64Array(10)
    for (const value of values) counts[edges.filter((edge) => value >= edge).length]! += 1
    return counts.map((count) => Math.max(count, 0.5) / values.length)
  }
  const before = shares(first)
  const after = shares(second)
  return before.reduce((sum, share, index) => sum + (after[index]! - share) * Math.log(after[index]! / share), 0)
}
