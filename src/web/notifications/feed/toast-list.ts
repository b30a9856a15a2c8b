/** Which toasts are kept, and which are announced. */
import type { NotificationRow } from './notification-reducer.ts'

export interface Toast {
  readonly key: string
  readonly title: string
  readonly body: string
  /** Stays until it is dismissed. */
  readonly isHigh: boolean
  readonly row: NotificationRow | null
}

const MAX_TOASTS = 3
/** Maximum number of high priority; older ones are in the list of notifications anyway. */
const MAX_KEPT = 20

export function toastOf(row: NotificationRow): Toast {
  return { key: row.id, title: row.title, body: row.body, isHigh: row.priority === 'high', row }
}

export function missedToast(count: number, key: string): Toast {
  return { key, title: `${count} notifications came while you were away`, body: '', isHigh: false, row: null }
}

/** High-priority toasts displace normal ones, never the reverse. */
export function withToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] {
  if (toasts.some(({ key }) => key === toast.key)) return toasts
  const all = [toast, ...toasts]
  const high = all.filter(({ isHigh }) => isHigh)
  const room = Math.max(0, MAX_TOASTS - high.length)
  const normal = new Set(all.filter(({ isHigh }) => !isHigh).slice(0, room))
  return all.filter((it) => it.isHigh || normal.has(it)).slice(0, MAX_KEPT)
}

/** One sentence for several new notifications. */
export function spoken(titles: readonly string[]): string {
  const [first = ''] = titles
  if (titles.length <= MAX_TOASTS) return titles.join('. ')
  return `${titles.length} new notifications, the newest: ${titles.at(-1) ?? first}`
}
