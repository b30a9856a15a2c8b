import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { isCivilDate } from '../../lib/time/civil-date.ts'
import { inUtc, isInstant } from '../contract/instant.ts'

const isDate = (text: string) => WindowDate.safeParse(text).success

/**
 * A date as it is, or an instant with `Z` or an offset, which is read as UTC: for questions that mean a session by a date
 * and not its midnight.
 */
export const DateOrInstant = z
  .string()
  .overwrite((text) => (isCivilDate(text) ? text : inUtc(text)))
  .refine((text) => isDate(text) || (isInstant(text) && isDate(text.slice(0, 10))), {
    abort: true,
    error: 'must be a date or an instant from 1900 to 2199, such as 2026-11-20 or 2026-11-20T14:30:00Z',
  })
