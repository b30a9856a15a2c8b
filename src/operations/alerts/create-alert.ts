import { z } from 'zod'
import { ALERT_DEFAULTS, type AlertRule, MOST_ALERTS } from '../../domain/alerts/alert-rule.ts'
import { AppError } from '../../domain/errors.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../notifications/access.ts'
import { changeUrl, requireSendable } from '../notifications/url-endpoints.ts'
import { defineOperation } from '../operation.ts'
import { alertShape, looking, requirePlanFor } from './alert-input.ts'
import { AlertWithSecret, alertView } from './alert-view.ts'

export const createAlert = defineOperation({
  name: 'create_alert',
  title: 'Create an alert',
  description:
    'Makes a rule on option flow or trade ideas; all its criteria must hold. A webhook URL of its own is answered once with its signing secret. Rules on trade ideas need the Theta plan, webhooks the Vega plan.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/alerts', status: 201, errors: ['forbidden', 'conflict'] },
  input: z.strictObject({
    name: alertShape.name,
    source: alertShape.source,
    criteria: alertShape.criteria.default({}),
    channels: alertShape.channels.default(ALERT_DEFAULTS.channels),
    webhook_url: alertShape.webhook_url.default(null),
    cooldown_minutes: alertShape.cooldown_minutes.default(ALERT_DEFAULTS.cooldown_minutes),
    priority: alertShape.priority.default(ALERT_DEFAULTS.priority),
    enabled: alertShape.enabled.default(ALERT_DEFAULTS.enabled),
  }),
  output: AlertWithSecret,
  example: { name: 'Big NVDA calls', source: 'option_flow', criteria: { symbols: ['NVDA'], premium_min: 500000 } },
  async run(input, context) {
    const { store, now, newId } = context
    const account = callingAccount(context)
    const { webhook_url: url } = input
    const at = now().toISOString()
    const frame = {
      id: newId(),
      accountId: account.id,
      name: input.name,
      channels: input.channels,
      endpointId: null,
      cooldownMinutes: input.cooldown_minutes,
      priority: input.priority,
      enabled: input.enabled,
      createdAt: at,
      updatedAt: at,
    }
    const rule: AlertRule = { ...frame, ...looking(input.source, input.criteria) }
    requirePlanFor(account, rule, url !== null)
    if (url !== null) await requireSendable(context, [{ path: 'webhook_url', url }])
    return store.transaction(async (groups) => {
      if ((await groups.alerts.count(account.id)) >= MOST_ALERTS) {
        throw new AppError('conflict', `An account has at most ${MOST_ALERTS} alerts. Delete one that is not used.`)
      }
      await groups.alerts.add(rule)
      const change = { accountId: account.id, alertId: rule.id, channel: 'webhook', url, known: undefined } as const
      const { endpointId, secret } = await changeUrl(groups, context, change)
      const saved = { ...rule, endpointId }
      if (endpointId !== null) await groups.alerts.replace(saved)
      const [endpoint] = await groups.endpoints.byIds(endpointId === null ? [] : [endpointId])
      return { ...(await alertView(groups, saved, endpoint, now())), signing_secret: secret }
    })
  },
})
