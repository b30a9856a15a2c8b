import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { orNull } from '../../lib/math/numbers.ts'
import { significant } from '../../lib/math/significant.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { tradingDayBefore } from '../../market/domain/calendar/trading-calendar.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { dateWindow, served } from '../../market/operations/date-window.ts'
import { envelope, envelopedSelection } from '../../market/operations/envelope.ts'
import { orderedBounds, startsByDate } from '../../market/operations/ordered-bounds.ts'
import { FlowOutcomes, type StudiedOutcome } from '../contract/outcome-study.ts'
import {
  ALL_SYMBOLS,
  HORIZONS,
  MEASURES,
  type Measure,
  mergeOutcomes,
  OutcomeSum,
  type OutcomeSums,
  outcomeKey,
  STUDIED_KINDS,
  STUDIED_SCORES,
  type StudiedKind,
} from '../domain/sums/outcome-study.ts'
import { defineOperation } from './context.ts'

/** Fewer prints say nothing. */
const FEWEST = 30
const DEFAULT_DAYS = 365
const DIGITS = 3

const Input = startsByDate(
  orderedBounds(
    z.object({
      symbol: UnderlyingSymbol.optional(),
      min_score: z.literal(STUDIED_SCORES).default(STUDIED_SCORES[0]).describe('Least score.'),
      alert_type: z.enum(STUDIED_KINDS).optional().describe('Such as call_sweep.'),
      from: WindowDate.optional().describe('A year back by default.'),
      to: WindowDate.optional().describe('Last session.'),
      date: TradingDate.optional(),
    }),
    [['from', 'to', 'before']],
  ),
  'from',
)

export const flowOutcomesOperation = defineOperation({
  name: 'flow_outcomes',
  title: 'Outcomes of unusual prints',
  description:
    'What unusual prints did 1, 5 and 20 sessions later, beside random prints: hit rate and quartiles of the move with the aggressor, openings that open interest confirmed.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/flow/outcomes', errors: ['not_found'] },
  input: Input,
  output: envelopedSelection(FlowOutcomes.extend(served)),
  example: { min_score: 90 },
  tool: { unlisted: ['response_format'] },
  concise: {
    view: 'all rows.',
    narrow: 'give symbol',
    table: {
      list: 'data',
      columns: [
        'horizon',
        'measure',
        'count',
        'hit_rate',
        'median_pct',
        'lower_quartile_pct',
        'upper_quartile_pct',
        'matched_hit_rate',
        'matched_median_pct',
        'too_few',
      ],
      maxRows: HORIZONS.length * MEASURES.length,
    },
  },
  async run({ symbol, min_score: score, alert_type, from, to, date }, context) {
    const type: Wanted['type'] = alert_type ?? 'all'
    const view = await context.viewAt(date)
    const moment = await view.moment()
    if (symbol !== undefined) await view.quote(symbol)
    const window = dateWindow({ from, to }, moment.sessionDate, { before: DEFAULT_DAYS, after: 0 })
    const { flowOutcomes } = context.store
    const stored = await flowOutcomes.range(
      { source: view.source, symbol: symbol ?? ALL_SYMBOLS, type },
      window.from,
      window.to,
    )
    const byHorizon = new Map(HORIZONS.map((horizon) => [horizon, new Map() as OutcomeSums]))
    const sessions = new Set<string>()
    for (const each of stored) {
      // At an earlier date the outcome of later sessions is not known.
      if (each.sessionDate > tradingDayBefore(moment.sessionDate, each.horizon)) continue
      sessions.add(each.sessionDate)
      const sums = byHorizon.get(HORIZONS.find((horizon) => horizon === each.horizon) ?? 1)
      if (sums) mergeOutcomes(sums, each.sums)
    }
    const warnings =
      sessions.size > 0 ? [] : ['No session of the window has been counted yet: it happens in the background.']
    return {
      symbol: symbol ?? null,
      ...envelope(view, { asOfMs: moment.asOfMs, sessionDate: moment.sessionDate, warnings }),
      ...window,
      sessions: sessions.size,
      data: HORIZONS.flatMap((horizon) =>
        MEASURES.filter((measure) => horizon === 1 || measure !== 'open_interest').map((measure) => {
          const sumOf = (matched: boolean) =>
            summed(byHorizon.get(horizon) ?? new Map(), { score, type, measure, matched })
          return outcomeRow(horizon, measure, sumOf(false), sumOf(true))
        }),
      ),
    }
  },
})

interface Wanted {
  readonly score: number
  readonly type: StudiedKind | 'all'
  readonly measure: Measure
  readonly matched: boolean
}

/** All bands from a score on. */
function summed(sums: OutcomeSums, { score, ...key }: Wanted): OutcomeSum {
  const sum = new OutcomeSum()
  for (const band of STUDIED_SCORES) {
    const own = band >= score ? sums.get(outcomeKey({ ...key, score: band })) : undefined
    if (own) sum.merge(own)
  }
  return sum
}

function outcomeRow(horizon: number, measure: Measure, own: OutcomeSum, matched: OutcomeSum): StudiedOutcome {
  const known = (sum: OutcomeSum, value: number) => (sum.count < FEWEST ? null : orNull(significant(value, DIGITS)))
  return {
    horizon,
    measure,
    count: own.count,
    hit_rate: known(own, own.hitRate),
    median_pct: known(own, own.quantile(0.5)),
    lower_quartile_pct: known(own, own.quantile(0.25)),
    upper_quartile_pct: known(own, own.quantile(0.75)),
    matched_count: matched.count,
    matched_hit_rate: known(matched, matched.hitRate),
    matched_median_pct: known(matched, matched.quantile(0.5)),
    too_few: own.count < FEWEST,
  }
}
