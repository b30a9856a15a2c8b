/**
 * A live source in a process that does not ask its vendor: questions go to the process that does, over the store, and
 * tapes are read as they are stored. See the README beside this file.
 */
import type { SourceCapabilities } from '../../domain/source.ts'
import type { MarketSource } from '../../ports/market-source.ts'
import { KnownSymbols } from '../known-symbols.ts'
import type { LiveSource, SourceHealth } from '../source-health.ts'
import { momentAt, type StoredPast } from '../stored-past.ts'
import { withWarning } from '../with-warning.ts'
import type { SharedAnswers } from './shared-answers.ts'
import type { SharedTapes } from './shared-tapes.ts'
import { sharedView } from './shared-view.ts'

export interface SharedMarketParts {
  readonly name: MarketSource['name']
  /** Those of the settings, which all processes have. */
  readonly capabilities: SourceCapabilities
  readonly symbols: readonly string[]
  readonly past: Pick<StoredPast, 'viewAt'>
  readonly answers: SharedAnswers
  readonly tapes: SharedTapes
  readonly nowMs: () => number
  readonly health: () => SourceHealth
}

export interface SharedMarket extends MarketSource, LiveSource {}

const WARNED = 1_000

export function sharedMarket(parts: SharedMarketParts): SharedMarket {
  const { name, capabilities, answers, past, nowMs } = parts
  const shared = { ...parts, known: new KnownSymbols(parts.symbols), warned: withWarning(WARNED) }
  return {
    name,
    capabilities,
    listings: async () =>
      (await answers.get<Awaited<ReturnType<MarketSource['listings']>>>({ method: 'listings' })).value,
    async viewAt(date) {
      if (date === undefined) return sharedView(shared, undefined)
      // Refuses a date without a session before the store is read.
      momentAt(nowMs(), date)
      return sharedView(shared, { date, stored: await past.viewAt(date) })
    },
    sourceHealth: parts.health,
    // Only the process that asks the vendor looks after the source.
    tend: async () => false,
  }
}
