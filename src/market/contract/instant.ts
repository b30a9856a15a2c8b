import { z } from 'zod'
import { isCivilDate } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'

const MIDNIGHT = 0
const OffsetInstant = z.iso.datetime({ offset: true })

export const isInstant = (text: string) => z.iso.datetime().safeParse(text).success

/** An instant with `Z` or an offset, or a date: its midnight in New York. Read as UTC, as all instants of the service. */
export const Instant = z.string().overwrite(inUtc).refine(isInstant, {
  abort: true,
  error: 'must be an instant or a date such as 2026-11-20T14:30:00Z, 2026-11-20T09:30:00-05:00 or 2026-11-20',
})

/** Text of any other form stays as it is. */
export function inUtc(text: string): string {
  if (isCivilDate(text)) return new Date(newYorkInstant(text, MIDNIGHT)).toISOString()
  return OffsetInstant.safeParse(text).success ? new Date(text).toISOString() : text
}
