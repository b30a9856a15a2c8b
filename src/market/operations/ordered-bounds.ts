import type { z } from 'zod'
import { newYorkDate } from '../domain/calendar/new-york-time.ts'

const DATE_LENGTH = 'YYYY-MM-DD'.length

/** Names of the lower and the upper bound, and the word for the error. */
type BoundPair = readonly [lower: string, upper: string, word: 'below' | 'before']

/** Rejects input whose upper bound is less than its lower bound. Bounds are numbers, or ISO dates and instants. */
export function orderedBounds<Input extends z.ZodObject>(input: Input, pairs: readonly BoundPair[]): Input {
  return pairs.reduce(
    (checked, [lower, upper, word]) =>
      checked.refine((value) => isOrdered(value[lower], value[upper]), {
        path: [upper],
        error: `must not be ${word} ${lower}`,
      }),
    input,
  )
}

/**
 * Rejects a start after the session of `date`, of which nothing is known then. The start is a date, or an instant in UTC.
 */
export function startsByDate<Input extends z.ZodObject>(input: Input, start: 'since' | 'from'): Input {
  return input.refine(({ [start]: first, date }) => !isAfter(first, date), {
    path: [start],
    error: 'must not be after date',
  })
}

/** Rejects an end before the session of `date` where the window begins with that session. */
export function endsFromDate<Input extends z.ZodObject>(input: Input, end: 'until'): Input {
  return input.refine(({ [end]: last, since, date }) => since !== undefined || !isBefore(last, date), {
    path: [end],
    error: 'must not be before date',
  })
}

function isAfter(first: unknown, date: unknown): boolean {
  if (typeof first !== 'string' || typeof date !== 'string') return false
  return dateOf(first) > date
}

function isBefore(last: unknown, date: unknown): boolean {
  if (typeof last !== 'string' || typeof date !== 'string') return false
  return dateOf(last) < date
}

/** The New York date of a date or an instant. */
function dateOf(text: string): string {
  return text.length === DATE_LENGTH ? text : newYorkDate(Date.parse(text))
}

function isOrdered(lower: unknown, upper: unknown): boolean {
  if (typeof lower === 'number' && typeof upper === 'number') return lower <= upper
  if (typeof lower === 'string' && typeof upper === 'string') return Date.parse(lower) <= Date.parse(upper)
  return true
}
