import { z } from 'zod'

/**
 * An e-mail address as it is kept: trimmed and lower-case, ASCII, at most 254 characters. The pattern is that of HTML
 * forms; it holds no colon, so `email:token` can be split at the first one. ASCII is checked before lower-casing.
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(254, 'must be at most 254 characters')
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
    'must be an e-mail address, for example ada@example.com',
  )
  .toLowerCase()
  .describe('E-mail address of the account. Case does not matter.')

/** The form in which an address from a request is looked up; what is no address is simply not found. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}
