import { z } from 'zod'
import { addDays } from '../../lib/civil-date.ts'

export interface DateWindow {
  readonly from: string
  readonly to: string
}

const FIRST = '1900-01-01'
const LAST = '2199-12-31'

/** An end of a window: beyond these there are no data, and what is counted from there is no date of four digits. */
export const WindowDate = z.iso
  .date()
  .refine((date) => date >= FIRST && date <= LAST, { error: `must be from ${FIRST} to ${LAST}` })

/** What is served where nothing is asked for: days before and after the session. */
export interface UsualWindow {
  readonly before: number
  readonly after: number
}

export const served = {
  from: z.iso.date().describe('First date of the window that was served, YYYY-MM-DD.'),
  to: z.iso.date().describe('Last date of the window that was served, YYYY-MM-DD.'),
}

/**
 * A beginning alone is completed by the length of the usual window, an end alone by the usual beginning, or by that length
 * where it lies before it.
 */
export function dateWindow(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  sessionDate: string,
  { before, after }: UsualWindow,
): DateWindow {
  if (from !== undefined) return { from, to: to ?? addDays(from, before + after) }
  const usualFrom = addDays(sessionDate, -before)
  if (to === undefined) return { from: usualFrom, to: addDays(sessionDate, after) }
  return { from: to < usualFrom ? addDays(to, -before - after) : usualFrom, to }
}
