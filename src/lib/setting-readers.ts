/** Parsers of settings by type; each message states the violated rule and never the value. */
import { z } from 'zod'

/** The parser of all switches. An unreadable value prevents the start, so it can never enable live orders. */
export const flag = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text, context) => {
    if (['true', '1', 'yes', 'on', 'y', 't'].includes(text)) return true
    if (['false', '0', 'no', 'off', 'n', 'f'].includes(text)) return false
    context.addIssue('must be true, 1, yes, on, y, t or false, 0, no, off, n, f')
    return z.NEVER
  })

export function number(rule: string, holds: (value: number) => boolean) {
  return z
    .string()
    .trim()
    .transform((text, context) => {
      const value = text === '' ? Number.NaN : Number(text)
      if (Number.isFinite(value) && holds(value)) return value
      context.addIssue(`must be ${rule}`)
      return z.NEVER
    })
}

export const port = number(
  'a whole number from 0 to 65535',
  (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
)
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''))
export const text = z.string().trim().min(1, 'must not be empty')

/** Longer timeouts would exceed the limits of `fetch`. */
export const milliseconds = number(
  'a whole number of milliseconds from 1 to 300000',
  (value) => Number.isInteger(value) && value >= 1 && value <= 300_000,
)
export const count = number('a whole number of 1 or more', (value) => Number.isSafeInteger(value) && value >= 1)
