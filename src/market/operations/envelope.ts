import { z } from 'zod'
import { Source } from '../contract/source.ts'
import type { MarketView } from '../ports/market-source.ts'

/** What every analytics answer carries besides its own fields. */
const envelopeShape = {
  as_of: z.iso.datetime().describe('The instant that the data describe, UTC.'),
  session_date: z.iso.date().describe('New York trading date that the data belong to.'),
  source: Source,
  is_replay: z
    .boolean()
    .optional()
    .describe('True while a demonstration replays the session of session_date because the market is closed.'),
  warnings: z.array(z.string()).describe('What to know of these data before using them, in sentences; usually empty.'),
}

/** The schema of an answer about one symbol. */
export function enveloped<Shape extends z.ZodRawShape>(answer: z.ZodObject<Shape>) {
  return z.object({ symbol: z.string().describe('Ticker of the underlying.'), ...envelopeShape, ...answer.shape })
}

/** The schema of an answer about the whole market. */
export function envelopedMarket<Shape extends z.ZodRawShape>(answer: z.ZodObject<Shape>) {
  return z.object({ ...envelopeShape, ...answer.shape })
}

/** The schema of an answer about the whole market, or about one symbol if requested. */
export function envelopedSelection<Shape extends z.ZodRawShape>(answer: z.ZodObject<Shape>) {
  const symbol = z.string().nullable().describe('The requested symbol; null for all.')
  return z.object({ symbol, ...envelopeShape, ...answer.shape })
}

/** What the data behind an answer say of themselves: a quote, a chain, or bars with their last date. */
export interface Dated {
  readonly asOfMs: number
  readonly sessionDate: string
  readonly warnings: readonly string[]
}

export function envelope(
  view: Pick<MarketView, 'source' | 'notice' | 'isReplay'>,
  { asOfMs, sessionDate, warnings }: Dated,
) {
  return {
    as_of: new Date(asOfMs).toISOString(),
    session_date: sessionDate,
    source: view.source,
    ...(view.isReplay ? { is_replay: true } : {}),
    warnings: view.notice === undefined ? [...warnings] : [view.notice, ...warnings],
  }
}
