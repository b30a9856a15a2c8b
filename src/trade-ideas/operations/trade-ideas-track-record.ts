import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { newYorkDate, newYorkInstant } from '../../market/domain/calendar/new-york-time.ts'
import { type TrackRecord, trackRecord } from '../domain/track-record.ts'
import { IDEA_CALLERS, IDEA_SURFACES } from './access.ts'
import { defineOperation } from './context.ts'
import { Pipeline } from './idea-view.ts'

/** Default length of the window. */
const USUAL_DAYS = 365

const Count = z.int().min(0).max(1e9)
const figures = {
  count: Count.describe('Ideas that have ended.'),
  hit_count: Count.describe('Those whose thesis came true: target touched, or range held to the horizon.'),
  hit_rate_pct: z.number().min(0).max(100).nullable().describe('100 × hit_count / count; null without an ended idea.'),
  average_r: z.number().nullable().describe('Mean of outcome_r; null without an ended idea.'),
  average_outcome_pct: z.number().nullable().describe('Mean of outcome_pct, percent; null without an ended idea.'),
  average_confidence: z
    .number()
    .nullable()
    .describe('Mean confidence that they were made with, 0 to 1: set it against the hit rate.'),
}

const FIGURES = Object.keys(figures)

const TrackRecordFigures = z.object(figures).meta({ id: 'TrackRecordFigures' })

export const tradeIdeasTrackRecordOperation = defineOperation({
  name: 'trade_ideas_track_record',
  title: 'Track record',
  description:
    'How trade ideas turned out: number, hit rate, mean outcome in percent and in units of risk (R), in all, by pipeline and by confidence.',
  capability: 'trade_ideas',
  callers: IDEA_CALLERS,
  surfaces: [...IDEA_SURFACES, 'mcp'],
  route: { method: 'GET', path: '/trade_ideas/track_record' },
  input: z
    .object({
      symbol: UnderlyingSymbol.optional(),
      from: WindowDate.optional().describe('First New York date of ending; by default a year before to.'),
      to: WindowDate.optional().describe('Last date of ending; by default today.'),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: 'must not be before from',
    }),
  output: z.object({
    symbol: z.string().nullable().describe('The requested symbol; null for all.'),
    from: z.iso.date().describe('First date that is counted, YYYY-MM-DD.'),
    to: z.iso.date().describe('Last date that is counted, YYYY-MM-DD.'),
    open_count: Count.describe('Ideas that are open at present.'),
    total: TrackRecordFigures.describe('All ideas that ended in the window.'),
    pipelines: z
      .array(z.object({ pipeline: Pipeline, ...figures }))
      .describe('The same by pipeline, those without an idea too.'),
    calibration: z
      .array(
        z.object({
          confidence_from: z.number().min(0).max(1).describe('Least confidence of these ideas.'),
          confidence_to: z.number().min(0).max(1).describe('Confidence that they stay below; 1 is included.'),
          ...figures,
        }),
      )
      .describe('The same by tenths of confidence, those without an idea left out.'),
  }),
  example: {},
  tool: { unlisted: ['response_format'] },
  concise: {
    view: 'figures in all, by pipeline and by confidence.',
    narrow: 'give symbol',
    lists: {
      pipelines: { columns: ['pipeline', ...FIGURES] },
      calibration: { columns: ['confidence_from', 'confidence_to', ...FIGURES] },
    },
  },
  async run({ symbol, from, to }, { store, now }) {
    const today = newYorkDate(now().getTime())
    const last = to ?? (from !== undefined && from > today ? from : today)
    const first = from ?? addDays(last, -USUAL_DAYS)
    const window = { sinceMs: newYorkInstant(first, 0), untilMs: newYorkInstant(addDays(last, 1), 0) }
    const { total, pipelines, calibration } = trackRecord(await store.tradeIdeas.outcomeTallies({ symbol, ...window }))
    return {
      symbol: symbol ?? null,
      from: first,
      to: last,
      open_count: await store.tradeIdeas.countOpen(symbol),
      total: figuresView(total),
      pipelines: pipelines.map((figure) => ({ pipeline: figure.pipeline, ...figuresView(figure) })),
      calibration: calibration.map((figure) => ({
        confidence_from: figure.confidenceFrom,
        confidence_to: figure.confidenceTo,
        ...figuresView(figure),
      })),
    }
  },
})

function figuresView(figure: TrackRecord['total']): z.infer<typeof TrackRecordFigures> {
  return {
    count: figure.count,
    hit_count: figure.hits,
    hit_rate_pct: figure.hitRatePct,
    average_r: figure.averageR,
    average_outcome_pct: figure.averagePct,
    average_confidence: figure.averageConfidence,
  }
}
