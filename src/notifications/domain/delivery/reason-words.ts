import { planTitle, REQUIRED_PLAN } from '../../../accounts/domain/plan.ts'
import { DAY_MS, MINUTE_MS } from '../../../lib/time/duration.ts'
import { zoneTime } from '../../../lib/time/zone-time.ts'
import type { Reason } from '../../contract/reason.ts'
import { channelDefinition, channelMany, channelTitle } from './channels.ts'
import { NEVER_MS } from './digest.ts'

/** A message says how late it is from this delay after its trigger on. */
const LATE_MINUTES = 2

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
      const needed = planTitle(REQUIRED_PLAN[channelDefinition(reason.channel).capability])
      return `The ${channelTitle(reason.channel)} channel needs ${needed}`
    }
    case 'standing':
      return 'The standing of the account is suspended'
    case 'not_configured':
      return `${channelTitle(reason.channel)} is not configured on this server`
    case 'no_address':
      return `No address is set for ${channelMany(reason.channel)}`
    case 'not_verified':
      return channelDefinition(reason.channel).unverified
    case 'endpoint_disabled':
      return 'Endpoint disabled; test it to enable it again'
    default:
      return null
  }
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

/** The reason of a sent delivery: how late it was, or null. */
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
