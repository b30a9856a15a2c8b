/**
 * Calendar entries: kind (macro, fed, earnings, dividend, split, expiration, holiday), title, scheduled_at (an instant,
 * or a date: its open) and, where known, id, symbol, importance (low, medium, high), status (scheduled, confirmed,
 * released, canceled), known_at, and value: new shares per old share of a split, USD per share of a dividend, which the
 * price history needs. Several entries of one id, each with its own known_at, are the history of what was known.
 */
import {
  type CalendarEvent,
  EVENT_IMPORTANCES,
  EVENT_KINDS,
  EVENT_STATUSES,
} from '../domain/calendar/calendar-event.ts'
import { newYorkDate } from '../domain/calendar/new-york-time.ts'
import type { CorporateAction } from '../domain/stocks/corporate-action.ts'
import { type Entry, eachEntry, hasFields, knownFrom } from './entries.ts'
import type { ImportFormat, ReadRequest } from './reading.ts'

const LONGEST_TITLE = 300
const LONGEST_ID = 120

export const eventEntries: ImportFormat = {
  name: 'events',
  kind: 'events',
  title: 'a list of calendar entries',
  usesName: false,
  recognises: (source) => hasFields(source, ['kind', 'scheduled_at']),
  async read(source, request, log) {
    const events: CalendarEvent[] = []
    const actions: CorporateAction[] = []
    await eachEntry(source, ['kind', 'title', 'scheduled_at'], log, (entry) => {
      const event = eventOf(entry, request)
      if (!event) return
      events.push(event)
      actions.push(...actionOf(event, entry))
    })
    log.taken += events.length
    return [
      { type: 'events', events },
      { type: 'corporate_actions', actions },
    ]
  },
}

function eventOf(entry: Entry, request: ReadRequest): CalendarEvent | null {
  const kind = EVENT_KINDS.find((it) => it === entry.text('kind').toLowerCase())
  const title = entry.prose('title', LONGEST_TITLE)
  const scheduledAt = entry.instant('scheduled_at')
  const symbol = entry.symbol(request.symbol)
  if (symbol === undefined) return null
  if (kind === undefined || title === null || scheduledAt === null) {
    const column = kind === undefined ? 'kind' : title === null ? 'title' : 'scheduled_at'
    entry.refuse(column, 'an entry has a kind, a title and a time')
    return null
  }
  const id = entry.prose('id', LONGEST_ID) ?? `${kind}:${symbol ?? 'market'}:${scheduledAt.slice(0, 10)}:${slug(title)}`
  return {
    id,
    kind,
    title,
    symbol,
    scheduledAt,
    knownAt: knownFrom(entry.instant('known_at'), scheduledAt, request.nowMs),
    importance: entry.word('importance', EVENT_IMPORTANCES, 'medium'),
    status: entry.word('status', EVENT_STATUSES, 'scheduled'),
  }
}

function actionOf({ kind, symbol, scheduledAt, knownAt }: CalendarEvent, entry: Entry): CorporateAction[] {
  const value = entry.number('value')
  if ((kind !== 'split' && kind !== 'dividend') || symbol === null || !(value > 0)) return []
  return [{ symbol, kind, exDate: newYorkDate(Date.parse(scheduledAt)), value, knownAt }]
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
}
