/**
 * How rare the prints of one session are. Each feature is ranked among earlier prints of the same liquidity class and days
 * to expiry, the combination of ranks by half-space trees. What it says of a print depends on what it started with and on
 * the prints before, on nothing else.
 */
import type { TradingSession } from '../market/trading-calendar.ts'
import { alertBase } from './alert-rules.ts'
import { aggressorOf, type Draft, premiumOf } from './draft.ts'
import { type Scales, scalesOf, writeVector } from './feature-vector.ts'
import { HalfSpaceTrees } from './half-space-trees.ts'
import { RankSketch } from './rank-sketch.ts'
import { cellOf } from './rarity-cells.ts'
import { EVIDENCE, FACTORS, type FeatureSurroundings, type SymbolCalendar, writeFeatures } from './rarity-features.ts'
import { type RarityStart, type RarityState, SKETCHES } from './rarity-start.ts'
import { rarityOf, scoreOf } from './unusual-score.ts'
import { UsualFlow } from './usual-flow.ts'

/** A session counts e times less after 20 of them. */
const FADE = Math.exp(-1 / 20)
const JOINT = FACTORS.length
const REFRESH = 256
/** Keeps the logarithm finite where no print was before. */
const LEAST_MASS = 1e-5

const UNKNOWN: readonly number[] = Array.from({ length: EVIDENCE.count }, () => Number.NaN)

export interface RarityContext {
  readonly start: RarityStart
  /** Draws the trees; any whole number. */
  readonly seed: number
  readonly session: TradingSession | null
  readonly calendar: SymbolCalendar
}

export class RarityModel {
  readonly #start: RarityStart
  readonly #surroundings: FeatureSurroundings
  readonly #usual: UsualFlow
  readonly #trees: HalfSpaceTrees
  /** Copies of the start's sketches, made when a cell learns for the first time. */
  readonly #sketches: (RankSketch[] | null)[]
  readonly #scales: ({ readonly scales: Scales; readonly until: number } | null)[]
  readonly #vector = new Uint8Array(FACTORS.length)

  constructor({ start, seed, session, calendar }: RarityContext) {
    this.#start = start
    this.#usual = new UsualFlow(start.usual, session)
    this.#surroundings = { usual: this.#usual, calendar, session }
    this.#trees = new HalfSpaceTrees(seed, FACTORS.length, start.sample)
    this.#sketches = start.sketches.map(() => null)
    this.#scales = start.sketches.map(() => null)
  }

  /** Fills the evidence and the score of a draft whose alert types are known. */
  judge(draft: Draft): void {
    // A row that was told keeps the evidence of its time.
    const evidence = UNKNOWN.slice()
    draft.evidence = evidence
    writeFeatures(draft, evidence, this.#surroundings)
    const cell = cellOf(draft.contract.identity)
    const sketches = this.#sketchesOf(cell)
    for (let i = 0; i < FACTORS.length; i++) {
      evidence[EVIDENCE.rank + i] = sketches[i]?.rank(evidence[EVIDENCE.feature + i] ?? Number.NaN) ?? Number.NaN
    }
    writeVector(evidence, this.#scalesOf(cell), this.#vector)
    const emptiness = -Math.log(this.#trees.mass(this.#vector) + LEAST_MASS)
    evidence[EVIDENCE.emptiness] = emptiness
    evidence[EVIDENCE.joint] = sketches[JOINT]?.rank(emptiness) ?? Number.NaN
    draft.rarity = rarityOf(evidence, premiumOf(draft))
    draft.unusualScore = scoreOf(draft.rarity, alertBase(draft.alertTypes))
  }

  /** Remembers a draft that no later leg will change. */
  learn(draft: Draft): void {
    const { evidence, contract } = draft
    const cell = cellOf(contract.identity)
    const sketches = this.#ownSketchesOf(cell)
    for (let i = 0; i < FACTORS.length; i++) sketches[i]?.add(evidence[EVIDENCE.feature + i] ?? Number.NaN)
    sketches[JOINT]?.add(evidence[EVIDENCE.emptiness] ?? Number.NaN)
    writeVector(evidence, this.#scalesOf(cell), this.#vector)
    this.#trees.learn(this.#vector)
    contract.tally(aggressorOf(draft), draft.size)
    this.#usual.learn(contract, draft.size, premiumOf(draft), draft.executedAtMs)
  }

  /** For the next session: everything seen so far, faded by a session. */
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

  /** Found again after so many prints of the cell, since finding a percentile costs as much as judging a print. */
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

  #ownSketchesOf(cell: number): readonly RankSketch[] {
    const known = this.#sketches[cell]
    if (known) return known
    const own = (this.#start.sketches[cell] ?? []).map((shared) => {
      const sketch = new RankSketch(shared.range)
      sketch.merge(shared)
      return sketch
    })
    this.#sketches[cell] = own
    return own
  }
}
