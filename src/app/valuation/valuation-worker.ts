/**
 * Values and reprices chains, and makes sessions of the simulated market, outside the thread that answers requests. Entry point of a worker
 * thread.
 */
import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { chainOutline } from '../../analytics/domain/chain/chain-outline.ts'
import { gammaFigures } from '../../analytics/domain/exposures/gamma-exposure.ts'
import { chainCarry } from '../../analytics/domain/valuation/chain-carry.ts'
import { type ValuedChain, valuedChain } from '../../analytics/domain/valuation/chain-valuation.ts'
import { valuationParts } from '../../analytics/domain/valuation/valuation-parts.ts'
import { packedTape } from '../../market/domain/options/packed-tape.ts'
import type { FinishedSessions } from '../../market/sources/simulated/finished-sessions.ts'
import type { MakingTask, ValuationAnswer, ValuationTask } from './valuation-messages.ts'

/** The largest chains take some megabytes each. */
const MAX_CACHED = 24

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')

const cache = new LRUCache<number, ValuedChain>({ max: MAX_CACHED })

let sessions: FinishedSessions | undefined

port.on('message', async (task: ValuationTask) => {
  port.postMessage(await answered(task))
})

async function answered(task: ValuationTask): Promise<ValuationAnswer> {
  const { id } = task
  try {
    if (task.kind === 'value') return { id, kind: 'valued', parts: valuationParts(valueAndCache(task)) }
    if (task.kind === 'outline') return { id, kind: 'outlined', outline: chainOutline(task.chain) }
    if (task.kind === 'carry') return { id, kind: 'carried', carry: chainCarry(task.chain) }
    if (task.kind === 'make') return await made(task)
    const valued = cache.get(task.chainNumber)
    return valued ? { id, kind: 'repriced', figures: gammaFigures(valued, task.filter) } : { id, kind: 'not_cached' }
  } catch (error) {
    return { id, kind: 'failed', error }
  }
}

/** The code of the simulated market is loaded where it is needed. Each process has one such market. */
async function made({ id, part, world, session }: MakingTask): Promise<ValuationAnswer> {
  const simulated = await import('../../market/sources/simulated/finished-sessions.ts')
  sessions ??= new simulated.FinishedSessions(world)
  return part === 'tape'
    ? { id, kind: 'taped', tape: packedTape(await sessions.tape(session)) }
    : { id, kind: 'closed', chain: await sessions.closingChain(session) }
}

function valueAndCache({ chainNumber, chain, held }: Extract<ValuationTask, { kind: 'value' }>): ValuedChain {
  const valued = valuedChain(chain, held)
  cache.set(chainNumber, valued)
  return valued
}
