import { LRUCache } from 'lru-cache'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { ChainAnalysis, type ChainComputation } from '../domain/chain-analysis.ts'

/** Two sessions of a universe of 54 symbols, about 300 bytes for each contract with its chain. */
const MAX_CONTRACTS = 320_000

/** The analysis of a chain: the same object for the same chain object, which identifies one version of the data. */
export type AnalysisOf = (chain: OptionChain) => ChainAnalysis

/** LRU cache of analyses, by the total of their contracts. One for each process. */
export function chainAnalyses(
  computationOf: (chain: OptionChain) => ChainComputation,
  maxContracts = MAX_CONTRACTS,
): AnalysisOf {
  const analyses = new LRUCache<OptionChain, ChainAnalysis>({
    maxSize: maxContracts,
    sizeCalculation: ({ chain }) => Math.max(1, chain.contracts.count),
  })
  return (chain) => {
    const cached = analyses.get(chain)
    if (cached) return cached
    const analysis = new ChainAnalysis(chain, computationOf(chain))
    analyses.set(chain, analysis)
    return analysis
  }
}
