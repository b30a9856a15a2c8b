/** How settings of one kind are read; each message is the rule that was broken and never the value. */
import { z } from 'zod'

/** One reader for all switches: what it cannot read refuses to start, so that an unreadable value never means live. */
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

/** Longer ones would meet the limits of `fetch` itself. */
export const milliseconds = number(
  'a whole number of milliseconds from 1 to 300000',
  (value) => Number.isInteger(value) && value >= 1 && value <= 300_000,
)
export const count = number('a whole number from 1 on', (value) => Number.isSafeInteger(value) && value >= 1)
