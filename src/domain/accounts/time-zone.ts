import { z } from 'zod'

export const DEFAULT_TIME_ZONE = 'America/New_York'

/** An IANA time zone name, in which "today" and quiet hours of an account are read. Bare offsets are refused. */
export const TimeZone = z
  .string()
  .max(64, 'must be at most 64 characters')
  .refine(isTimeZone, 'must be an IANA time zone, for example America/New_York')
  .describe('IANA time zone of the account, for example America/New_York.')

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
