import { z } from 'zod'
import { callingAccount, NOTIFICATION_CALLERS, NOTIFICATION_SURFACES } from '../../notifications/operations/access.ts'
import { changeUrl, requireSendable } from '../../notifications/operations/settings/url-endpoints.ts'
import type { AlertRule } from '../domain/alert-rule.ts'
import type { AlertRepositories } from '../store/index.ts'
import {
  alertShape,
  givenCriteria,
  noSuchAlert,
  parseCriteria,
  requirePlanFor,
  type SourceCriteria,
} from './alert-input.ts'
import { AlertId, AlertWithSecret, alertView } from './alert-view.ts'
import type { AlertContext } from './context.ts'
import { defineOperation } from './context.ts'

const { source: _, ...changeable } = alertShape
const Change = z.strictObject(changeable).partial()
type Change = z.output<typeof Change>

/** The source of a rule cannot change, because another source has other criteria. */
export const changeAlert = defineOperation({
  name: 'change_alert',
  title: 'Change an alert',
  description:
    'Changes the given fields of a rule. Criteria are replaced as a whole, and new ones reset the cooldown. The answer to a new webhook URL contains its signing secret, once; null removes the URL.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'PATCH', path: '/alerts/:id', errors: ['not_found', 'forbidden'] },
  input: z.strictObject({ id: AlertId, ...Change.shape }),
  output: AlertWithSecret,
  example: { id: '01k9x3v7q2m4t8w6y0z1a2b3c4', cooldown_minutes: 60 },
  async run({ id, ...change }, context) {
    const { store, market } = context
    const account = callingAccount(context)
    const { webhook_url: url } = change
    if (url) await requireSendable(context, [{ path: 'webhook_url', url }])
    const before = await store.alerts.byId(account.id, id)
    if (!before) throw noSuchAlert()
    const criteria = change.criteria && (await givenCriteria(market, before.source, change.criteria, before.criteria))
    return store.transaction(async (repositories) => {
      const current = await repositories.alerts.byId(account.id, id)
      if (!current) throw noSuchAlert()
      const rule = changed(current, { ...change, criteria }, context.now())
      requirePlanFor(account, rule, Boolean(url))
      const isOther = JSON.stringify(rule.criteria) !== JSON.stringify(current.criteria)
      if (isOther) await repositories.cooldowns.resetCooldown(id)
      // What was known of other criteria, or before a pause, crosses nothing.
      if (isOther || (rule.enabled && !current.enabled)) {
        await repositories.levelStates.reset(id)
        await repositories.screenStates.reset(id)
      }
      return save(repositories, context, rule, url)
    })
  },
})

interface CheckedChange extends Omit<Change, 'criteria'> {
  readonly criteria: SourceCriteria | undefined
}

function changed(rule: AlertRule, change: CheckedChange, now: Date): AlertRule {
  const frame = {
    id: rule.id,
    accountId: rule.accountId,
    endpointId: rule.endpointId,
    createdAt: rule.createdAt,
    snoozedUntil: rule.snoozedUntil,
    name: change.name ?? rule.name,
    channels: change.channels === undefined ? rule.channels : change.channels,
    cooldownMinutes: change.cooldown_minutes ?? rule.cooldownMinutes,
    priority: change.priority ?? rule.priority,
    enabled: change.enabled ?? rule.enabled,
    updatedAt: now.toISOString(),
  }
  return { ...frame, ...(change.criteria ?? parseCriteria(rule.source, rule.criteria)) }
}

async function save(
  repositories: AlertRepositories,
  context: AlertContext,
  rule: AlertRule,
  url: string | null | undefined,
) {
  const [known] = await repositories.endpoints.byIds(rule.endpointId === null ? [] : [rule.endpointId])
  const { accountId, id: alertId } = rule
  const { endpointId, secret } =
    url === undefined
      ? { endpointId: rule.endpointId, secret: null }
      : await changeUrl(repositories, context, { accountId, alertId, channel: 'webhook', url, known })
  const saved = { ...rule, endpointId }
  await repositories.alerts.replace(saved)
  const [endpoint] = await repositories.endpoints.byIds(endpointId === null ? [] : [endpointId])
  return { ...(await alertView(repositories, saved, endpoint, context.now())), signing_secret: secret }
}
