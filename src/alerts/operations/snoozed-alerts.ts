import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { AlertName } from '../contract/alert-rule.ts'
import { snoozeEnds } from '../domain/snooze.ts'
import { defineOperation } from './context.ts'

const Instant = z.iso.datetime()

export const snoozedAlerts = defineOperation({
  name: 'snoozed_alerts',
  title: 'Snoozed alerts',
  description: 'The rules of the account that are snoozed now, and when a snooze that begins now would end.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'GET', path: '/alerts/snoozed' },
  input: z.strictObject({}),
  output: z.object({
    data: z
      .array(
        z.object({
          id: z.string().describe('Id of the alert.'),
          name: AlertName,
          snoozed_until: Instant.describe('When the snooze ends, UTC.'),
        }),
      )
      .describe('Snoozed alerts; the one that ends first comes first.'),
    ends: z
      .object({
        one_hour: Instant.describe('One hour from now.'),
        rest_of_session: Instant.nullable().describe('Close of the session that is under way; null outside of it.'),
        next_open: Instant.describe('Open of the next trading day.'),
      })
      .describe('When a snooze that begins now would end, UTC.'),
  }),
  example: {},
  async run(_input, context) {
    const { store, now } = context
    const at = now()
    const rules = await store.alerts.snoozedOf(callingAccount(context).id, at)
    const { one_hour: hour, rest_of_session: session, next_open: open } = snoozeEnds(at.getTime())
    return {
      data: rules.map(({ id, name, until }) => ({ id, name, snoozed_until: until })),
      ends: { one_hour: iso(hour), rest_of_session: session === null ? null : iso(session), next_open: iso(open) },
    }
  },
})

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
