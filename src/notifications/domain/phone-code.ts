/** A code that is sent to a phone number to show that it is the account's own. */

export const CODE_DIGITS = 6
export const CODE_LIFE_MS = 10 * 60_000
export const MAX_CODE_TRIES = 5
export const MAX_CODES_PER_HOUR = 3
