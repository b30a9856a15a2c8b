/**
 * Values and reprices chains, and makes sessions of the simulated market, in a separate thread, so that a large chain does
 * not delay other requests. A valuation that the thread has forgotten is sent to it again. If it cannot answer, because it
 * died, the result is computed here.
 */
import { LRUCache } from 'lru-cache'
import { type ChainComputation, localComputation } from '../../analytics/domain/chain-analysis.ts'
import type { RepricedChain } from '../../analytics/domain/exposures/chain-change.ts'
import type { ValuedChain } from '../../analytics/domain/valuation/chain-valuation.ts'
import { restoreValuation, valuationParts, withoutSymbols } from '../../analytics/domain/valuation/valuation-parts.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { unpackedTape } from '../../market/domain/options/packed-tape.ts'
import { SharedSymbols } from '../../market/domain/options/shared-symbols.ts'
import type { SessionMaker, SessionOfSymbol, WorldTerms } from '../../market/sources/simulated/session-maker.ts'
import { SessionParts } from '../../market/sources/simulated/session-parts.ts'
import type { ValuationAnswer } from './valuation-messages.ts'
import { type NewTask, type ValuationThreadParts, valuationThread } from './valuation-thread.ts'

/** Smaller chains are valued faster than they are sent. */
const MIN_CONTRACTS = 100
/** Tasks of the thread from which on sessions are made here. */
const BUSY = 3
/** Sessions of a symbol each, of which it is known where their parts are made. */
const MAX_SESSIONS = 512

export interface Valuer extends AsyncDisposable {
  computationOf(chain: OptionChain): ChainComputation
  /** Makes sessions of the simulated market while the thread has little to do, so that both threads work. */
  makerOf(world: WorldTerms): SessionMaker
}

/** A valuation by the number that its chain has in the thread. */
interface NumberedValuation {
  readonly chainNumber: number
  readonly valued: ValuedChain
}

export function valuer(parts: Pick<ValuationThreadParts, 'onError' | 'tableBytes'>): Valuer {
  const thread = valuationThread(parts)
  let lastNumber = 0

  async function ofValued(
    task: NewTask,
    ...chains: readonly NumberedValuation[]
  ): Promise<ValuationAnswer | undefined> {
    const answer = await thread.run(task)
    if (answer?.kind !== 'not_cached') return answer
    for (const { chainNumber, valued } of chains) {
      const { chain } = valued
      await thread.run({ kind: 'keep', chainNumber, chain: withoutSymbols(chain), parts: valuationParts(valued) })
    }
    return await thread.run(task)
  }

  function inThread(chain: OptionChain): ChainComputation {
    const here = localComputation(chain)
    /** Identifies the chain in the thread. */
    const chainNumber = ++lastNumber
    return {
      chainNumber,
      async value(held) {
        const answer = await thread.run({ kind: 'value', chainNumber, chain: withoutSymbols(chain), held })
        return answer?.kind === 'valued' ? restoreValuation(chain, answer.parts) : here.value(held)
      },
      async reprice(valued, filter) {
        const answer = await ofValued({ kind: 'reprice', chainNumber, filter }, { chainNumber, valued })
        return answer?.kind === 'repriced' ? answer.figures : here.reprice(valued, filter)
      },
      async strategy(valued, query) {
        const answer = await ofValued({ kind: 'strategy', chainNumber, query }, { chainNumber, valued })
        return answer?.kind === 'analysed' ? answer.figures : here.strategy(valued, query)
      },
      async scenario(valued, query) {
        const answer = await ofValued({ kind: 'scenario', chainNumber, query }, { chainNumber, valued })
        return answer?.kind === 'moved' ? answer.figures : here.scenario(valued, query)
      },
      async search(valued, query) {
        const answer = await ofValued({ kind: 'search', chainNumber, query }, { chainNumber, valued })
        return answer?.kind === 'found' ? answer.figures : here.search(valued, query)
      },
      async fitSlice(valued, index) {
        const answer = await ofValued({ kind: 'fit_slice', chainNumber, index }, { chainNumber, valued })
        return answer?.kind === 'slice' ? answer.figures : here.fitSlice(valued, index)
      },
      async fitCurve(valued) {
        const answer = await ofValued({ kind: 'fit_curve', chainNumber }, { chainNumber, valued })
        return answer?.kind === 'curve' ? answer.figures : here.fitCurve(valued)
      },
      async change(own, before, other) {
        const earlierNumber = other.chainNumber
        if (earlierNumber === undefined) return await here.change(own, before, other)
        const earlier = { ...compared(before), chainNumber: earlierNumber }
        const both = [
          { chainNumber, valued: own.valued },
          { chainNumber: earlierNumber, valued: before.valued },
        ]
        const answer = await ofValued({ kind: 'change', chainNumber, later: compared(own), earlier }, ...both)
        return answer?.kind === 'compared' ? answer.figures : await here.change(own, before, other)
      },
      async contract(row, held) {
        const answer = await thread.run({ kind: 'contract', chain: withoutSymbols(chain), row, held })
        return answer?.kind === 'of_contract' ? answer.session : here.contract(row, held)
      },
      async outline() {
        const answer = await thread.run({ kind: 'outline', chain: withoutSymbols(chain) })
        return answer?.kind === 'outlined' ? answer.outline : here.outline()
      },
      async carry() {
        const answer = await thread.run({ kind: 'carry', chain: withoutSymbols(chain) })
        return answer?.kind === 'carried' ? answer.carry : here.carry()
      },
    }
  }

  return {
    computationOf: (chain) => (chain.contracts.count < MIN_CONTRACTS ? localComputation(chain) : inThread(chain)),
    makerOf: (world) => makerIn(thread, world),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

function makerIn(thread: ReturnType<typeof valuationThread>, world: WorldTerms): SessionMaker {
  const here = () => new SessionParts(world)
  /** Both threads would need a board for the parts of one session, so all are made by one of them. */
  const inThread = new LRUCache<string, boolean>({ max: MAX_SESSIONS })
  const symbols = new SharedSymbols()
  const ifInThread = <T>({ symbol, index }: SessionOfSymbol, make: () => Promise<T>) => {
    const key = `${symbol} ${index}`
    const isInThread = inThread.get(key) ?? thread.pending < BUSY
    inThread.set(key, isInThread)
    return isInThread ? make() : undefined
  }
  return {
    tape: (session) =>
      ifInThread(session, async () => {
        const answer = await thread.run({ kind: 'make_tape', world, session })
        return answer?.kind === 'taped' ? unpackedTape(answer.tape) : here().tape(session)
      }),
    chain: (symbol, moment) =>
      ifInThread({ symbol, index: moment.index }, async () => {
        const answer = await thread.run({ kind: 'make_chain', world, symbol, moment })
        return answer?.kind === 'made' ? symbols.shared(answer.chain) : here().chain(symbol, moment)
      }),
  }
}

function compared({ valued, gamma }: RepricedChain) {
  return { symbols: valued.chain.contracts.optionSymbols, gamma }
}
