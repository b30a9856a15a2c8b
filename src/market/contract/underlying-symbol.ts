import { z } from 'zod'
import { underlyingOfIndexRoot } from '../domain/calendar/option-expirations.ts'
import { plainSpelling } from '../domain/stocks/symbol-search.ts'

const FORM = /^[A-Za-z][A-Za-z0-9.]{0,9}$/
const FORM_ERROR = 'must be one letter, then up to 9 letters, digits or dots, for example SPY'

/** A symbol as it is stored, in either case: no other spelling is read as one. */
export const StoredSymbol = z.string().trim().regex(FORM, FORM_ERROR).toUpperCase()

/**
 * Ticker of an underlying. Both cases are accepted and upper-cased after the ASCII check, so that letters which only
 * upper-case into ASCII (ſ, ı) are refused. Other spellings that are certain ($TSLA, ^SPX, BRK-B, SPXW) are read as theirs.
 */
export const UnderlyingSymbol = z
  .string()
  .overwrite(plainSpelling)
  .regex(FORM, FORM_ERROR)
  .toUpperCase()
  .overwrite(underlyingOfIndexRoot)
  .describe('Ticker of the underlying, for example SPY or BRK.B. Case does not matter.')
  .meta({ id: 'UnderlyingSymbol' })

export type UnderlyingSymbol = z.infer<typeof UnderlyingSymbol>
