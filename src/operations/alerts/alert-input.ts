import { z } from 'zod'
import {
  AlertChannels,
  AlertName,
  AlertPriority,
  type AlertRule,
  AlertSourceName,
  CooldownMinutes,
  SOURCE_CAPABILITY,
} from '../../domain/alerts/alert-rule.ts'
import { type AlertSource, CRITERIA, type FlowCriteria, type IdeaCriteria } from '../../domain/alerts/criteria.ts'
import { AppError, invalid } from '../../domain/errors.ts'
import { EndpointUrl } from '../../domain/notifications/settings.ts'
import type { CallerAccount } from '../context.ts'
import { issuesOf, parseInput } from '../issues.ts'
import { requireCapability } from '../notifications/access.ts'

/** Read by the schema of the source, which is known only with the whole input. */
const Criteria = z
  .record(z.string().max(100), z.unknown())
  .describe(
    'Conditions, all of which must hold. option_flow: symbols (at most 10), option_type, premium_min, premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types. trade_idea: symbols, direction, strategies, min_confidence.',
  )

export const alertShape = {
  name: AlertName,
  source: AlertSourceName,
  criteria: Criteria,
  channels: AlertChannels,
  webhook_url: EndpointUrl.nullable().describe('A webhook of its own in place of the account’s; needs the Vega plan.'),
  cooldown_minutes: CooldownMinutes,
  priority: AlertPriority,
  enabled: z.boolean().describe('Whether it is looked for.'),
}

/** What a rule looks for, with the schema of its source; an unknown key or a bad value is named. */
export type Looking =
  | { readonly source: 'option_flow'; readonly criteria: FlowCriteria }
  | { readonly source: 'trade_idea'; readonly criteria: IdeaCriteria }

export function looking(source: AlertSource, raw: unknown): Looking {
  return source === 'option_flow'
    ? { source, criteria: checked(CRITERIA.option_flow, raw) }
    : { source, criteria: checked(CRITERIA.trade_idea, raw) }
}

function checked<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = parseInput(schema, raw)
  if (parsed.success) return parsed.data
  throw invalid(issuesOf(parsed.error).map(({ path, message }) => ({ path: `criteria.${path}`, message })))
}

/** What the rule needs of the plan besides alerts themselves. */
export function requirePlanFor(
  account: CallerAccount,
  rule: Pick<AlertRule, 'source' | 'channels'>,
  hasUrl: boolean,
): void {
  requireCapability(account, SOURCE_CAPABILITY[rule.source], 'An alert on trade ideas')
  if (hasUrl || rule.channels?.includes('webhook')) requireCapability(account, 'webhook_channel', 'The webhook channel')
}

export function noSuchAlert(): AppError {
  return new AppError('not_found', 'There is no such alert.')
}
