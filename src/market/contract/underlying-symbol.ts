import { z } from 'zod'

/**
 * Ticker of an underlying. Both cases are accepted and upper-cased after the ASCII check, so that letters which only
 * upper-case into ASCII (ſ, ı) are refused.
 */
export const UnderlyingSymbol = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9.]{0,9}$/, 'must be one letter, then up to 9 letters, digits or dots, for example SPY')
  .toUpperCase()
  .describe('Ticker of the underlying, for example SPY or BRK.B. Case does not matter.')
  .meta({ id: 'UnderlyingSymbol' })

export type UnderlyingSymbol = z.infer<typeof UnderlyingSymbol>
