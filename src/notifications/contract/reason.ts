/**
 * Why a delivery is in its state. Stored as a code with parameters and turned into words when it is read, so that texts
 * can improve without a migration. Instants are epoch milliseconds.
 */
import { z } from 'zod'
import { CHANNELS } from '../domain/delivery/channels.ts'

const Channel = z.enum(CHANNELS)
const window = z.enum(['hour', 'day'])

export const Reason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('quiet_hours'), atMs: z.number() }),
  z.object({ code: z.literal('digest'), kind: z.enum(['hourly', 'daily']), atMs: z.number() }),
  z.object({ code: z.literal('limit'), window, limit: z.number(), atMs: z.number() }),
  z.object({ code: z.literal('limit_dropped'), window, limit: z.number() }),
  z.object({ code: z.literal('plan'), channel: Channel }),
  z.object({ code: z.literal('standing') }),
  z.object({ code: z.literal('not_configured'), channel: Channel }),
  z.object({ code: z.literal('no_address'), channel: Channel }),
  z.object({ code: z.literal('not_verified'), channel: Channel }),
  z.object({ code: z.literal('endpoint_disabled') }),
  z.object({ code: z.literal('cooling'), failures: z.number(), atMs: z.number() }),
  z.object({
    code: z.literal('retry'),
    error: z.string(),
    text: z.string(),
    next: z.number(),
    most: z.number(),
    atMs: z.number(),
  }),
  z.object({ code: z.literal('gave_up'), error: z.string(), attempts: z.number() }),
  z.object({ code: z.literal('refused'), error: z.string(), text: z.string() }),
  z.object({ code: z.literal('expired') }),
  z.object({ code: z.literal('outcome_unknown') }),
  z.object({ code: z.literal('undelivered'), text: z.string() }),
  z.object({ code: z.literal('in_summary'), atMs: z.number() }),
  z.object({ code: z.literal('sent_late'), minutes: z.number() }),
])
export type Reason = z.infer<typeof Reason>
