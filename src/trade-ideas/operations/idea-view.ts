/** A trade idea on the wire: the flat names of the webhook, and its life. */
import { z } from 'zod'
import { IDEA_DIRECTIONS } from '../domain/idea-direction.ts'
import { IDEA_OUTCOMES, IDEA_STATUSES, type IdeaRecord, statusOf } from '../domain/idea-record.ts'
import { PIPELINES } from '../domain/pipeline.ts'

export const Pipeline = z
  .enum(PIPELINES)
  .describe(
    'Way of looking that made it: flow follows option premium, gamma dealers’ hedging, trend prices, crush dear volatility.',
  )

const usd = (text: string) => z.number().describe(`${text} USD per share.`)

const Structure = z.object({
  legs: z
    .array(
      z.object({
        side: z.enum(['buy', 'sell']),
        option_type: z.enum(['call', 'put']),
        expiration_date: z.iso.date().describe('YYYY-MM-DD.'),
        strike: z.number().describe('USD.'),
        price: z.number().describe('Mid of bid and ask when the idea was made, USD per share.'),
      }),
    )
    .describe('One contract each.'),
  net_debit: usd('Paid for the legs together; negative is a credit.'),
  max_profit: z.number().nullable().describe('Most profit at expiration, USD per share; null is unlimited.'),
  max_loss: usd('Maximum loss at expiration, positive.'),
  breakevens: z.array(z.number()).describe('Prices of the underlying without profit or loss at expiration, USD.'),
})

export const IdeaView = z
  .object({
    id: z.string().describe('Identity of the idea, the same in every answer and notification.'),
    symbol: z.string().describe('Ticker of the underlying.'),
    direction: z
      .enum(IDEA_DIRECTIONS)
      .describe('Which way the thesis goes; neutral expects the price to stay in a range.'),
    strategy: z.string().describe('Label of an option structure that expresses the thesis, for example Long Call.'),
    pipeline: Pipeline,
    model: z.string().describe('The pipeline as webhooks name it.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('0 to 1: estimated probability that the thesis comes true, calibrated against ended ideas.'),
    entry_price: usd('Price of the underlying when the idea was made.'),
    target_price: usd('Price at which the thesis has come true; of a neutral idea the upper end of its range.'),
    stop_price: usd('Price at which the thesis is refuted; of a neutral idea the lower end of its range.'),
    current_price: usd('Price when it was last looked at; of an ended idea its exit.'),
    peak_price: usd('Most favourable price since it was made; of a neutral idea the nearest to an end of its range.'),
    thesis: z.string().describe('Why, in words with figures.'),
    structure: Structure.optional().describe(
      'Listed contracts that express the idea; absent where none with quotes fitted.',
    ),
    status: z
      .enum(IDEA_STATUSES)
      .describe('open; closed: target or stop was touched, a range was left or held; expired: its horizon passed.'),
    session_date: z.iso.date().describe('New York trading date on which it was made.'),
    generated_at: z.iso.datetime().describe('Instant of the market data that it was made from, UTC.'),
    expires_at: z.iso.datetime().describe('Close of the last session of its horizon, UTC.'),
    updated_at: z.iso.datetime().describe('Instant of the prices that it was last looked at with, UTC.'),
    ended_at: z.iso.datetime().nullable().describe('Instant of the prices that ended it, UTC; null while it is open.'),
    outcome: z
      .enum(IDEA_OUTCOMES)
      .nullable()
      .describe(
        'target or stop touched; range_left or range_held of a neutral idea; horizon passed. Where one look shows target and stop, the stop counts.',
      ),
    exit_price: z
      .number()
      .nullable()
      .describe('Price at which it ended: the level, or the opening price beyond it. USD per share; null while open.'),
    outcome_pct: z
      .number()
      .nullable()
      .describe(
        'From entry to exit in the direction of the idea, percent; of a neutral idea minus the distance. Null while open.',
      ),
    outcome_r: z
      .number()
      .nullable()
      .describe(
        'Way gained over the way from entry to stop, −1 at the stop; of a neutral idea 1 − 2 × the share of the way to the end of its range. Null while open.',
      ),
  })
  .meta({ id: 'TradeIdea' })

export type IdeaView = z.infer<typeof IdeaView>

export function ideaView(idea: IdeaRecord): IdeaView {
  const { end } = idea
  return {
    id: idea.id,
    symbol: idea.symbol,
    direction: idea.direction,
    strategy: idea.strategy,
    pipeline: idea.pipeline,
    model: idea.pipeline,
    confidence: idea.confidence,
    entry_price: idea.entryPrice,
    target_price: idea.targetPrice,
    stop_price: idea.stopPrice,
    current_price: idea.currentPrice,
    peak_price: idea.peakPrice,
    thesis: idea.thesis,
    ...(idea.structure && {
      structure: {
        ...idea.structure,
        legs: [...idea.structure.legs],
        breakevens: [...idea.structure.breakevens],
      },
    }),
    status: statusOf(idea),
    session_date: idea.sessionDate,
    generated_at: isoOf(idea.generatedMs),
    expires_at: isoOf(idea.expiresMs),
    updated_at: isoOf(idea.seen.atMs),
    ended_at: end ? isoOf(end.endedMs) : null,
    outcome: end?.outcome ?? null,
    exit_price: end?.exitPrice ?? null,
    outcome_pct: end?.outcomePct ?? null,
    outcome_r: end?.outcomeR ?? null,
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
