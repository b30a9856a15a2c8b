/** Which messages lie over the page, and what is read out of them. */
import type { NotificationRow } from './rows.ts'

export interface Toast {
  readonly key: string
  readonly title: string
  readonly body: string
  /** Stays until it is put away. */
  readonly isHigh: boolean
  readonly row: NotificationRow | null
}

export const MOST_TOASTS = 3
/** Kept behind those that are seen; older ones stand in the list of notifications anyway. */
const MOST_KEPT = 20

export function toastOf(row: NotificationRow): Toast {
  return { key: row.id, title: row.title, body: row.body, isHigh: row.priority === 'high', row }
}

export function missedToast(count: number, key: string): Toast {
  return { key, title: `${count} notifications came while you were away`, body: '', isHigh: false, row: null }
}

/** High ones push normal ones out, never the other way round. */
export function withToast(toasts: readonly Toast[], toast: Toast): readonly Toast[] {
  if (toasts.some(({ key }) => key === toast.key)) return toasts
  const all = [toast, ...toasts]
  const high = all.filter(({ isHigh }) => isHigh)
  const room = Math.max(0, MOST_TOASTS - high.length)
  const normal = new Set(all.filter(({ isHigh }) => !isHigh).slice(0, room))
  return all.filter((it) => it.isHigh || normal.has(it)).slice(0, MOST_KEPT)
}

/** Those that are seen, newest first. */
export function seen(toasts: readonly Toast[]): { readonly shown: readonly Toast[]; readonly more: number } {
  return { shown: toasts.slice(0, MOST_TOASTS), more: Math.max(0, toasts.length - MOST_TOASTS) }
}

/** One sentence for several that came together. */
export function spoken(titles: readonly string[]): string {
  const [first = ''] = titles
  if (titles.length <= MOST_TOASTS) return titles.join('. ')
  return `${titles.length} new notifications, the newest: ${titles.at(-1) ?? first}`
}
