import { z } from 'zod'
import { planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import type { CallerAccount } from '../../catalogue/context.ts'
import { issuesOf, parseInput } from '../../catalogue/issues.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import { EndpointUrl } from '../../notifications/contract/settings.ts'
import { requireCapability } from '../../notifications/operations/access.ts'
import { AlertChannels, AlertName, AlertPriority, AlertSourceName, CooldownMinutes } from '../contract/alert-rule.ts'
import {
  type AlertSource,
  CRITERIA,
  type FlowCriteria,
  type IdeaCriteria,
  type LevelCriteria,
  type ScreenCriteria,
} from '../contract/criteria.ts'
import { type AlertRule, SOURCE_CAPABILITY } from '../domain/alert-rule.ts'
import { listedSymbols } from './listed-symbols.ts'

/** Parsed later with the schema of the source, which is known only with the whole input. */
const Criteria = z
  .record(z.string().max(100), z.unknown())
  .describe(
    'Conditions; all must be met. option_flow: symbols (at most 10), option_type, premium_min, premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types. trade_idea: symbols, direction, strategies, min_confidence. market_level: symbols, level (price, gamma_flip, call_wall, put_wall, support, resistance, iv_rank, net_gex, earnings_days), value, direction, rearm_distance. screen: filters of the screener, symbols; rings for symbols that pass now and did not before.',
  )

export const alertShape = {
  name: AlertName,
  source: AlertSourceName,
  criteria: Criteria,
  channels: AlertChannels,
  webhook_url: EndpointUrl.nullable().describe(
    `A webhook URL for this alert instead of the account’s; needs ${planTitle(REQUIRED_PLAN.webhook_channel)}.`,
  ),
  cooldown_minutes: CooldownMinutes,
  priority: AlertPriority,
  enabled: z.boolean().describe('Whether the rule is active.'),
}

/** Criteria that were parsed with the schema of their source. */
export type SourceCriteria =
  | { readonly source: 'option_flow'; readonly criteria: FlowCriteria }
  | { readonly source: 'trade_idea'; readonly criteria: IdeaCriteria }
  | { readonly source: 'market_level'; readonly criteria: LevelCriteria }
  | { readonly source: 'screen'; readonly criteria: ScreenCriteria }

export function parseCriteria(source: AlertSource, raw: unknown): SourceCriteria {
  switch (source) {
    case 'option_flow':
      return { source, criteria: checked(CRITERIA.option_flow, raw) }
    case 'trade_idea':
      return { source, criteria: checked(CRITERIA.trade_idea, raw) }
    case 'market_level':
      return { source, criteria: checked(CRITERIA.market_level, raw) }
    case 'screen':
      return { source, criteria: checked(CRITERIA.screen, raw) }
  }
}

/** Criteria that a caller sets now. `stored` are those of the rule that they replace. */
export async function givenCriteria(
  market: Pick<MarketSource, 'listings'>,
  source: AlertSource,
  raw: unknown,
  stored?: SourceCriteria['criteria'],
): Promise<SourceCriteria> {
  const given = parseCriteria(source, raw)
  const { symbols } = given.criteria
  if (!symbols) return given
  const listed = await listedSymbols(market, { symbols, path: 'criteria.symbols', stored: stored?.symbols })
  return parseCriteria(source, { ...given.criteria, symbols: listed })
}

function checked<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const parsed = parseInput(schema, raw)
  if (parsed.success) return parsed.data
  throw invalid(issuesOf(parsed.error).map(({ path, message }) => ({ path: `criteria.${path}`, message })))
}

/** Checks the plan for what the rule needs beyond alerts themselves. */
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
