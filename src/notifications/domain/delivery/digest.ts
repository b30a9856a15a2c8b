/** When digests go, and the keys that make each go once. Instants are whole milliseconds UTC. */

import { dateOfDay, dayNumber } from '../../../lib/time/civil-date.ts'
import { DAY_MS, MINUTE_MS } from '../../../lib/time/duration.ts'
import { zoneTime } from '../../../lib/time/zone-time.ts'
import type { ChannelName } from '../notification.ts'
import { minuteOfDay } from './quiet-hours.ts'

export type Frequency = 'realtime' | 'hourly' | 'daily'
export type BatchKind = 'hourly' | 'daily' | 'catch_up'

export const DEFAULT_DIGEST_TIME = '09:00'

/** A digest that a stopped service missed goes once at its start when it is less late than this, else with the next. */
export const LATEST_DIGEST_MS = 12 * 3_600_000

const HOUR_MS = 3_600_000

/** The message that a delivery will be part of: its key and when it is sent. */
export interface BatchSlot {
  readonly kind: BatchKind
  readonly key: string
  readonly dueMs: number
}

export interface BatchOwner {
  readonly accountId: string
  readonly channel: ChannelName
}

export interface DigestSettings {
  readonly frequency: Frequency
  readonly timeZone: string
  /** hh:mm */
  readonly digestTime: string
}

/** The digest for a notification raised at `ms`; null in real time. */
export function nextDigest(owner: BatchOwner, settings: DigestSettings, ms: number): BatchSlot | null {
  if (settings.frequency === 'hourly') return hourlySlot(owner, nextFullHourMs(settings.timeZone, ms))
  if (settings.frequency === 'daily') return dailySlot(owner, settings, ms)
  return null
}

/** The message that holds what quiet hours held, sent at their end. */
export function catchUp({ accountId, channel }: BatchOwner, releaseMs: number): BatchSlot {
  return { kind: 'catch_up', key: `catch_up:${accountId}:${channel}:${instant(releaseMs)}`, dueMs: releaseMs }
}

/** The next instant at which the zone's wall clock shows a full hour. In zones of half hours that is half past in UTC. */
export function nextFullHourMs(timeZone: string, ms: number): number {
  const zone = zoneTime(timeZone)
  let fromMs = ms
  for (;;) {
    const offset = zone.offsetMs(fromMs)
    const fullMs = (Math.floor((fromMs + offset) / HOUR_MS) + 1) * HOUR_MS - offset
    const changeMs = zone.changeBetween(fromMs, fullMs + 1)
    if (changeMs === null) return fullMs
    if ((changeMs + zone.offsetMs(changeMs)) % HOUR_MS === 0) return changeMs
    fromMs = changeMs
  }
}

/** The first daily digest after `ms`: its instant and the local date that names it. */
export function nextDailyDigest(
  timeZone: string,
  digestTime: string,
  ms: number,
): { readonly dueMs: number; readonly date: string } {
  const zone = zoneTime(timeZone)
  const today = Math.floor((ms + zone.offsetMs(ms)) / DAY_MS)
  // A digest of the day before may still be to come where the clock was set back over midnight.
  for (let day = today - 1; ; day++) {
    const { ms: dueMs, gap } = zone.instantOf(day * DAY_MS + minuteOfDay(digestTime) * MINUTE_MS)
    const isNoDate = gap !== null && gap.fromMs <= day * DAY_MS && gap.toMs >= (day + 1) * DAY_MS
    if (!isNoDate && dueMs > ms) return { dueMs, date: dateOfDay(day) }
  }
}

/** The daily digest after that of a date, for notifications that came when that had been sent. */
export function dailyAfter(owner: BatchOwner, settings: DigestSettings, date: string): BatchSlot {
  const zone = zoneTime(settings.timeZone)
  const nextDay = zone.instantOf((dayNumber(date) + 1) * DAY_MS).ms
  return dailySlot(owner, settings, nextDay - 1)
}

function dailySlot({ accountId, channel }: BatchOwner, settings: DigestSettings, ms: number): BatchSlot {
  const { dueMs, date } = nextDailyDigest(settings.timeZone, settings.digestTime, ms)
  return { kind: 'daily', key: `daily:${accountId}:${channel}:${date}`, dueMs }
}

function hourlySlot({ accountId, channel }: BatchOwner, dueMs: number): BatchSlot {
  return { kind: 'hourly', key: `hourly:${accountId}:${channel}:${instant(dueMs)}`, dueMs }
}

export function batchKindOf(key: string): BatchKind {
  if (key.startsWith('daily:')) return 'daily'
  return key.startsWith('hourly:') ? 'hourly' : 'catch_up'
}

/** The local date at the end of a daily key. */
export function dateOfKey(key: string): string {
  return key.slice(key.lastIndexOf(':') + 1)
}

/** "Never" is the last instant that can be written. */
export const NEVER_MS = Date.parse('9999-12-31T23:59:59.999Z')

export function instant(ms: number): string {
  return new Date(Math.min(Math.round(ms), NEVER_MS)).toISOString()
}
