import { z } from 'zod'
import { nextPossibleMs } from '../../notifications/domain/cooldown.ts'
import { Id } from '../../notifications/operations/feed/id-input.ts'
import type { Endpoint } from '../../notifications/store/endpoints.ts'
import { AlertChannels, AlertName, AlertPriority, AlertSourceName, CooldownMinutes } from '../contract/alert-rule.ts'
import type { AlertRule } from '../domain/alert-rule.ts'
import { activeSnooze } from '../domain/snooze.ts'
import type { AlertRepositories } from '../store/index.ts'

export const AlertId = Id.describe('Id of the alert.')

export const AlertView = z
  .object({
    id: z.string().describe('Id of the alert.'),
    name: AlertName,
    source: AlertSourceName,
    criteria: z.record(z.string(), z.unknown()).describe('Conditions by name; all must be met.'),
    channels: AlertChannels,
    webhook_url: z.string().nullable().describe('Scheme and host of its own webhook; null if it uses the account’s.'),
    cooldown_minutes: CooldownMinutes,
    priority: AlertPriority,
    enabled: z.boolean().describe('Whether the rule is active.'),
    snoozed_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when it raises nothing, UTC; null where it is not snoozed.'),
    created_at: z.iso.datetime().describe('When it was created, UTC.'),
    updated_at: z.iso.datetime().describe('When it was last changed, UTC.'),
    cooling: z
      .array(
        z.object({
          symbol: z.string().describe('Symbol of the last notification.'),
          suppressed: z.int().min(0).max(1e12).describe('Matches since then that the cooldown has suppressed.'),
          next_possible_at: z.iso.datetime().describe('When it can notify again, UTC.'),
        }),
      )
      .describe('Symbols in their cooldown period.'),
  })
  .meta({ id: 'Alert' })
export type AlertView = z.infer<typeof AlertView>

/** The answer to setting a webhook URL contains its signing secret, once. */
export const AlertWithSecret = AlertView.extend({
  signing_secret: z.string().nullable().describe('Secret of a webhook URL that was just set; null otherwise.'),
}).meta({ id: 'AlertWithSecret' })

export async function alertView(
  { cooldowns }: Pick<AlertRepositories, 'cooldowns'>,
  rule: AlertRule,
  endpoint: Endpoint | undefined,
  now: Date,
): Promise<AlertView> {
  const fires = await cooldowns.fires(rule.id)
  return {
    id: rule.id,
    name: rule.name,
    source: rule.source,
    criteria: rule.criteria,
    channels: rule.channels && [...rule.channels],
    webhook_url: endpoint?.label ?? null,
    cooldown_minutes: rule.cooldownMinutes,
    priority: rule.priority,
    enabled: rule.enabled,
    snoozed_until: activeSnooze(rule.snoozedUntil, now),
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
    cooling: fires.flatMap(({ symbol, suppressed, firedMs }) => {
      const nextMs = nextPossibleMs(rule.cooldownMinutes, firedMs)
      return nextMs > now.getTime() ? [{ symbol, suppressed, next_possible_at: new Date(nextMs).toISOString() }] : []
    }),
  }
}
