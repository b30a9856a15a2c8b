/**
 * How many notifications an account may send through one channel: in any rolling hour and any rolling day, exactly.
 * What counts is the first automatic attempt of a delivery, each redelivery and each test; a summary counts 1, an SMS 1
 * whatever its segments. The in-app record is never limited.
 */

import type { Plan } from '../../../accounts/domain/plan.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import type { ChannelName } from '../notification.ts'
import { channelDefinition } from './channels.ts'

export const HOUR_MS = 3_600_000

/** A delivery that meets a full window is throttled for at most this long, then dropped. */
export const MAX_THROTTLED_MS = 60 * 60_000

export interface ChannelLimits {
  readonly hour: number
  readonly day: number
}

/** Delta has no Notifications Center. */
export const PLAN_LIMITS: Readonly<Record<Plan, ChannelLimits & { readonly smsDay: number }>> = {
  delta: { hour: 0, day: 0, smsDay: 0 },
  gamma: { hour: 50, day: 500, smsDay: 25 },
  theta: { hour: 100, day: 1_000, smsDay: 50 },
  vega: { hour: 200, day: 2_000, smsDay: 100 },
}

export function limitsOf(plan: Plan, channel: ChannelName): ChannelLimits {
  const { hour, day, smsDay } = PLAN_LIMITS[plan]
  return { hour, day: channelDefinition(channel).dailyLimit === 'smsDay' ? smsDay : day }
}

/**
 * Instants of counted sends, milliseconds, by how many have come since: the `hour`-th newest and the `day`-th newest, null
 * where there are fewer. Nothing else decides whether one more fits.
 */
export interface SendLog {
  readonly atHourLimit: number | null
  readonly atDayLimit: number | null
}

export type LimitVerdict =
  | { readonly free: true }
  | { readonly free: false; readonly window: 'hour' | 'day'; readonly limit: number; readonly freeAtMs: number }

/** A send leaves the window after exactly its length. A limit of 0 never frees a slot. */
export function limitVerdict(limits: ChannelLimits, log: SendLog, nowMs: number): LimitVerdict {
  const hourFreeMs = freeAt(limits.hour, log.atHourLimit, HOUR_MS)
  const dayFreeMs = freeAt(limits.day, log.atDayLimit, DAY_MS)
  const freeAtMs = Math.max(hourFreeMs, dayFreeMs)
  if (freeAtMs <= nowMs) return { free: true }
  return dayFreeMs >= hourFreeMs
    ? { free: false, window: 'day', limit: limits.day, freeAtMs }
    : { free: false, window: 'hour', limit: limits.hour, freeAtMs }
}

function freeAt(limit: number, atLimitMs: number | null, windowMs: number): number {
  if (limit <= 0) return Number.POSITIVE_INFINITY
  return atLimitMs === null ? Number.NEGATIVE_INFINITY : atLimitMs + windowMs
}

/** The log after one more send, for a batch that is decided row by row: `sends` newest first, at least as many as the limit. */
export function logOf(limits: ChannelLimits, sends: readonly number[]): SendLog {
  return { atHourLimit: sends[limits.hour - 1] ?? null, atDayLimit: sends[limits.day - 1] ?? null }
}

export interface Throttled {
  readonly id: string
  readonly priority: 'normal' | 'high'
  readonly createdAtMs: number
}

/** Slots go to high priority first, then to the newest: a stale trading alert is worth the least. */
export function bySlotOrder(left: Throttled, right: Throttled): number {
  if (left.priority !== right.priority) return left.priority === 'high' ? -1 : 1
  return right.createdAtMs - left.createdAtMs || (left.id < right.id ? 1 : -1)
}

/** The throttled deliveries over the hourly limit, which are dropped: the last in slot order. */
export function overflow<Row extends Throttled>(throttled: readonly Row[], limits: ChannelLimits): readonly Row[] {
  return [...throttled].sort(bySlotOrder).slice(limits.hour)
}
