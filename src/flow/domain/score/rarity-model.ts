/**
 * How rare the prints of one session are: each feature is ranked among earlier prints of the same cell, their combination
 * by half-space trees, and the points of all together among those of comparable prints. The result for a print depends only on the initial state and on earlier prints.
 */
import type { TradingSession } from '../../../market/domain/calendar/trading-calendar.ts'
import { type PendingRow, premiumOf } from '../tape/pending-row.ts'
import { writeAccumulation } from './accumulation-features.ts'
import { accumulationOdds } from './accumulation-model.ts'
import { type Scales, scalesOf, writeVector } from './feature-vector.ts'
import { HalfSpaceTrees } from './half-space-trees.ts'
import { RankSketch, SketchRoom } from './rank-sketch.ts'
import { cellOf, tailCellOf } from './rarity-cells.ts'
import {
  EVIDENCE,
  FACTORS,
  FEATURES,
  type FeatureSurroundings,
  type SymbolCalendar,
  writeFeatures,
} from './rarity-features.ts'
import { POINTS_RANGE, type RarityStart, type RarityState, SKETCHES } from './rarity-start.ts'
import { BandCap, BandMonitor, decades } from './score-bands.ts'
import { SessionOrders } from './session-orders.ts'
import { independenceOf, pointsTogether } from './unusual-score.ts'
import { UsualFlow } from './usual-flow.ts'

/** Decay per session: a weight falls by a factor e in 20 sessions. */
const FADE = Math.exp(-1 / 20)
const JOINT = FACTORS.length
const REFRESH = 256
/** Keeps the logarithm finite in empty regions. */
const MIN_MASS = 1e-5
/** Rarest share that points can have. */
const MIN_SHARE = 1e-8

const EMPTY = new RankSketch(POINTS_RANGE)

const UNKNOWN: readonly number[] = Array.from({ length: EVIDENCE.count }, () => Number.NaN)
const NO_FEATURES: readonly number[] = Array.from({ length: FEATURES.count }, () => Number.NaN)

export interface RarityContext {
  readonly start: RarityStart
  /** Seed of the trees; any integer. */
  readonly seed: number
  readonly session: TradingSession | null
  readonly calendar: SymbolCalendar
}

export class RarityModel {
  readonly #start: RarityStart
  readonly #surroundings: FeatureSurroundings
  readonly #usual: UsualFlow
  readonly #orders = new SessionOrders()
  readonly #trees: HalfSpaceTrees
  /** Copy-on-write copies of the start's sketches, by cell. */
  readonly #sketches: (RankSketch[] | null)[]
  readonly #tails: (RankSketch | null)[]
  readonly #room = new SketchRoom()
  readonly #bands = new BandMonitor()
  readonly #cap = new BandCap()
  readonly #scales: ({ readonly scales: Scales; readonly until: number } | null)[]
  readonly #vector = new Uint8Array(FACTORS.length)

  constructor({ start, seed, session, calendar }: RarityContext) {
    this.#start = start
    this.#usual = new UsualFlow(start.usual, session)
    this.#surroundings = { usual: this.#usual, calendar, session }
    this.#trees = new HalfSpaceTrees(start.trees(seed))
    this.#sketches = start.sketches.map(() => null)
    this.#tails = start.tails.map(() => null)
    this.#scales = start.sketches.map(() => null)
  }

