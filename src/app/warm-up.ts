import { marketOverviewOperation } from '../operations/analytics/market-overview.ts'
import { invoke } from '../operations/invoke.ts'
import { loadSdk } from '../surfaces/mcp/sdk.ts'
import type { IdeaFeed } from './idea-feed.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

/** After the first requests, which are for something small. */
const AFTER_MS = 3_000

/**
 * Loads what answers MCP and values the present once the service stands idle, so that the first message and the first
 * question about the whole market are answered at once; then it begins to look for ideas. A market that has nothing to
 * show yet is no failure.
 */
export function warmUp(parts: Parts, ideas: IdeaFeed): Disposable {
  let isOver = false
  // Not awaited at a stop: the thread that values chains ends then, and with it this work.
  const timer = setTimeout(() => {
    prepare(parts).then(
      () => isOver || ideas.start(),
      (error: unknown) => parts.log.info({ err: error }, 'nothing could be prepared ahead'),
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

/** A vendor is asked for what somebody wants to see, and not ahead. */
async function prepare(parts: Parts): Promise<void> {
  await loadSdk()
  const { name } = parts.market
  if (name !== 'simulated' && name !== 'replay') return
  await invoke(marketOverviewOperation, {}, contextOf(parts, { caller: OPERATOR })).catch((error: unknown) =>
    parts.log.info({ err: error }, 'the market could not be valued ahead'),
  )
}
