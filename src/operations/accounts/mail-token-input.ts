import { z } from 'zod'
import { type AppError, invalid } from '../../domain/errors.ts'

export const MailToken = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters')
  .describe('The token behind # in the link of the mail.')

/** One answer for unknown, used and expired tokens. */
export function tokenRefused(): AppError {
  return invalid(
    [{ path: 'token', message: 'is unknown, was used before, or has expired' }],
    'This link cannot be used any more. Ask for a new mail.',
  )
}
