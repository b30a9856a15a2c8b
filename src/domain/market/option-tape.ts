import type { OptionPrints } from './option-prints.ts'

/**
 * The option trades of a session as a source tells them: the prints, with what had been traded by then. A source may
 * leave small trades out of the tape; they are counted in `volume` all the same.
 */
export interface TapePrints extends OptionPrints {
  /** Contracts of this print's contract traded in the session up to and including the print; NaN when unknown. */
  readonly volume: Float64Array
}
