/** Learns boosted trees from rows of two kinds: the same trees from the same rows. */
import type { BoostedTrees } from '../../src/flow/domain/score/boosted-trees.ts'
import { significant } from '../../src/lib/math/significant.ts'

export interface LabelledRow {
  /** NaN is unknown. */
  readonly features: readonly number[]
  readonly label: boolean
  readonly weight: number
}

export interface BoostingOptions {
  readonly trees: number
  readonly depth: number
  /** What part of the best step a tree takes. */
  readonly rate: number
}

/** Values between which a feature is split: ranges with as many rows each. */
const RANGES = 62
/** Ridge on the leaves, and the least sum of second derivatives in a branch. */
const RIDGE = 5
const LEAST = 1
const LEAST_GAIN = 0.5

/** Logistic loss, second-order steps, splits by histograms. */
export function boost(rows: readonly LabelledRow[], { trees, depth, rate }: BoostingOptions): BoostedTrees {
  const borders = bordersOf(rows)
  const columns = borders.map((of, feature) => Uint8Array.from(rows, ({ features }) => rangeOf(of, features[feature])))
  const weight = Float64Array.from(rows, (row) => row.weight)
  const label = Float64Array.from(rows, (row) => (row.label ? 1 : 0))
  const share =
    label.reduce((sum, each, row) => sum + each * weight[row]!, 0) / weight.reduce((sum, each) => sum + each)
  const base = significant(Math.log(share / (1 - share)), 4)
  const odds = new Float64Array(rows.length).fill(base)
  const slope = new Float64Array(rows.length)
  const curve = new Float64Array(rows.length)
  const all = Int32Array.from(rows, (_, row) => row)
  const grown = Array.from({ length: trees }, () => {
    for (let row = 0; row < rows.length; row++) {
      const chance = 1 / (1 + Math.exp(-odds[row]!))
      slope[row] = weight[row]! * (chance - label[row]!)
      curve[row] = weight[row]! * chance * (1 - chance)
    }
    const nodes: string[] = []
    grow({ columns, borders, slope, curve, odds, rate, nodes }, all, depth)
    return nodes.join(' ')
  })
  return { base, borders: borders.map((of) => of.join(' ')), trees: grown }
}

interface Growth {
  readonly columns: readonly Uint8Array[]
  readonly borders: readonly (readonly number[])[]
  readonly slope: Float64Array
  readonly curve: Float64Array
  /** Moved by the leaves. */
  readonly odds: Float64Array
  readonly rate: number
  readonly nodes: string[]
}

/** Adds the nodes of a branch, in preorder. */
function grow(growth: Growth, rows: Int32Array, depth: number): void {
  const { columns, slope, curve, odds, rate, nodes } = growth
  const split = depth > 0 ? bestSplit(growth, rows) : null
  if (split) {
    const column = columns[split.feature]!
    nodes.push(`${split.feature}:${split.range - 1}`)
    grow(
      growth,
      rows.filter((row) => column[row]! <= split.range),
      depth - 1,
    )
    grow(
      growth,
      rows.filter((row) => column[row]! > split.range),
      depth - 1,
    )
    return
  }
  const { g, h } = sumsOf(rows, slope, curve)
  const said = significant((-rate * g) / (h + RIDGE), 3)
  for (const row of rows) odds[row]! += said
  nodes.push(String(said))
}

interface Split {
  readonly feature: number
  /** The last range of the left branch. */
  readonly range: number
}

function bestSplit({ columns, borders, slope, curve }: Growth, rows: Int32Array): Split | null {
  const all = sumsOf(rows, slope, curve)
  const before = gainOf(all.g, all.h)
  let best: Split | null = null
  let most = LEAST_GAIN
  const slopes = new Float64Array(RANGES + 1)
  const curves = new Float64Array(RANGES + 1)
  for (const [feature, column] of columns.entries()) {
    slopes.fill(0)
    curves.fill(0)
    for (const row of rows) {
      const range = column[row]!
      slopes[range]! += slope[row]!
      curves[range]! += curve[row]!
    }
    let g = 0
    let h = 0
    for (let range = 0; range <= borders[feature]!.length; range++) {
      g += slopes[range]!
      h += curves[range]!
      if (h < LEAST || all.h - h < LEAST) continue
      const gain = gainOf(g, h) + gainOf(all.g - g, all.h - h) - before
      if (gain > most) {
        most = gain
        best = { feature, range }
      }
    }
  }
  return best
}

function gainOf(g: number, h: number): number {
  return (g * g) / (h + RIDGE)
}

function sumsOf(rows: Int32Array, slope: Float64Array, curve: Float64Array): { g: number; h: number } {
  let g = 0
  let h = 0
  for (const row of rows) {
    g += slope[row]!
    h += curve[row]!
  }
  return { g, h }
}

function bordersOf(rows: readonly LabelledRow[]): number[][] {
  const count = rows[0]?.features.length ?? 0
  return Array.from({ length: count }, (_, feature) => {
    const values = Float64Array.from(rows, ({ features }) => features[feature]!)
      .filter((value) => !Number.isNaN(value))
      .sort()
    const quantiles = Array.from({ length: RANGES - 1 }, (_each, place) =>
      significant(values[Math.floor(((place + 1) * values.length) / RANGES)] ?? 0, 4),
    )
    return [...new Set(quantiles)]
  })
}

/** 0 for what is unknown, else one more than the borders that are not above it. */
function rangeOf(borders: readonly number[], value = Number.NaN): number {
  if (Number.isNaN(value)) return 0
  let low = 0
  let high = borders.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (borders[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low + 1
}
