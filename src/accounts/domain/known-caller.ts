import { DAY_MS } from '../../lib/time/duration.ts'

/** An address is known this long after the last sign-in from it. */
export const KNOWN_ADDRESS_MS = 90 * DAY_MS

/** A browser is known this long after a sign-in or a mailed link. */
export const KNOWN_DEVICE_MS = 365 * DAY_MS

/** The value of a device cookie, `<end>.<random>.<digest>`: until when a browser is known to an account. */
export interface DeviceMark {
  /** When it ends, in milliseconds UTC, base 36. */
  readonly end: string
  readonly random: string
  readonly digest: string
}

/** Null if the text is not the value of a device cookie. */
export function parseDeviceMark(text: string): DeviceMark | null {
  const [, end, random, digest] = /^([0-9a-z]{8,9})\.([\w-]{43})\.([\w-]{43})$/.exec(text) ?? []
  return end && random && digest ? { end, random, digest } : null
}
