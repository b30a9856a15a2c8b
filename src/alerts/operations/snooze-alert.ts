import { z } from 'zod'
import { invalid } from '../../lib/errors.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import { NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { MAX_SNOOZE_DAYS, SNOOZE_LENGTHS, type SnoozeLength, snoozeEnds } from '../domain/snooze.ts'
import { AlertId, AlertView } from './alert-view.ts'
import { changeSnooze } from './change-snooze.ts'
import { defineOperation } from './context.ts'

const input = z.strictObject({
  id: AlertId,
  for: z
    .enum(SNOOZE_LENGTHS)
    .describe(
      'How long: one hour, until the close of the session that is under way, until the open of the next trading day, or until an instant of your choice.',
    ),
  until: z.iso
    .datetime()
    .optional()
    .describe(`With custom, when the snooze ends, UTC; at most ${MAX_SNOOZE_DAYS} days from now.`),
})

export const snoozeAlert = defineOperation({
  name: 'snooze_alert',
  title: 'Snooze an alert',
  description:
    'Silences a rule until an instant of the service’s clock: it raises nothing on any channel, and what it would have matched meanwhile is not raised later. Snoozing again replaces the instant.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts/:id/snooze', errors: ['not_found'] },
  input,
  output: AlertView,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', for: 'one_hour' },
  run({ id, for: length, until }, context) {
    const endMs = endOf(length, until, context.now().getTime())
    return changeSnooze(context, id, new Date(endMs).toISOString())
  },
})

function endOf(length: SnoozeLength, until: string | undefined, nowMs: number): number {
  if (length === 'custom') return customEnd(until, nowMs)
  if (until !== undefined) throw invalid([{ path: 'until', message: 'needs for=custom' }])
  const endMs = snoozeEnds(nowMs)[length]
  if (endMs === null) throw invalid([{ path: 'for', message: 'needs a session that is under way; use next_open' }])
  return endMs
}

function customEnd(until: string | undefined, nowMs: number): number {
  if (until === undefined) throw invalid([{ path: 'until', message: 'is required with for=custom' }])
  const endMs = Date.parse(until)
  if (endMs <= nowMs) throw invalid([{ path: 'until', message: 'must be later than now' }])
  if (endMs > nowMs + MAX_SNOOZE_DAYS * DAY_MS) {
    const message = `must be at most ${MAX_SNOOZE_DAYS} days from now; switch the alert off instead`
    throw invalid([{ path: 'until', message }])
  }
  return endMs
}
