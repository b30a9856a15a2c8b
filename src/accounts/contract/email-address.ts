import { z } from 'zod'

/**
 * A stored e-mail address: trimmed and lower-case, ASCII, at most 254 characters. The pattern is that of HTML forms; it
 * excludes colons, so `email:token` can be split at the first one. ASCII is checked before lower-casing.
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
