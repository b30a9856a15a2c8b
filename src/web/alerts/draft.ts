/** A rule that is being edited. */

import type { AlertSource } from '../../alerts/contract/criteria.ts'
import { ALERT_DEFAULTS } from '../../alerts/domain/alert-rule.ts'
import type { ChannelName } from '../../notifications/domain/notification.ts'
import type { AnswerOf, InputOf } from '../client.ts'
import { type CriteriaValues, criteriaOf, valuesOf } from './criteria.ts'

export type Alert = AnswerOf<'show_alert'>

export interface Draft {
  readonly name: string
  readonly source: AlertSource
  readonly values: CriteriaValues
  /** Null for the channels of the settings. */
  readonly channels: readonly ChannelName[] | null
  /** A typed URL; empty keeps the current one. */
  readonly webhookUrl: string
  readonly removesUrl: boolean
  readonly cooldown: string
  readonly priority: Alert['priority']
  readonly enabled: boolean
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  source: 'option_flow',
  values: {},
  channels: ALERT_DEFAULTS.channels,
  webhookUrl: '',
  removesUrl: false,
  cooldown: String(ALERT_DEFAULTS.cooldown_minutes),
  priority: ALERT_DEFAULTS.priority,
  enabled: ALERT_DEFAULTS.enabled,
}

export function draftOf(alert: Alert): Draft {
  return {
    name: alert.name,
    source: alert.source,
    values: valuesOf(alert.source, alert.criteria),
    channels: alert.channels,
    webhookUrl: '',
    removesUrl: false,
    cooldown: String(alert.cooldown_minutes),
    priority: alert.priority,
    enabled: alert.enabled,
  }
}

type Change = Omit<InputOf<'change_alert'>, 'id'>

/** The update of an existing rule; the URL only if it changes. */
export function changeOf(draft: Draft): Change {
  const url = draft.webhookUrl.trim()
  return {
    name: draft.name,
    criteria: criteriaOf(draft.source, draft.values),
    channels: draft.channels === null ? null : [...draft.channels],
    cooldown_minutes: minutesOf(draft.cooldown),
    priority: draft.priority,
    enabled: draft.enabled,
    ...(url !== '' && { webhook_url: url }),
    ...(url === '' && draft.removesUrl && { webhook_url: null }),
  }
}

export function newAlertOf(draft: Draft): InputOf<'create_alert'> {
  const { name, criteria = {}, ...rest } = changeOf(draft)
  return { ...rest, name: name ?? '', criteria, source: draft.source }
}

/** A text that is not a number is sent unchanged, so that the service names the field. */
function minutesOf(text: string): number {
  return text.trim() === '' ? ALERT_DEFAULTS.cooldown_minutes : Number(text)
}

export interface Preset {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly draft: Draft
}

function preset(id: string, title: string, note: string, changes: Partial<Draft>): Preset {
  return { id, title, note, draft: { ...EMPTY_DRAFT, name: title, ...changes } }
}

export const PRESETS: readonly Preset[] = [
  preset('whales', 'Whale trades', 'Prints of 500K or more, any symbol.', { values: { premium_min: '500000' } }),
  preset('unusual_calls', 'Unusual calls', 'Calls bought at the ask or above, score 95 or more.', {
    values: { option_type: 'call', sides: ['above_ask', 'at_ask'], unusual_score_min: '95' },
  }),
  preset('sweeps_0dte', '0DTE sweeps', 'Sweeps in contracts that expire today.', {
    values: { dte_max: '0', trade_types: ['sweep'], premium_min: '25000' },
  }),
  preset('openings', 'New positions', 'More contracts than the open interest, for 100K or more.', {
    values: { volume_oi_ratio_min: '1', premium_min: '100000' },
  }),
  preset('flip', 'Price crosses the flip', 'SPY crosses its gamma flip, to either side.', {
    source: 'market_level',
    values: { symbols: 'SPY', level: 'gamma_flip' },
    cooldown: '0',
  }),
  preset('put_buying', 'Put buying', 'Puts bought aggressively or repeatedly.', {
    values: { option_type: 'put', alert_types: ['aggressive_put_buying', 'consistent_put_buying'] },
  }),
  preset(
    'bullish_ideas',
    'Bullish ideas to a webhook',
    'Trade ideas with a confidence of 72 % or more, for a program.',
    {
      source: 'trade_idea',
      values: { direction: 'bullish', min_confidence: '72' },
      channels: ['webhook'],
      cooldown: '0',
    },
  ),
]
