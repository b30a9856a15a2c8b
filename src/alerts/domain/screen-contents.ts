/** The notification about symbols that pass the filters of a rule now and did not before. */
import type { NotificationContent } from '../../notifications/domain/notification.ts'
import type { ScreenRule } from './alert-rule.ts'

/** Symbols that the title names. */
const NAMED = 3

export interface ScreenEntry {
  /** Newly passing, in alphabetical order; at least one. */
  readonly symbols: readonly string[]
  /** All that pass now. */
  readonly total: number
  readonly atMs: number
}

export function screenAlertContent(rule: ScreenRule, { symbols, total, atMs }: ScreenEntry): NotificationContent {
  const [first = null] = symbols
  const more = symbols.length > NAMED ? ` and ${symbols.length - NAMED} more` : ''
  const named = `${symbols.slice(0, NAMED).join(', ')}${more}`
  const filters = rule.criteria.filters.join(', ')
  return {
    type: 'custom_alert',
    title: `${rule.name}: ${named} ${symbols.length === 1 ? 'passes' : 'pass'} the screen`,
    body: `New: ${symbols.join(', ')}. Symbols that pass ${filters}: ${total}.`,
    symbol: symbols.length === 1 ? first : null,
    priority: rule.priority,
    details: {
      alert_name: rule.name,
      symbols: [...symbols],
      filters: [...rule.criteria.filters],
      total,
      screened_at: new Date(atMs).toISOString(),
    },
  }
}
