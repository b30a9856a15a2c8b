import { z } from 'zod'
import { isTimeZone } from '../domain/time-zone.ts'

/** The IANA time zone for "today" and the quiet hours of an account. Plain offsets are rejected. */
export const TimeZone = z
  .string()
  .max(64, 'must be at most 64 characters')
  .refine(isTimeZone, 'must be an IANA time zone, for example America/New_York')
  .describe('IANA time zone of the account, for example America/New_York.')
