/** Several notifications in one message: a digest, or what quiet hours held. */
import type { BatchKind } from './digest.ts'
import type { NotificationContent, NotificationType } from './notification.ts'
import { NOTIFICATION_TYPES } from './notification-record.ts'

/** The rest is named by its number: a mail stays below what mail programs cut off. */
export const MOST_SUMMARY_ITEMS = 20

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
  const chosen = [...items].sort(byWeight).slice(0, MOST_SUMMARY_ITEMS)
  const places = new Map<string | null, Item[]>()
  for (const item of chosen) {
    const group = places.get(item.symbol)
    if (group) group.push(item)
    else places.set(item.symbol, [item])
  }
  return [...places.values()].flat()
}

/** What the message says over its items: the total, counts by type, and how many are not listed. */
export function summaryContent(kind: BatchKind, items: readonly SummaryItem[]): NotificationContent {
  const rest = items.length - Math.min(items.length, MOST_SUMMARY_ITEMS)
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

/** USD; what has no premium comes after what has one. */
function premiumOf({ details }: SummaryItem): number {
  const premium = details['premium']
  return typeof premium === 'number' && Number.isFinite(premium) ? premium : -1
}
