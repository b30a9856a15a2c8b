/** A code that is sent to a phone number to show that it is the account's own. */
import { z } from 'zod'

export const CODE_DIGITS = 6
export const CODE_LIFE_MS = 10 * 60_000
export const MOST_CODE_TRIES = 5
export const MOST_CODES_PER_HOUR = 3

export const PhoneCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'must be the 6 digits of the SMS')
  .describe('The 6 digits of the SMS.')
