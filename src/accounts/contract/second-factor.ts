import { z } from 'zod'

/** Six digits of an app, or a recovery code, as people type them. */
export const FactorCode = z
  .string()
  .min(1, 'must not be empty')
  .max(40, 'must be at most 40 characters')
  .describe('The six digits that the authenticator app shows, or a recovery code.')

export const RecoveryCodes = z
  .array(z.string())
  .describe('Ten recovery codes. They are shown once; each replaces the other factor for one sign-in.')
