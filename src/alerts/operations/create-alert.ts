import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { changeUrl, requireSendable } from '../../notifications/operations/settings/url-endpoints.ts'
import { ALERT_DEFAULTS, type AlertRule, MAX_ALERTS } from '../domain/alert-rule.ts'
import { alertShape, givenCriteria, requirePlanFor } from './alert-input.ts'
import { AlertWithSecret, alertView } from './alert-view.ts'
import { defineOperation } from './context.ts'

export const createAlert = defineOperation({
  name: 'create_alert',
  title: 'Create an alert',
  description:
    'Creates a rule that notifies the account of option prints, trade ideas or crossed levels that meet all its criteria.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: [...NOTIFICATION_SURFACES, 'mcp'],
  route: { method: 'POST', path: '/alerts', status: 201, errors: ['forbidden', 'conflict'] },
  // A model may choose neither where texts are sent nor read the secret of the place.
  tool: { changes: true, withheld: ['webhook_url'], unlisted: ['channels', 'cooldown_minutes', 'priority', 'enabled'] },
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
  example: { name: 'Big SPY calls', source: 'option_flow', criteria: { symbols: ['SPY'], premium_min: 500000 } },
  async run(input, context) {
    const { store, market, now, newId } = context
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
      snoozedUntil: null,
      createdAt: at,
      updatedAt: at,
    }
    const rule: AlertRule = { ...frame, ...(await givenCriteria(market, input.source, input.criteria)) }
    requirePlanFor(account, rule, url !== null)
    if (url !== null) await requireSendable(context, [{ path: 'webhook_url', url }])
    return store.transaction(async (repositories) => {
      if ((await repositories.alerts.count(account.id)) >= MAX_ALERTS) {
        throw new AppError('conflict', `An account has at most ${MAX_ALERTS} alerts. Delete an unused one.`)
      }
      await repositories.alerts.add(rule)
      const change = { accountId: account.id, alertId: rule.id, channel: 'webhook', url, known: undefined } as const
      const { endpointId, secret } = await changeUrl(repositories, context, change)
      const saved = { ...rule, endpointId }
      if (endpointId !== null) await repositories.alerts.replace(saved)
      const [endpoint] = await repositories.endpoints.byIds(endpointId === null ? [] : [endpointId])
      return { ...(await alertView(repositories, saved, endpoint, now())), signing_secret: secret }
    })
  },
})
