import { z } from 'zod'

export const PhoneCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'must be the 6 digits of the SMS')
  .describe('The 6 digits of the SMS.')
