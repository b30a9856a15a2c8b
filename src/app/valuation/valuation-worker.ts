/**
 * Values and reprices chains, and makes sessions of the simulated market, outside the thread that answers requests. Entry
 * point of a worker thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { chainOutline } from '../../analytics/domain/chain/chain-outline.ts'
import { contractOfChain } from '../../analytics/domain/chain/contract-session.ts'
import { chainChange } from '../../analytics/domain/exposures/chain-change.ts'
import { gammaFigures } from '../../analytics/domain/exposures/gamma-exposure.ts'
import { scenarioFigures } from '../../analytics/domain/exposures/scenario.ts'
import { findStrategies } from '../../analytics/domain/strategies/search/find-strategies.ts'
import { strategyFigures } from '../../analytics/domain/strategies/strategy-figures.ts'
import { sliceFit, surfaceCurve } from '../../analytics/domain/surface/volatility-surface.ts'
import { chainCarry } from '../../analytics/domain/valuation/chain-carry.ts'
import { type ValuedChain, valuedChain } from '../../analytics/domain/valuation/chain-valuation.ts'
import { restoreValuation, valuationParts, withSymbols } from '../../analytics/domain/valuation/valuation-parts.ts'
import { later } from '../../lib/node/later.ts'
import { packedTape } from '../../market/domain/options/packed-tape.ts'
import type { SessionParts } from '../../market/sources/simulated/session-parts.ts'
import { boundExerciseTables } from './exercise-tables.ts'
import type { MakingTask, ValuationAnswer, ValuationSettings, ValuationTask } from './valuation-messages.ts'

/** The largest chains take some megabytes each. */
const MAX_CACHED = 24
/** Most valuations are used once more within a second, or never. */
const CACHED_MS = 5_000
/** Of boards: a session is made within seconds. */
const BOARDS_REST_MS = 30_000
/** Longer than a minute: while somebody watches, each minute needs the tables of the one before. */
const TABLES_REST_MS = 75_000

const port = parentPort
if (!port) throw new Error('This file is the entry of a worker thread.')

const { tableBytes }: ValuationSettings = workerData
boundExerciseTables(tableBytes, TABLES_REST_MS)

/** What is forgotten the main thread sends again when it is needed. */
const cache = new LRUCache<number, ValuedChain>({
  max: MAX_CACHED,
  ttl: CACHED_MS,
  ttlAutopurge: true,
  updateAgeOnGet: true,
})

const REST = { afterMs: BOARDS_REST_MS, later }

/** Of the last simulated market: a process has one, unless several services run in it. */
let sessions: { readonly terms: string; readonly made: SessionParts } | undefined

port.on('message', async (task: ValuationTask) => {
  port.postMessage(await answered(task))
})

async function answered(task: ValuationTask): Promise<ValuationAnswer> {
  const { id } = task
  try {
    if (task.kind === 'value') return { id, kind: 'valued', parts: valuationParts(valueAndCache(task)) }
    if (task.kind === 'keep') {
      cache.set(task.chainNumber, restoreValuation(task.chain, task.parts))
      return { id, kind: 'kept' }
    }
    if (task.kind === 'contract')
      return { id, kind: 'of_contract', session: contractOfChain(task.chain, task.row, task.held) }
    if (task.kind === 'outline') return { id, kind: 'outlined', outline: chainOutline(task.chain) }
    if (task.kind === 'carry') return { id, kind: 'carried', carry: chainCarry(task.chain) }
    if (task.kind === 'make_tape' || task.kind === 'make_chain') return await sessionPart(task)
    const valued = cache.get(task.chainNumber)
    if (!valued) return { id, kind: 'not_cached' }
    return ofValued(valued, task)
  } catch (error) {
    return { id, kind: 'failed', error }
  }
}

type TaskOfValued = Extract<
  ValuationTask,
  { kind: 'strategy' | 'scenario' | 'search' | 'fit_slice' | 'fit_curve' | 'change' | 'reprice' }
>

function ofValued(valued: ValuedChain, task: TaskOfValued): ValuationAnswer {
  const { id } = task
  switch (task.kind) {
    case 'strategy':
      return { id, kind: 'analysed', figures: strategyFigures(valued, task.query) }
    case 'scenario':
      return { id, kind: 'moved', figures: scenarioFigures(valued, task.query) }
    case 'search':
      return { id, kind: 'found', figures: findStrategies(valued, task.query) }
    case 'fit_slice':
      return { id, kind: 'slice', figures: sliceFit(valued, task.index) }
    case 'fit_curve':
      return { id, kind: 'curve', figures: surfaceCurve(valued) }
    case 'change':
      return compared(valued, task)
    case 'reprice':
      return { id, kind: 'repriced', figures: gammaFigures(valued, task.filter) }
  }
}

function compared(
  valued: ValuedChain,
  { id, earlier, later }: Extract<ValuationTask, { kind: 'change' }>,
): ValuationAnswer {
  const before = cache.get(earlier.chainNumber)
  if (!before) return { id, kind: 'not_cached' }
  const [from, to] = [withSymbols(before, earlier.symbols), withSymbols(valued, later.symbols)]
  const figures = chainChange({ valued: from, gamma: earlier.gamma }, { valued: to, gamma: later.gamma })
  return { id, kind: 'compared', figures }
}

/** The code of the simulated market is loaded where it is needed. */
async function sessionPart(task: MakingTask): Promise<ValuationAnswer> {
  const { id, world } = task
  const simulated = await import('../../market/sources/simulated/session-parts.ts')
  const terms = JSON.stringify(world)
  if (sessions?.terms !== terms) sessions = { terms, made: new simulated.SessionParts(world, REST) }
  const { made } = sessions
  return task.kind === 'make_tape'
    ? { id, kind: 'taped', tape: packedTape(await made.tape(task.session)) }
    : { id, kind: 'made', chain: await made.chain(task.symbol, task.moment) }
}

function valueAndCache({ chainNumber, chain, held }: Extract<ValuationTask, { kind: 'value' }>): ValuedChain {
  const valued = valuedChain(chain, held)
  cache.set(chainNumber, valued)
  return valued
}
