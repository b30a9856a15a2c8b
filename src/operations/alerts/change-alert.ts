import { z } from 'zod'
import type { AlertRule } from '../../domain/alerts/alert-rule.ts'
import type { Groups } from '../../store/groups.ts'
import type { Context } from '../context.ts'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../notifications/access.ts'
import { changeUrl, requireSendable } from '../notifications/url-endpoints.ts'
import { defineOperation } from '../operation.ts'
import { alertShape, looking, noSuchAlert, requirePlanFor } from './alert-input.ts'
import { AlertId, AlertWithSecret, alertView } from './alert-view.ts'

const { source: _, ...changeable } = alertShape
const Change = z.strictObject(changeable).partial()
type Change = z.output<typeof Change>

/** The source of a rule stays: another source has other criteria, and is another rule. */
export const changeAlert = defineOperation({
  name: 'change_alert',
  title: 'Change an alert',
  description:
    'Changes the parts of a rule that are given; criteria are replaced as a whole, and new ones end the cooldown. A new webhook URL is answered once with its signing secret; null removes the URL.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/alerts/:id', errors: ['not_found', 'forbidden'] },
  input: z.strictObject({ id: AlertId, ...Change.shape }),
  output: AlertWithSecret,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', cooldown_minutes: 60 },
  async run({ id, ...change }, context) {
    const { store } = context
    const account = callingAccount(context)
    const { webhook_url: url } = change
    if (url) await requireSendable(context, [{ path: 'webhook_url', url }])
    return store.transaction(async (groups) => {
      const known = await groups.alerts.byId(account.id, id)
      if (!known) throw noSuchAlert()
      const rule = changed(known, change, context.now())
      requirePlanFor(account, rule, Boolean(url))
      if (JSON.stringify(rule.criteria) !== JSON.stringify(known.criteria)) await groups.alerts.resetCooldown(id)
      return save(groups, context, rule, url)
    })
  },
})

function changed(rule: AlertRule, change: Change, now: Date): AlertRule {
  const frame = {
    id: rule.id,
    accountId: rule.accountId,
    endpointId: rule.endpointId,
    createdAt: rule.createdAt,
    name: change.name ?? rule.name,
    channels: change.channels === undefined ? rule.channels : change.channels,
    cooldownMinutes: change.cooldown_minutes ?? rule.cooldownMinutes,
    priority: change.priority ?? rule.priority,
    enabled: change.enabled ?? rule.enabled,
    updatedAt: now.toISOString(),
  }
  return { ...frame, ...looking(rule.source, change.criteria ?? rule.criteria) }
}

async function save(groups: Groups, context: Context, rule: AlertRule, url: string | null | undefined) {
  const [known] = await groups.endpoints.byIds(rule.endpointId === null ? [] : [rule.endpointId])
  const { accountId, id: alertId } = rule
  const { endpointId, secret } =
    url === undefined
      ? { endpointId: rule.endpointId, secret: null }
      : await changeUrl(groups, context, { accountId, alertId, channel: 'webhook', url, known })
  const saved = { ...rule, endpointId }
  await groups.alerts.replace(saved)
  const [endpoint] = await groups.endpoints.byIds(endpointId === null ? [] : [endpointId])
  return { ...(await alertView(groups, saved, endpoint, context.now())), signing_secret: secret }
}
