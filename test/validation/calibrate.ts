import type { FlowRow } from '../../src/flow/domain/flow-row.ts'
import { scalesOf, writeVector } from '../../src/flow/domain/score/feature-vector.ts'
import { RankSketch } from '../../src/flow/domain/score/rank-sketch.ts'
import { cellOf } from '../../src/flow/domain/score/rarity-cells.ts'
import { FACTORS } from '../../src/flow/domain/score/rarity-features.ts'
import {
  KNOTS,
  type RarityPrior,
  type RarityStart,
  type RarityState,
  SKETCHES,
  startOfPrior,
  startOfState,
  vectorText,
} from '../../src/flow/domain/score/rarity-start.ts'
import { FlowReader } from '../../src/flow/domain/tape/flow-reader.ts'
import { significant } from '../../src/lib/math/significant.ts'
import type { ValidationTape } from './synthetic-tape.ts'

/** Fewer prints than this say nothing of one in a thousand. */
const MIN_PRINTS = 200
const SAMPLE = 511
const PER_LINE = 7

/** How features of prints are spread, in the form in which the service ships it. Two passes: ranks need ranks to start. */
export function calibrate(
  tapes: () => Iterable<ValidationTape>,
  usual = { logSize: 1.6, logPremium: 7.6 },
): RarityPrior {
  const first = pass(tapes(), { usual, knots: [], sample: [] })
  return pass(tapes(), first)
}

function pass(tapes: Iterable<ValidationTape>, prior: RarityPrior): RarityPrior {
  const { usual, ...grown } = startOfPrior(prior)
  let state: RarityState = { version: 1, usual, weights: [] }
  const sizes: number[] = []
  const premiums: number[] = []
  const vectors: string[] = []
  for (const { prints, facts } of tapes) {
    // Sketches are pooled over symbols, what is usual for a symbol is not.
    const start = startOfState({ ...state, usual }, grown)
    const { symbol, sessionDate } = prints
    const features: (readonly number[])[] = []
    const onFeatures = (ofRow: readonly number[]) => void features.push(ofRow)
    const reader = new FlowReader({ symbol, sessionDate, facts, start, onFeatures })
    const { rows } = reader.read(prints)
    state = reader.carry()
    sizes.push(state.usual.logSize)
    premiums.push(state.usual.logPremium)
    const step = Math.ceil(rows.length / 16)
    for (let i = step - 1; i < rows.length; i += step) vectors.push(vectorOf(rows[i]!, features[i]!, start))
  }
  return {
    usual: { logSize: significant(mean(sizes), 3), logPremium: significant(mean(premiums), 3) },
    knots: state.weights.map((cell) =>
      cell.map((weights, index) => knotsOf(RankSketch.ofWeights(SKETCHES[index]!, weights))),
    ),
    sample: lines(vectors.slice(-SAMPLE)),
  }
}

function vectorOf(row: FlowRow, features: readonly number[], { sketches }: RarityStart): string {
  const vector = new Uint8Array(FACTORS.length)
  writeVector(features, scalesOf(sketches[cellOf(row)]!), vector)
  return vectorText(vector)
}

function knotsOf(sketch: RankSketch): string {
  if (sketch.total < MIN_PRINTS) return ''
  return KNOTS.map((share) => significant(sketch.quantile(share), 4)).join(' ')
}

function lines(vectors: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(vectors.length / PER_LINE) }, (_, line) =>
    vectors.slice(PER_LINE * line, PER_LINE * (line + 1)).join(''),
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
