import { marketOverviewOperation } from '../analytics/operations/market-overview.ts'
import { invoke } from '../catalogue/invoke.ts'
import { optionsFlowOperation } from '../flow/operations/options-flow.ts'
import { nextTurn } from '../lib/node/next-turn.ts'
import { loadSdk } from '../surfaces/mcp/sdk.ts'
import type { IdeaFeed } from './idea-feed.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

/** After the first requests, which are usually small. */
const AFTER_MS = 3_000

/**
 * Loads the MCP SDK, values the current market and reads its option trades once the service is idle, so that the first
 * MCP message, market overview and question about flow are fast; then starts the search for ideas. A market without data
 * is not a failure.
 */
export function warmUp(parts: Parts, ideas: IdeaFeed): Disposable {
  let isOver = false
  // Not awaited at a stop: the valuation thread ends then, and with it this work.
  const timer = setTimeout(() => {
    prepare(parts).then(
      () => isOver || ideas.start(),
      (error: unknown) => parts.log.info({ err: error }, 'warming up failed'),
    )
  }, AFTER_MS)
  timer.unref()
  return {
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
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
  await invoke(marketOverviewOperation, {}, context).catch(failed('valuing the market'))
  await invoke(optionsFlowOperation, { limit: 1 }, context).catch(failed('reading the option trades'))
}
