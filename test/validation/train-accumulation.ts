import { ChainAnalysis } from '../../src/analytics/domain/chain-analysis.ts'
import type { BoostedTrees } from '../../src/flow/domain/score/boosted-trees.ts'
import { FEATURES } from '../../src/flow/domain/score/rarity-features.ts'
import { FlowReader } from '../../src/flow/domain/tape/flow-reader.ts'
import { flowContext } from '../../src/flow/operations/create-session.ts'
import { mix, uniform } from '../../src/lib/math/seeded-random.ts'
import { tradingDaysBetween } from '../../src/market/domain/calendar/trading-calendar.ts'
import { simulatedMarket } from '../../src/market/sources/simulated/index.ts'
import { accumulatorOf } from '../../src/market/sources/simulated/tape/accumulators.ts'
import { UNIVERSE } from '../../src/market/sources/simulated/universe.ts'
import { World } from '../../src/market/sources/simulated/world.ts'
import { tapeTruth } from '../oracles/tape-truth.ts'
import { boost, type LabelledRow } from './boosting.ts'
import { type Extent, tapesOf } from './validate.ts'
import { writeScoreData } from './write-score-data.ts'

/**
 * The model of accumulation, from sessions of the simulated market in which accumulations are planted, informed and not:
 * no tape tells them apart. Its form was chosen by seed 6; the tails have seeds 2 and 3, tests and published figures seed 1
 * and later sessions.
 */
const SESSIONS = { seeds: [4, 5], from: '2026-01-05', to: '2026-09-30' } as const

/** Later than every session that is read. */
const AFTER = '2026-11-27T22:00:00.000Z'

/** All sessions of symbols with an accumulation, and of the many others one in forty. */
const OTHERS = 1 / 40
/** Of the other rows one in three; those of sessions without an accumulation count ten times: see `accumulationChance`. */
const OTHER_ROWS = 1 / 3
const OTHERS_WEIGHT = 10

/** Tapes of other dates and another seed than those of the calibration and of the figures. */
const INVENTED: { readonly extent: Extent; readonly seed: number } = {
  extent: { from: '2026-07-06', to: '2026-07-17', orders: 6_000 },
  seed: 5_001,
}

const BOOSTING = { trees: 100, depth: 5, rate: 0.1 } as const

writeScoreData('accumulation-model.json', await learnAccumulation())

async function learnAccumulation(): Promise<BoostedTrees> {
  const rows: LabelledRow[] = []
  for (const seed of SESSIONS.seeds) {
    for await (const row of accumulationRows(seed, tradingDaysBetween(SESSIONS.from, SESSIONS.to))) rows.push(row)
  }
  for (const row of inventedRows()) rows.push(row)
  return boost(rows, BOOSTING)
}

/**
 * Of invented tapes, on which nobody accumulates: their orders come otherwise than those of the simulated market, so that
 * the model does not take every other kind of tape for an accumulation.
 */
function* inventedRows(): Generator<LabelledRow> {
  for (const { prints, facts } of tapesOf(INVENTED.extent, INVENTED.seed)) {
    const { symbol, sessionDate } = prints
    const features: (readonly number[])[] = []
    const onFeatures = (ofRow: readonly number[]) => void features.push(ofRow)
    new FlowReader({ symbol, sessionDate, facts, onFeatures }).read(prints)
    for (const [place, ofRow] of features.entries()) {
      const own = ofRow.slice(FEATURES.accumulation)
      if (own.length > 0 && place % 3 === 0) yield { features: own, label: false, weight: OTHERS_WEIGHT / OTHER_ROWS }
    }
  }
}

/** Rows that may belong to an accumulation, with what the model takes from them. */
async function* accumulationRows(seed: number, dates: readonly string[]): AsyncGenerator<LabelledRow> {
  const market = simulatedMarket({ seed, symbols: UNIVERSE, speed: 1, now: () => new Date(AFTER) })
  const parts = {
    viewAt: (date?: string) => market.viewAt(date),
    analysisOf: (chain: ConstructorParameters<typeof ChainAnalysis>[0]) => new ChainAnalysis(chain),
  }
  const world = new World(seed, 1)
  const truthOf = tapeTruth({ seed })
  let place = 0
  for (const date of dates) {
    const view = await market.viewAt(date)
    for (const symbol of UNIVERSE) {
      const chance = mix(mix(seed, 40), place++)
      const index = world.sessions.indexOf(date)
      const isPlanted = index !== undefined && accumulatorOf(world, world.path(symbol), index) !== null
      if (!isPlanted && uniform(chance) >= OTHERS) continue
      const { prints } = await view.optionPrints(symbol)
      const isAccumulated = isPlanted ? truthOf(symbol, date).isAccumulated : null
      const weight = isPlanted ? 1 : OTHERS_WEIGHT
      const features: (readonly number[])[] = []
      const onFeatures = (ofRow: readonly number[]) => void features.push(ofRow)
      const { rows } = new FlowReader({ ...(await flowContext(parts, view, prints)), onFeatures }).read(prints)
      for (const [at, { sequence }] of rows.entries()) {
        const own = features[at]!.slice(FEATURES.accumulation)
        if (own.length === 0) continue
        const label = isAccumulated?.[sequence] === 1
        if (label) yield { features: own, label, weight }
        else if (uniform(mix(chance, sequence)) < OTHER_ROWS)
          yield { features: own, label, weight: weight / OTHER_ROWS }
      }
    }
  }
}
