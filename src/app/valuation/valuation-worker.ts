/** Values and reprices chains outside the thread that answers requests. Entry point of a worker thread. */
import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { chainOutline } from '../../analytics/domain/chain/chain-outline.ts'
import { gammaFigures } from '../../analytics/domain/exposures/gamma-exposure.ts'
import { chainCarry } from '../../analytics/domain/valuation/chain-carry.ts'
import { type ValuedChain, valuedChain } from '../../analytics/domain/valuation/chain-valuation.ts'
import { valuationParts } from '../../analytics/domain/valuation/valuation-parts.ts'
import type { ValuationAnswer, ValuationTask } from './valuation-messages.ts'

/** The largest chains take some megabytes each. */
const MAX_CACHED = 24

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')

const cache = new LRUCache<number, ValuedChain>({ max: MAX_CACHED })

port.on('message', (task: ValuationTask) => {
  port.postMessage(answered(task))
})

function answered(task: ValuationTask): ValuationAnswer {
  const { id } = task
  try {
    if (task.kind === 'value') return { id, kind: 'valued', parts: valuationParts(valueAndCache(task)) }
    if (task.kind === 'outline') return { id, kind: 'outlined', outline: chainOutline(task.chain) }
    if (task.kind === 'carry') return { id, kind: 'carried', carry: chainCarry(task.chain) }
    const valued = cache.get(task.chainNumber)
    return valued ? { id, kind: 'repriced', figures: gammaFigures(valued, task.filter) } : { id, kind: 'not_cached' }
  } catch (error) {
    return { id, kind: 'failed', error }
  }
}

function valueAndCache({ chainNumber, chain, held }: Extract<ValuationTask, { kind: 'value' }>): ValuedChain {
  const valued = valuedChain(chain, held)
  cache.set(chainNumber, valued)
  return valued
}
