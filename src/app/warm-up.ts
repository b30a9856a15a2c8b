import { marketOverviewOperation } from '../analytics/operations/market-overview.ts'
import { invoke } from '../catalogue/invoke.ts'
import { optionsFlowOperation } from '../flow/operations/options-flow.ts'
import { boundHeapGrowth } from '../lib/node/heap-growth.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { processCpuMs } from '../lib/node/process-cpu.ts'
import { withUrgency } from '../market/sources/urgency.ts'
import { loadSdk } from '../surfaces/mcp/sdk.ts'
import type { IdeaFeed } from './idea-feed.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'
import { whenIdle } from './when-idle.ts'

/** After the first requests, which are usually small; a large one must not share the processors with this work. */
const WAIT = { minMs: 3_000, maxMs: 30_000 }

/**
 * Loads the MCP SDK, reads the option trades of the current market and values it once the service is idle, so that the
 * first MCP message, question about flow and market overview are fast; then bounds the growth of the heap, and starts the
 * search for ideas, if there is one. A market without data is not a failure.
 */
export function warmUp(parts: Parts, ideas: IdeaFeed | undefined): Disposable {
  let isOver = false
  // Not awaited at a stop: the valuation thread ends then, and with it this work.
  const start = () => {
    // In the background: what nobody has asked for must not be taken for a symbol of interest.
    withUrgency('background', () => prepare(parts))
      .finally(boundHeapGrowth)
      .then(
        () => isOver || ideas?.start(),
        (error: unknown) => parts.log.info({ err: error }, 'warming up failed'),
      )
  }
  const waiting = whenIdle(start, { ...WAIT, cpuMs: processCpuMs })
  return {
    [Symbol.dispose]() {
      isOver = true
      waiting[Symbol.dispose]()
    },
  }
}

/** A vendor is only called for what a request needs. */
async function prepare(parts: Parts): Promise<void> {
  await loadSdk()
  await nextTurn()
  if (parts.market.capabilities.isRemote) return
  const context = contextOf(parts, { caller: OPERATOR })
  const failed = (what: string) => (error: unknown) => parts.log.info({ err: error }, `${what} in advance failed`)
  // First, because the overview then sums the rows instead of reading every tape for itself.
  await invoke(optionsFlowOperation, { limit: 1 }, context).catch(failed('reading the option trades'))
  await invoke(marketOverviewOperation, {}, context).catch(failed('valuing the market'))
}
