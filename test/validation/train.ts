import { calibrate } from './calibrate.ts'
import { type Extent, tapesOf } from './validate.ts'
import { writeScoreData } from './write-score-data.ts'

/**
 * `npm run train` writes the data files of the unusual score, each by a program of its own because it needs the ones before:
 * here how features of prints are distributed, from invented tapes; then the model of accumulation, by
 * `train-accumulation.ts`; then how many points comparable prints have, by `train-tails.ts`. The same files on every run.
 */
const TAPES: Extent = { from: '2026-09-08', to: '2026-09-25', orders: 6_000 }

writeScoreData(
  'rarity-prior.json',
  calibrate(() => tapesOf(TAPES, 1)),
)
