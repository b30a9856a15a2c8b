import { z } from 'zod'
import type { Capability } from '../accounts/plan.ts'
import { CHANNELS } from '../notifications/channels.ts'
import {
  DEFAULT_COOLDOWN_MINUTES,
  LONGEST_COOLDOWN_MINUTES,
  RECOMMENDED_COOLDOWN_MINUTES,
} from '../notifications/cooldown.ts'
import type { ChannelName, Priority } from '../notifications/notification.ts'
import type { AlertSource, FlowCriteria, IdeaCriteria } from './criteria.ts'

export const MOST_ALERTS = 200

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
  readonly createdAt: string
  readonly updatedAt: string
}

/** What a user asked to be told. */
export type AlertRule = RuleFrame &
  (
    | { readonly source: 'option_flow'; readonly criteria: FlowCriteria }
    | { readonly source: 'trade_idea'; readonly criteria: IdeaCriteria }
  )

/** Rules on trade ideas need the plan that has them. */
export const SOURCE_CAPABILITY = {
  option_flow: 'notifications',
  trade_idea: 'trade_ideas',
} as const satisfies Record<AlertSource, Capability>

export const AlertName = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(100, 'must be at most 100 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')
  .describe('A name by which you will know the alert, 1 to 100 characters.')

export const AlertSourceName = z.enum(['option_flow', 'trade_idea']).describe('What the rule looks at.')

export const AlertChannels = z
  .array(z.enum(CHANNELS))
  .max(CHANNELS.length)
  .refine((list) => new Set(list).size === list.length, 'must name each channel once')
  .nullable()
  .describe("Channels to use; null for those of the account's settings, an empty list for the bell alone.")

export const CooldownMinutes = z
  .int()
  .min(0)
  .max(LONGEST_COOLDOWN_MINUTES)
  .describe(
    `Least minutes between two notifications of one symbol; ${RECOMMENDED_COOLDOWN_MINUTES} or more are recommended.`,
  )

export const AlertPriority = z
  .enum(['normal', 'high'])
  .describe('High always notifies at once; normal respects quiet hours and digests.')

export const ALERT_DEFAULTS = {
  channels: null,
  cooldown_minutes: DEFAULT_COOLDOWN_MINUTES,
  priority: 'normal',
  enabled: true,
} as const
