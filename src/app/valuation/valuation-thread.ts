/** Values chains beside the thread that answers requests. Entry of a worker thread. */
import { parentPort } from 'node:worker_threads'
import { valuedChain } from '../../domain/analytics/chain-valuation.ts'
import { ownedBuffers, valuationParts } from '../../domain/analytics/valuation-parts.ts'
import type { ValuationAnswer, ValuationTask } from './valuation-messages.ts'

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')

port.on('message', ({ id, chain }: ValuationTask) => {
  try {
    const parts = valuationParts(valuedChain(chain))
    const answer: ValuationAnswer = { id, parts }
    port.postMessage(answer, ownedBuffers(parts))
  } catch (error) {
    const answer: ValuationAnswer = { id, error }
    port.postMessage(answer)
  }
})
