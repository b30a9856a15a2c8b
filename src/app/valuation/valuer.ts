/**
 * Values chains in a thread of its own, so that a request for a large chain does not hold up the others. The thread is
 * started by the first large chain. When it dies, what it had in hand is valued here, and the next chain starts another.
 */
import { Worker } from 'node:worker_threads'
import { knownValuation, type ValuedChain, valuedChain } from '../../domain/analytics/chain-valuation.ts'
import { restoreValuation, unnamed } from '../../domain/analytics/valuation-parts.ts'
import { AppError } from '../../domain/errors.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { ValuationAnswer, ValuationTask } from './valuation-messages.ts'

/** Fewer contracts are valued sooner than they are sent. */
const LEAST_CONTRACTS = 100

export interface Valuer extends AsyncDisposable {
  /** The same object as `valuedChain` answers from then on. */
  value(chain: OptionChain): Promise<ValuedChain>
}

interface Waiting {
  readonly chain: OptionChain
  readonly done: (valued: ValuedChain) => void
  readonly failed: (error: unknown) => void
}

export function valuer(onError: (error: unknown) => void): Valuer {
  const underWay = new WeakMap<OptionChain, Promise<ValuedChain>>()
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const worker = new Worker(new URL('./valuation-thread.ts', import.meta.url))
    worker.on('message', take)
    worker.on('error', onError)
    worker.on('exit', () => abandon(worker))
    return worker
  }

  function take(answer: ValuationAnswer): void {
    const asked = waiting.get(answer.id)
    if (!asked) return
    waiting.delete(answer.id)
    if (waiting.size === 0) thread?.unref()
    if ('error' in answer) asked.failed(answer.error)
    else asked.done(restoreValuation(asked.chain, answer.parts))
  }

  function abandon(worker: Worker): void {
    if (thread === worker) thread = undefined
    const left = [...waiting.values()]
    waiting.clear()
    for (const { chain, done, failed } of left) {
      if (isClosed) failed(new AppError('unavailable', 'The service is closing. Ask again in a few seconds.'))
      else attempt(() => done(valuedChain(chain)), failed)
    }
  }

  function send(chain: OptionChain): Promise<ValuedChain> {
    thread ??= start()
    thread.ref()
    const id = ++lastId
    const task: ValuationTask = { id, chain: unnamed(chain) }
    thread.postMessage(task)
    return new Promise((done, failed) => void waiting.set(id, { chain, done, failed }))
  }

  return {
    async value(chain) {
      const known = knownValuation(chain)
      if (known) return known
      if (chain.contracts.count < LEAST_CONTRACTS) return valuedChain(chain)
      const begun = underWay.get(chain) ?? send(chain)
      underWay.set(chain, begun)
      return begun
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await thread?.terminate()
    },
  }
}

function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    failed(error)
  }
}