  /** Writes the evidence and the score of a row. */
  score(row: PendingRow): void {
    // A new array, because reported rows keep their evidence.
    const evidence = UNKNOWN.slice()
    row.evidence = evidence
    const features = NO_FEATURES.slice()
    row.features = features
    writeFeatures(row, features, evidence, this.#surroundings)
    writeAccumulation(row, features, evidence, this.#orders)
    evidence[EVIDENCE.accumulation] = accumulationOdds(features)
    const cell = cellOf(row.contract)
    const sketches = this.#sketchesOf(cell)
    for (let i = 0; i < FACTORS.length; i++) {
      evidence[EVIDENCE.rank + i] = sketches[i]?.rank(features[FEATURES.first + i] ?? Number.NaN) ?? Number.NaN
    }
    writeVector(features, this.#scalesOf(cell), this.#vector)
    const emptiness = -Math.log(this.#trees.mass(this.#vector) + MIN_MASS)
    features[FEATURES.emptiness] = emptiness
    evidence[EVIDENCE.joint] = sketches[JOINT]?.rank(emptiness) ?? Number.NaN
    // The rows keep single precision: the breakdown of a kept row divides the points that the row was given.
    for (let i = 0; i < evidence.length; i++) evidence[i] = Math.fround(evidence[i] ?? Number.NaN)
    const points = pointsTogether(evidence, premiumOf(row))
    features[FEATURES.points] = points
    const rank = this.#tailOf(this.#tailCellOf(row)).rank(points)
    // Without comparable prints nothing is rare.
    const score = Number.isNaN(rank) ? 0 : this.#bands.scoreOf(decades(Math.max(1 - rank, MIN_SHARE)))
    row.rarity = this.#cap.limit(score, row.rarity)
    row.unusualScore = Math.floor(row.rarity)
  }

  /** Adds a final row to the model. */
  learn(row: PendingRow): void {
    const { features, contract } = row
    const cell = cellOf(contract)
    const sketches = this.#ownSketchesOf(cell)
    for (let i = 0; i < FACTORS.length; i++) sketches[i]?.add(features[FEATURES.first + i] ?? Number.NaN)
    sketches[JOINT]?.add(features[FEATURES.emptiness] ?? Number.NaN)
    writeVector(features, this.#scalesOf(cell), this.#vector)
    this.#trees.learn(this.#vector)
    const weight = independenceOf(row.evidence)
    this.#ownTailOf(this.#tailCellOf(row)).add(features[FEATURES.points] ?? Number.NaN, weight)
    this.#bands.learn(row.rarity, weight)
    this.#cap.count()
    this.#orders.add(row)
    this.#usual.learn(contract, row.size, premiumOf(row), row.executedAtMs)
  }

  /** State for the next session: all observations, decayed by one session. */
  carry(): RarityState {
    return {
      version: 1,
      usual: this.#usual.means(),
      weights: this.#start.sketches.map((shared, cell) => {
        const own = this.#sketches[cell]
        if (!own) return shared.map((sketch) => sketch.toWeights())
        return own.map((sketch, index) => {
          const faded = new RankSketch(SKETCHES[index] ?? sketch.range)
          faded.merge(sketch, FADE)
          return faded.toWeights()
        })
      }),
    }
  }

  /** Recomputed every `REFRESH` prints of the cell, because a percentile costs as much as scoring a print. */
  #scalesOf(cell: number): Scales {
    const known = this.#scales[cell]
    const sketches = this.#sketchesOf(cell)
    const total = sketches[JOINT]?.total ?? 0
    if (known && total < known.until) return known.scales
    const scales = scalesOf(sketches)
    this.#scales[cell] = { scales, until: total + REFRESH }
    return scales
  }

  #sketchesOf(cell: number): readonly RankSketch[] {
    return this.#sketches[cell] ?? this.#start.sketches[cell] ?? []
  }

  #tailCellOf({ contract, executedAtMs }: PendingRow): number {
    return tailCellOf(contract, executedAtMs, this.#surroundings.session)
  }

  #tailOf(cell: number): RankSketch {
    return this.#tails[cell] ?? this.#start.tails[cell] ?? EMPTY
  }

  #ownTailOf(cell: number): RankSketch {
    const known = this.#tails[cell]
    if (known) return known
    const own = this.#tailOf(cell).copy(this.#room)
    this.#tails[cell] = own
    return own
  }

  #ownSketchesOf(cell: number): readonly RankSketch[] {
    const known = this.#sketches[cell]
    if (known) return known
    const own = (this.#start.sketches[cell] ?? []).map((shared) => shared.copy(this.#room))
    this.#sketches[cell] = own
    return own
  }
}
