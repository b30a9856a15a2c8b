import type { Capability } from '../../accounts/domain/plan.ts'
import { DEFAULT_COOLDOWN_MINUTES } from '../../notifications/domain/cooldown.ts'
import type { ChannelName, Priority } from '../../notifications/domain/notification.ts'
import type { AlertSource, FlowCriteria, IdeaCriteria, LevelCriteria, ScreenCriteria } from '../contract/criteria.ts'

export const MAX_ALERTS = 200

interface RuleFrame {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** Channels to use; null for those of the account's settings. */
  readonly channels: readonly ChannelName[] | null
  /** The endpoint of the rule's own webhook URL; null where it uses the account's. */
  readonly endpointId: string | null
  readonly cooldownMinutes: number
  readonly priority: Priority
  readonly enabled: boolean
  /** Until this instant the rule raises nothing; null or past where it is not snoozed. */
  readonly snoozedUntil: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** Criteria on a source, and how the user is notified of a match. */
export type AlertRule = RuleFrame &
  (
    | { readonly source: 'option_flow'; readonly criteria: FlowCriteria }
    | { readonly source: 'trade_idea'; readonly criteria: IdeaCriteria }
    | { readonly source: 'market_level'; readonly criteria: LevelCriteria }
    | { readonly source: 'screen'; readonly criteria: ScreenCriteria }
  )

export type FlowRule = Extract<AlertRule, { readonly source: 'option_flow' }>
export type LevelRule = Extract<AlertRule, { readonly source: 'market_level' }>
export type ScreenRule = Extract<AlertRule, { readonly source: 'screen' }>

/** The capability that a rule needs, by its source. */
export const SOURCE_CAPABILITY = {
  option_flow: 'notifications',
  trade_idea: 'trade_ideas',
  market_level: 'notifications',
  screen: 'notifications',
} as const satisfies Record<AlertSource, Capability>

export const ALERT_DEFAULTS = {
  channels: null,
  cooldown_minutes: DEFAULT_COOLDOWN_MINUTES,
  priority: 'normal',
  enabled: true,
} as const
