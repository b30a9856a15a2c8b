import { z } from 'zod'
import { WEEKDAYS } from '../domain/delivery/weekdays.ts'

export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59')
  .describe('Time of day on the wall clock of the account, hh:mm.')

export const QuietWindow = z
  .strictObject({
    start: TimeOfDay.describe('First quiet minute, hh:mm.'),
    end: TimeOfDay.describe('First minute that is not quiet; at or before start it lies on the next day.'),
    days: z
      .array(z.enum(WEEKDAYS))
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'must name each day once')
      .describe('Days on which the window starts: mon to sun. Empty: it never applies.'),
  })
  .meta({ id: 'QuietWindow' })
export type QuietWindow = z.infer<typeof QuietWindow>
