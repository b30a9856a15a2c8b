/** The notification about a crossed level: title, body in words, and the facts by name. */
import type { NotificationContent } from '../../notifications/domain/notification.ts'
import type { LevelRule } from './alert-rule.ts'
import type { LevelState } from './level-crossing.ts'
import { LEVEL_DEFINITIONS, type LevelKind, type LevelSide } from './level-kinds.ts'

export interface LevelCrossing {
  readonly symbol: string
  readonly side: LevelSide
  readonly before: LevelState
  /** What was compared, before the rule takes another level. */
  readonly now: { readonly value: number; readonly level: number; readonly atMs: number }
}

export function levelAlertContent(rule: LevelRule, { symbol, side, before, now }: LevelCrossing): NotificationContent {
  const kind = rule.criteria.level
  const what = crossingText(kind, side, now)
  return {
    type: 'custom_alert',
    title: `${rule.name}: ${symbol} ${what}`,
    body: `${symbol} ${what}. ${valuesText(kind, before, now)}`,
    symbol,
    priority: rule.priority,
    details: {
      alert_name: rule.name,
      symbol,
      level: kind,
      level_value: kind === 'earnings_days' ? (rule.criteria.value ?? null) : rounded(now.level),
      value: rounded(now.value),
      value_before: rounded(before.value),
      direction: side,
      crossed_at: new Date(now.atMs).toISOString(),
    },
  }
}

function crossingText(kind: LevelKind, side: LevelSide, { value, level }: LevelCrossing['now']): string {
  if (kind === 'earnings_days') return value === 0 ? 'reports earnings today' : `reports earnings in ${days(value)}`
  if (kind === 'net_gex') return `net GEX turned ${side === 'above' ? 'positive' : 'negative'}`
  if (kind === 'iv_rank') return `IV rank crossed ${side} ${rounded(level)}`
  const name = kind === 'price' ? '' : `${kind === 'support' || kind === 'resistance' ? '' : 'the '}${titleOf(kind)} `
  return `crossed ${side} ${name}${rounded(level)}`
}

function valuesText(kind: LevelKind, before: LevelState, now: LevelCrossing['now']): string {
  if (kind === 'earnings_days') return 'The date is as announced or estimated now.'
  const hasMoved = now.level !== before.level
  const earlier = `before ${rounded(before.value)}${hasMoved ? ` with the level at ${rounded(before.level)}` : ''}`
  return `Now ${rounded(now.value)}, ${earlier}.`
}

function titleOf(kind: LevelKind): string {
  return LEVEL_DEFINITIONS[kind].title.toLowerCase()
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

/** 603.2500000001 is 603.25. */
function rounded(value: number): number {
  return Number(value.toFixed(Math.abs(value) >= 10_000 ? 0 : 2))
}
