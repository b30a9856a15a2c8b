import { z } from 'zod'
import {
  AlertChannels,
  AlertName,
  AlertPriority,
  type AlertRule,
  AlertSourceName,
  CooldownMinutes,
} from '../../domain/alerts/alert-rule.ts'
import { nextPossibleMs } from '../../domain/notifications/cooldown.ts'
import type { Endpoint } from '../../store/endpoints.ts'
import type { Groups } from '../../store/groups.ts'
import { Id } from '../notifications/id-input.ts'

export const AlertId = Id.describe('Id of the alert.')

export const AlertView = z
  .object({
    id: z.string().describe('Id of the alert.'),
    name: AlertName,
    source: AlertSourceName,
    criteria: z.record(z.string(), z.unknown()).describe('Conditions by name; all of them must hold.'),
    channels: AlertChannels,
    webhook_url: z
      .string()
      .nullable()
      .describe('Scheme and host of its own webhook; null where it uses the account’s.'),
    cooldown_minutes: CooldownMinutes,
    priority: AlertPriority,
    enabled: z.boolean().describe('Whether it is looked for.'),
    created_at: z.iso.datetime().describe('When it was made, UTC.'),
    updated_at: z.iso.datetime().describe('When it was last changed, UTC.'),
    cooling: z
      .array(
        z.object({
          symbol: z.string().describe('Symbol that it last fired for.'),
          suppressed: z.int().min(0).max(1e12).describe('Matches that the cooldown has kept back since.'),
          next_possible_at: z.iso.datetime().describe('From when on it may fire again, UTC.'),
        }),
      )
      .describe('Symbols in their cooldown now.'),
  })
  .meta({ id: 'Alert' })
export type AlertView = z.infer<typeof AlertView>

/** The answer that sets a webhook URL shows its signing secret, this once. */
export const AlertWithSecret = AlertView.extend({
  signing_secret: z.string().nullable().describe('Secret of a webhook URL that was just set; null otherwise.'),
}).meta({ id: 'AlertWithSecret' })

export async function alertView(
  { alerts }: Pick<Groups, 'alerts'>,
  rule: AlertRule,
  endpoint: Endpoint | undefined,
  now: Date,
): Promise<AlertView> {
  const fires = await alerts.fires(rule.id)
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
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
    cooling: fires.flatMap(({ symbol, suppressed, firedMs }) => {
      const nextMs = nextPossibleMs(rule.cooldownMinutes, firedMs)
      return nextMs > now.getTime() ? [{ symbol, suppressed, next_possible_at: new Date(nextMs).toISOString() }] : []
    }),
  }
}
