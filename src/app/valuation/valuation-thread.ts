/** Values and reprices chains beside the thread that answers requests. Entry of a worker thread. */
import { parentPort } from 'node:worker_threads'
import { type ValuedChain, valuedChain } from '../../domain/analytics/chain-valuation.ts'
import { gammaFigures } from '../../domain/analytics/gamma-exposure.ts'
import { valuationParts } from '../../domain/analytics/valuation-parts.ts'
import type { ValuationAnswer, ValuationTask } from './valuation-messages.ts'

/** Some megabytes each for the largest chains. */
const MOST_KEPT = 24

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')

const kept = new Map<number, ValuedChain>()

port.on('message', (task: ValuationTask) => {
  port.postMessage(answered(task))
})

function answered(task: ValuationTask): ValuationAnswer {
  const { id, chainNumber } = task
  try {
    if (task.kind === 'value') return { id, kind: 'valued', parts: valuationParts(keep(chainNumber, task.chain)) }
    const valued = kept.get(chainNumber)
    return valued ? { id, kind: 'repriced', figures: gammaFigures(valued, task.filter) } : { id, kind: 'forgotten' }
  } catch (error) {
    return { id, kind: 'failed', error }
  }
}

function keep(chainNumber: number, chain: ValuedChain['chain']): ValuedChain {
  const valued = valuedChain(chain)
  kept.set(chainNumber, valued)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return valued
}
