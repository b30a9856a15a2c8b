import type { Account } from '../../../accounts/domain/account.ts'
import { isForPeople } from '../../domain/delivery/channels.ts'
import { firstState, UNTRIED } from '../../domain/delivery/delivery-policy.ts'
import { catchUp } from '../../domain/delivery/digest.ts'
import { quietUntilMs } from '../../domain/delivery/quiet-hours.ts'
import type { NotificationSettings } from '../../domain/settings.ts'
import type { NotificationRepositories } from '../../store/index.ts'

const HELD = new Set(['quiet_hours', 'digest'])

/**
 * Applies changed settings to the deliveries that the old ones hold: what is held no longer goes at once, for people as
 * one message; what was gathered for a digest goes in the new one; switched off, it is removed. Nothing is lost or
 * doubled.
 */
export async function reevaluateHeld(
  { deliveries }: NotificationRepositories,
  account: Account,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  const quiet = quietUntilMs(settings.quietHours, settings.timeZone, now.getTime())
  const held = (await deliveries.heldOf(account.id)).filter(({ reason }) => reason && HELD.has(reason.code))
  for (const row of held) {
    // Plan and endpoint are checked when it is claimed.
    const state = firstState({
      ...UNTRIED,
      accountId: account.id,
      channel: row.channel,
      priority: row.priority,
      plan: account.plan,
      enabled: settings.enabled,
      endpoint: 'usable',
      digest: settings,
      quietUntilMs: quiet,
      nowMs: now.getTime(),
    })
    if (!state) await deliveries.remove([row.id])
    if (state?.status !== 'pending' || state.dueMs === null) continue
    const { dueMs, reason } = state
    const released = reason === null && isForPeople(row.channel) ? catchUp(row, now.getTime()).key : null
    await deliveries.move(row.id, { event: 'held', dueMs, batchKey: state.batchKey ?? released, reason }, now)
  }
}
