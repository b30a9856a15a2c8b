import type { Account } from '../../domain/accounts/account.ts'
import { isForPeople } from '../../domain/notifications/channels.ts'
import { catchUp } from '../../domain/notifications/digest.ts'
import { firstState } from '../../domain/notifications/first-state.ts'
import { quietUntilMs } from '../../domain/notifications/quiet-hours.ts'
import type { NotificationSettings } from '../../domain/notifications/settings.ts'
import type { Groups } from '../../store/groups.ts'

const HELD = new Set(['quiet_hours', 'digest'])

/**
 * Applies changed settings to what they hold already: what is held no longer goes at once, as one message for people;
 * what waits for a digest waits for the new one; switched off, it is removed. Nothing is lost or doubled.
 */
export async function reevaluateHeld(
  { deliveries }: Groups,
  account: Account,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  const quiet = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  const held = (await deliveries.heldOf(account.id)).filter(({ reason }) => reason && HELD.has(reason.code))
  for (const row of held) {
    const state = firstState({
      accountId: account.id,
      channel: row.channel,
      priority: row.priority,
      plan: account.plan,
      enabled: settings.enabled,
      chosen: true,
      configured: true,
      endpoint: 'usable',
      taken: false,
      digest: settings,
      quietUntilMs: quiet,
      nowMs: now.getTime(),
    })
    if (state.row === 'none') await deliveries.remove([row.id])
    if (state.row !== 'pending') continue
    const released = isForPeople(row.channel) ? catchUp(row, now.getTime()) : null
    const batchKey = (state.batch ?? (state.reason === null ? released : null))?.key ?? null
    await deliveries.change(row.id, { status: 'pending', dueMs: state.dueMs, batchKey, reason: state.reason }, now)
  }
}
