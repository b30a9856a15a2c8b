/** Makes parts of a session of the simulated market, for example in another thread. */
import type { OptionChain } from '../../domain/options/chain.ts'
import type { TapePrints } from '../../domain/options/option-tape.ts'
import type { Moment } from './world.ts'

/** The same world as that of the source: its seed, and how fast its prices move. */
export interface WorldTerms {
  readonly seed: number
  readonly speed: number
}

export interface SessionOfSymbol {
  readonly symbol: string
  /** Of the session, as in `Sessions`. */
  readonly index: number
}

/** Undefined where it has to be made here, for example because the other thread is busy. */
export interface SessionMaker {
  tape(session: SessionOfSymbol): Promise<TapePrints> | undefined
  chain(symbol: string, moment: Moment): Promise<OptionChain> | undefined
}
