/**
 * Values and reprices chains in a thread of its own, so that a request for a large chain does not hold up the others. What
 * the thread does not answer, because it died or has forgotten the chain, is computed here.
 */
import { knownValuation, type ValuedChain, valuedChain } from '../../domain/analytics/chain-valuation.ts'
import { knownGammaFigures, rememberGammaFigures } from '../../domain/analytics/gamma-exposure.ts'
import type { ExpirationFilter } from '../../domain/analytics/row-selection.ts'
import { restoreValuation, unnamed } from '../../domain/analytics/valuation-parts.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import { valuationThread } from './thread-client.ts'

/** Fewer contracts are valued sooner than they are sent. */
const LEAST_CONTRACTS = 100

export interface Valuer extends AsyncDisposable {
  /** The same object as `valuedChain` answers from then on. */
  value(chain: OptionChain): Promise<ValuedChain>
  /** Afterwards `gammaFigures` of the chain and the filter is a look-up. */
  reprice(chain: OptionChain, filter: ExpirationFilter): Promise<void>
}

export function valuer(onError: (error: unknown) => void): Valuer {
  const thread = valuationThread(onError)
  const valuing = new WeakMap<OptionChain, Promise<ValuedChain>>()
  const numbers = new WeakMap<OptionChain, number>()
  let lastNumber = 0

  async function send(chain: OptionChain): Promise<ValuedChain> {
    const chainNumber = ++lastNumber
    numbers.set(chain, chainNumber)
    const answer = await thread.ask({ kind: 'value', chainNumber, chain: unnamed(chain) })
    return answer?.kind === 'valued' ? restoreValuation(chain, answer.parts) : valuedChain(chain)
  }

  async function value(chain: OptionChain): Promise<ValuedChain> {
    const known = knownValuation(chain)
    if (known) return known
    if (chain.contracts.count < LEAST_CONTRACTS) return valuedChain(chain)
    const begun = valuing.get(chain) ?? send(chain)
    valuing.set(chain, begun)
    return await begun
  }

  return {
    value,
    async reprice(chain, filter) {
      const valued = await value(chain)
      const chainNumber = numbers.get(chain)
      if (chainNumber === undefined || knownGammaFigures(valued, filter)) return
      const answer = await thread.ask({ kind: 'reprice', chainNumber, filter })
      if (answer?.kind === 'repriced') rememberGammaFigures(valued, filter, answer.figures)
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
