/** Notifications by day, with runs of the same kind and symbol merged into one line. */

import { addDays, dateOfDay } from '../../../lib/time/civil-date.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { zoneTime } from '../../../lib/time/zone-time.ts'
import { format } from '../../format.ts'
import type { NotificationRow } from './notification-reducer.ts'

/** Smaller groups are not merged. */
const FEWEST_FOLDED = 3
const FOLDED: ReadonlySet<string> = new Set(['unusual_activity', 'whale_trade'])

export type Item =
  | { readonly kind: 'one'; readonly row: NotificationRow }
  | { readonly kind: 'run'; readonly key: string; readonly rows: readonly NotificationRow[] }

export interface Day {
  /** Date in the zone of the account. */
  readonly date: string
  readonly title: string
  readonly items: readonly Item[]
}

/** The date that the wall clock of a zone shows at an instant. */
export function dateIn(zone: string, ms: number): string {
  return dateOfDay(Math.floor((ms + zoneTime(zone).offsetMs(ms)) / DAY_MS))
}

export function byDay(rows: readonly NotificationRow[], zone: string, nowMs: number): readonly Day[] {
  const today = dateIn(zone, nowMs)
  const days = new Map<string, NotificationRow[]>()
  for (const row of rows) {
    const date = dateIn(zone, Date.parse(row.created_at))
    const existing = days.get(date)
    if (existing) existing.push(row)
    else days.set(date, [row])
  }
  return [...days].map(([date, found]) => ({ date, title: titleOf(date, today), items: folded(found) }))
}

function titleOf(date: string, today: string): string {
  if (date === today) return 'Today'
  return date === addDays(today, -1) ? 'Yesterday' : format.date(date)
}

function folded(rows: readonly NotificationRow[]): readonly Item[] {
  const runs: NotificationRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const [first] = run ?? []
    if (run && first && FOLDED.has(row.type) && row.type === first.type && row.symbol === first.symbol) run.push(row)
    else runs.push([row])
  }
  return runs.flatMap((run): Item[] => {
    const oldest = run.at(-1)
    if (run.length < FEWEST_FOLDED || !oldest) return run.map((row) => ({ kind: 'one', row }))
    // The oldest row identifies the run, so that it stays the same as newer ones join it.
    return [{ kind: 'run', key: `run ${oldest.id}`, rows: run }]
  })
}
