/** Several notifications in one message: a digest, or what quiet hours held. */

import type { NotificationContent, NotificationType } from '../notification.ts'
import { NOTIFICATION_TYPES } from '../notification.ts'
import type { BatchKind } from './digest.ts'

/** Only counted beyond this number: mail programs cut off long mails. */
export const MAX_SUMMARY_ITEMS = 20

export interface SummaryItem extends NotificationContent {
  readonly createdAt: string
}

const TITLES: Readonly<Record<BatchKind, string>> = {
  hourly: 'Hourly digest',
  daily: 'Daily digest',
  catch_up: 'While you were away',
}

const TYPE_WORDS: Readonly<Record<NotificationType, readonly [one: string, many: string]>> = {
  custom_alert: ['alert', 'alerts'],
  unusual_activity: ['unusual print', 'unusual prints'],
  whale_trade: ['whale trade', 'whale trades'],
  system_update: ['system update', 'system updates'],
  account: ['account notice', 'account notices'],
}

/** Highest premium first, then newest, at most twenty; those of one symbol stand together in that order. */
export function summaryItems<Item extends SummaryItem>(items: readonly Item[]): readonly Item[] {
  const chosen = [...items].sort(byWeight).slice(0, MAX_SUMMARY_ITEMS)
  const places = new Map<string | null, Item[]>()
  for (const item of chosen) {
    const group = places.get(item.symbol)
    if (group) group.push(item)
    else places.set(item.symbol, [item])
  }
  return [...places.values()].flat()
}

/** The heading of the message: the total, counts by type, and how many are not listed. */
export function summaryContent(kind: BatchKind, items: readonly SummaryItem[]): NotificationContent {
  const rest = items.length - Math.min(items.length, MAX_SUMMARY_ITEMS)
  const counts = countsByType(items)
  const words = counts.map(([type, count]) => `${count} ${TYPE_WORDS[type][count === 1 ? 0 : 1]}`)
  const more = rest > 0 ? ` The ${items.length - rest} largest are listed, and ${rest} more wait in the list.` : ''
  return {
    type: counts[0]?.[0] ?? 'custom_alert',
    title: `${TITLES[kind]}: ${items.length} ${items.length === 1 ? 'notification' : 'notifications'}`,
    body: `${words.join(', ')}.${more}`,
    symbol: null,
    priority: 'normal',
    details: { total: items.length, more: rest, ...Object.fromEntries(counts) },
  }
}

function countsByType(items: readonly SummaryItem[]): [NotificationType, number][] {
  return NOTIFICATION_TYPES.map((type): [NotificationType, number] => [
    type,
    items.reduce((count, item) => count + Number(item.type === type), 0),
  ]).filter(([, count]) => count > 0)
}

function byWeight(left: SummaryItem, right: SummaryItem): number {
  const difference = premiumOf(right) - premiumOf(left)
  if (difference !== 0) return difference
  return left.createdAt === right.createdAt ? 0 : left.createdAt < right.createdAt ? 1 : -1
}

/** USD; items without a premium sort last. */
function premiumOf({ details }: SummaryItem): number {
  const premium = details['premium']
  return typeof premium === 'number' && Number.isFinite(premium) ? premium : -1
}
