import { z } from 'zod'

const FIRST = '1900-01-01'
const LAST = '2199-12-31'

/**
 * An end of a window of dates, YYYY-MM-DD. Beyond these bounds there are no data, and a date that is counted from there
 * may have no year of four digits.
 */
export const WindowDate = z.iso
  // Aborted, since the check of a whole window counts days between its ends and must not run on anything else.
  .date({ abort: true, error: 'must be a date that exists, written YYYY-MM-DD' })
  .refine((date) => date >= FIRST && date <= LAST, { abort: true, error: `must be from ${FIRST} to ${LAST}` })
