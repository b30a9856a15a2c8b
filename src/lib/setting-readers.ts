/** Parsers of settings by type; each message states the violated rule and never the value. */
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time/duration.ts'

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
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** A time such as `90m`, `6h` or `7d`, as milliseconds. */
export function duration(rule: string, { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number }) {
  return z
    .string()
    .trim()
    .transform((text, context) => {
      const [, amount, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
      const ms = Number(amount) * (UNITS_MS[unit] ?? Number.NaN)
      if (ms >= minMs && ms <= maxMs) return ms
      context.addIssue(`must be a whole number of minutes, hours or days such as 90m, 6h or 7d, ${rule}`)
      return z.NEVER
    })
}

/** Milliseconds as `duration` reads them, in the largest unit that is exact. */
export function durationText(ms: number): string {
  const [unit, unitMs] = Object.entries(UNITS_MS).findLast(([, size]) => ms % size === 0) ?? ['m', MINUTE_MS]
  return `${ms / unitMs}${unit}`
}

export const count = number('a whole number of 1 or more', (value) => Number.isSafeInteger(value) && value >= 1)

/** Host names, separated by commas, in lower case. */
export const hostNames = text.transform((list, context) => {
  const hosts = list
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
  if (hosts.every((host) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host))) return hosts
  context.addIssue('must be host names without ports, separated by commas')
  return z.NEVER
})
