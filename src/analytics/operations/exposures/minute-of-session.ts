import { z } from 'zod'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'

/** A time of a session. */
export const timeOfSession = (text: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of New York, written HH:MM')
    .optional()
    .describe(text)

/** Whole minutes since 1970. */
export function minuteOf(sessionDate: string, time: string): number {
  return newYorkInstant(sessionDate, 60 * Number(time.slice(0, 2)) + Number(time.slice(3))) / MINUTE_MS
}
