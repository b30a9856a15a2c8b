import { Histogram } from 'prom-client'
import { SCORE_BANDS } from '../../flow/domain/score/score-bands.ts'
import type { ScoreCounts } from '../../flow/domain/score/score-counts.ts'

const CONFIG = {
  name: 'optionwire_print_score',
  help: 'Unusual score of final option prints since the start; a band of the score begins above each bound.',
  // Scores are whole numbers, so one below a band is the highest score outside of it.
  buckets: SCORE_BANDS.map(({ score }) => score - 1),
  registers: [],
}

/**
 * The scores that are counted while tapes are read, whoever reads them. Observed one at a time, a million prints of an
 * import would hold the thread of a scrape for 50 ms and more.
 */
export class ScoreHistogram extends Histogram {
  readonly #frame = new Histogram(CONFIG)
  readonly #scores: ScoreCounts

  constructor(scores: ScoreCounts) {
    super(CONFIG)
    this.#scores = scores
  }

  override async get() {
    return { ...(await this.#frame.get()), values: valuesOf(this.#scores) }
  }

  /** What the registry asks for before `get`. */
  getForPromString() {
    return this.get()
  }
}

function valuesOf(scores: ScoreCounts) {
  const { name, buckets } = CONFIG
  const upTo = (bound: number) => scores.subarray(0, bound + 1).reduce((sum, count) => sum + count, 0)
  const count = upTo(scores.length)
  const bounds = [...buckets.map((le) => ({ le, value: upTo(le) })), { le: '+Inf', value: count }]
  return [
    ...bounds.map(({ le, value }) => ({ labels: { le }, value, metricName: `${name}_bucket` })),
    { labels: {}, value: scores.reduce((sum, each, score) => sum + each * score, 0), metricName: `${name}_sum` },
    { labels: {}, value: count, metricName: `${name}_count` },
  ]
}
