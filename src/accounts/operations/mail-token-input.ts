import { z } from 'zod'
import { type AppError, invalid } from '../../lib/errors.ts'

export const MailToken = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters')
  .describe('The token after # in the link of the mail.')

/** One error for unknown, used and expired tokens. */
export function tokenRefused(): AppError {
  return invalid(
    [{ path: 'token', message: 'is unknown, already used, or expired' }],
    'This link is no longer valid. Request a new mail.',
  )
}
