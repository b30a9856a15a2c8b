import { LRUCache } from 'lru-cache'
import { sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { SourceCapabilities } from '../../market/domain/source.ts'
import { ChainAnalysis, type ChainComputation, type VolatilityKeeper } from '../domain/chain-analysis.ts'
import type { SessionVolatilities } from '../domain/smile/held-volatilities.ts'
import { sessionVolatilities } from '../domain/valuation/session-volatilities.ts'
import type { HeldVolatilities } from '../ports/held-volatilities.ts'

/** Two sessions of a universe of 54 symbols, about 200 bytes for each contract with its chain. */
const MAX_CONTRACTS = 320_000

/** Symbols and sessions whose last volatilities are remembered, some kilobytes each. */
const MAX_SESSIONS = 256

/** The analysis of a chain: the same object for the same chain object, which identifies one version of the data. */
export interface AnalysisOf {
  (chain: OptionChain): ChainAnalysis
  /** Of a chain that is not expected to be requested again; another request makes a new analysis. */
  readonly forget?: (chain: OptionChain) => void
}

export interface ChainAnalyses extends AnalysisOf {
  readonly forget: (chain: OptionChain) => void
}

/**
 * Forgets the analysis of a chain that a question about the whole market has read, where the market is computed and has
 * another chain a second later: those of all symbols would stay until as many others have come, some thirty megabytes.
 */
export function forgetPassing(
  { forget }: Pick<AnalysisOf, 'forget'>,
  { readsStore }: Pick<SourceCapabilities, 'readsStore'>,
  chain: OptionChain,
): void {
  const isAtClose = chain.asOfMs === sessionOn(chain.sessionDate)?.closeMs
  if (!readsStore && !isAtClose) forget?.(chain)
}

const IN_MEMORY: HeldVolatilities = { known: [], keep: () => undefined }

/** LRU cache of analyses, by the total of their contracts. One for each process. */
export function chainAnalyses(
  computationOf: (chain: OptionChain) => ChainComputation,
  maxContracts = MAX_CONTRACTS,
  held: HeldVolatilities = IN_MEMORY,
): ChainAnalyses {
  const analyses = new LRUCache<OptionChain, ChainAnalysis>({
    maxSize: maxContracts,
    sizeCalculation: ({ chain }) => Math.max(1, chain.contracts.count),
  })
  const keeper = volatilityKeeper(held)
  const analysisOf = (chain: OptionChain) => {
    const cached = analyses.get(chain)
    if (cached) return cached
    const analysis = new ChainAnalysis(chain, computationOf(chain), keeper)
    analyses.set(chain, analysis)
    return analysis
  }
  return Object.assign(analysisOf, { forget: (chain: OptionChain) => void analyses.delete(chain) })
}

/** The last volatilities of the sessions used last. A chain gets only those of chains before it. */
function volatilityKeeper({ known, keep }: HeldVolatilities): VolatilityKeeper {
  const sessions = new LRUCache<string, SessionVolatilities>({ max: MAX_SESSIONS })
  const keyOf = ({ symbol, sessionDate }: Pick<OptionChain, 'symbol' | 'sessionDate'>) => `${symbol} ${sessionDate}`
  for (const [symbol, held] of known) sessions.set(keyOf({ symbol, sessionDate: held.sessionDate }), held)
  const before = (chain: OptionChain) => {
    const held = sessions.get(keyOf(chain))
    return held && held.asOfMs < chain.asOfMs ? held : null
  }
  return {
    before,
    take(valued) {
      const held = sessions.get(keyOf(valued.chain)) ?? null
      if (held && held.asOfMs >= valued.chain.asOfMs) return
      const next = sessionVolatilities(valued, held)
      if (!next) return
      sessions.set(keyOf(valued.chain), next)
      keep(valued.chain.symbol, next)
    },
  }
}
