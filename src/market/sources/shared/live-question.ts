/** A question of one process to the one that asks the vendor: a method of a view, with its date and arguments. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { EVENT_KINDS } from '../../domain/calendar/calendar-event.ts'
import { METRIC_NAMES } from '../../domain/daily-metrics.ts'
import type { Urgency } from '../urgency.ts'
import { FORMAT } from './answer-codec.ts'

const symbol = z.string()
const date = z.string().nullable()
const range = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  used: z.union([z.string(), z.number()]).optional(),
})
const window = z.object({
  symbol: symbol.optional(),
  kinds: z.array(z.enum(EVENT_KINDS)).optional(),
  from: z.string(),
  to: z.string(),
})
const news = z.object({
  symbol: symbol.optional(),
  since: z.string(),
  after: z.object({ publishedAt: z.string(), id: z.string() }).optional(),
  limit: z.number(),
})
/** A tape that the service reads for itself is not read as far as one that somebody looks at. */
const thrift = z.enum(['search', 'background']).nullable()

const LiveQuestionSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('listings') }),
  z.object({ method: z.literal('quote'), date, symbol }),
  z.object({ method: z.literal('chain'), date, symbol }),
  z.object({ method: z.literal('dailyBars'), date, symbol, range }),
  z.object({
    method: z.literal('metricHistory'),
    date,
    symbol,
    metric: z.enum(METRIC_NAMES),
    range: z.object({ sessions: z.number() }),
  }),
  z.object({ method: z.literal('offExchangeTrades'), date, symbol, days: z.number(), thrift }),
  z.object({ method: z.literal('optionPrints'), date, symbol, thrift }),
  z.object({ method: z.literal('earnings'), date, query: window }),
  z.object({ method: z.literal('events'), date, query: window }),
  z.object({ method: z.literal('news'), date, query: news }),
])

export type LiveQuestion = z.infer<typeof LiveQuestionSchema>
export type LiveMethod = LiveQuestion['method']

/** With the fields in one order, so that the same question always is the same text. */
export function textOf(question: LiveQuestion): string {
  return JSON.stringify(LiveQuestionSchema.parse(question))
}

/** Null for a text that is none: another version of the program may ask other questions. */
export function readQuestion(text: string): LiveQuestion | null {
  try {
    return LiveQuestionSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Names a question and the format of its answer, so that two versions of the program do not read each other's. */
export function digestOf(text: string): string {
  return createHash('sha256').update(`${FORMAT} ${text}`).digest('base64url').slice(0, 22)
}

export function thriftOf(urgency: Urgency): 'search' | 'background' | null {
  return urgency === 'search' || urgency === 'background' ? urgency : null
}
