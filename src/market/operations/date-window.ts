import { z } from 'zod'
import { addDays } from '../../lib/time/civil-date.ts'

export interface DateWindow {
  readonly from: string
  readonly to: string
}

/** Default window: days before and after the session. */
export interface DefaultWindow {
  readonly before: number
  readonly after: number
}

export const served = {
  from: z.iso.date().describe('First date of the served window, YYYY-MM-DD.'),
  to: z.iso.date().describe('Last date of the served window, YYYY-MM-DD.'),
}

/**
 * Completes a window. `from` alone gets the length of the default window; `to` alone gets the default start, or that
 * length if it is before the default start.
 */
export function dateWindow(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  sessionDate: string,
  { before, after }: DefaultWindow,
): DateWindow {
  if (from !== undefined) return { from, to: to ?? addDays(from, before + after) }
  const usualFrom = addDays(sessionDate, -before)
  if (to === undefined) return { from: usualFrom, to: addDays(sessionDate, after) }
  return { from: to < usualFrom ? addDays(to, -before - after) : usualFrom, to }
}
