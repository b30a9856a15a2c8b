/**
 * Why a delivery stands where it stands. Stored as a code with parameters and turned into words when read, so that texts
 * can improve without a migration. Instants are milliseconds UTC.
 */
import { z } from 'zod'
import { zoneTime } from '../../lib/zone-time.ts'
import { planTitle, REQUIRED_PLAN } from '../accounts/plan.ts'
import { CHANNELS, channelMany, channelTitle } from './channels.ts'
import { NEVER_MS } from './digest.ts'
import type { ChannelName } from './notification.ts'

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

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A message that comes later than this after its trigger says so. */
const LATE_MINUTES = 2

export function readReason(text: string | null): Reason | null {
  return text === null ? null : Reason.parse(JSON.parse(text))
}

/** Words for the account's owner; times on the wall clock of the zone. Null where there is nothing to say. */
export function reasonWords(reason: Reason | null, timeZone: string, nowMs: number): string | null {
  if (!reason) return null
  const clock = (ms: number) => clockTime(ms, timeZone, nowMs)
  return waitingWords(reason, clock) ?? refusedWords(reason) ?? endedWords(reason, clock)
}

function waitingWords(reason: Reason, clock: (ms: number) => string): string | null {
  switch (reason.code) {
    case 'quiet_hours':
      return reason.atMs < NEVER_MS
        ? `Held by quiet hours until ${clock(reason.atMs)}`
        : 'Held by quiet hours that cover the whole week'
    case 'digest':
      return `In the ${reason.kind} digest at ${clock(reason.atMs)}`
    case 'limit':
      return `Limit of ${reason.limit} per ${reason.window} reached; goes out about ${clock(reason.atMs)}`
    case 'cooling':
      return `The endpoint failed ${reason.failures} times in a row; next try ${clock(reason.atMs)}`
    case 'retry':
      return `${reason.text} Try ${reason.next} of ${reason.most} at ${clock(reason.atMs)}`
    default:
      return null
  }
}

function refusedWords(reason: Reason): string | null {
  switch (reason.code) {
    case 'plan': {
      const needed = planTitle(REQUIRED_PLAN[reason.channel === 'webhook' ? 'webhook_channel' : 'notifications'])
      return `The ${channelTitle(reason.channel)} channel needs ${needed}`
    }
    case 'standing':
      return 'The standing of the account is suspended'
    case 'not_configured':
      return `${channelTitle(reason.channel)} is not configured on this server`
    case 'no_address':
      return `No address is set for ${channelMany(reason.channel)}`
    case 'not_verified':
      return unverifiedWords(reason.channel)
    case 'endpoint_disabled':
      return 'Endpoint disabled; test it to enable it again'
    default:
      return null
  }
}

function unverifiedWords(channel: ChannelName): string {
  if (channel === 'sms') return 'Phone number not verified'
  if (channel === 'email') return 'E-mail address not verified'
  return `The ${channelTitle(channel)} URL has passed no test yet; test it to enable it`
}

function endedWords(reason: Reason, clock: (ms: number) => string): string | null {
  switch (reason.code) {
    case 'limit_dropped':
      return `Dropped: limit of ${reason.limit} per ${reason.window} reached, newer ones came first`
    case 'gave_up':
      return `Given up after ${reason.attempts} tries (${reason.error})`
    case 'refused':
      return reason.text
    case 'expired':
      return 'Expired: the trading session ended before it could be delivered'
    case 'outcome_unknown':
      return 'May have been sent: the service stopped while sending; not repeated'
    case 'undelivered':
      return reason.text
    case 'in_summary':
      return `In the summary of ${clock(reason.atMs)}`
    case 'sent_late':
      return `Sent ${reason.minutes} min after the trigger`
    default:
      return null
  }
}

/** What a delivery that was sent says: nothing, or how late it was. */
export function sentReason(triggeredMs: number, nowMs: number): Reason | null {
  const minutes = Math.floor((nowMs - triggeredMs) / MINUTE_MS)
  return minutes >= LATE_MINUTES ? { code: 'sent_late', minutes } : null
}

/** hh:mm, with the date where it is another day than now. */
function clockTime(ms: number, timeZone: string, nowMs: number): string {
  const wall = (at: number) => at + zoneTime(timeZone).offsetMs(at)
  const text = new Date(wall(ms)).toISOString()
  const sameDay = Math.floor(wall(ms) / DAY_MS) === Math.floor(wall(nowMs) / DAY_MS)
  return sameDay ? text.slice(11, 16) : `${text.slice(0, 10)} ${text.slice(11, 16)}`
}
