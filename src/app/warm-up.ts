import { marketOverviewOperation } from '../operations/analytics/market-overview.ts'
import { invoke } from '../operations/invoke.ts'
import { loadSdk } from '../surfaces/mcp/sdk.ts'
import { contextOf, OPERATOR, type Parts } from './parts.ts'

/** After the first requests, which are for something small. */
const AFTER_MS = 3_000

/**
 * Loads what answers MCP and values the present once the service stands idle, so that the first message and the first
 * question about the whole market are answered at once. A market that has nothing to show yet is no failure.
 */
export function warmUp(parts: Parts): Disposable {
  const timer = setTimeout(() => {
    parts.background.run(async () => {
      await loadSdk()
      await invoke(marketOverviewOperation, {}, contextOf(parts, { caller: OPERATOR })).catch((error: unknown) =>
        parts.log.info({ err: error }, 'the market could not be valued ahead'),
      )
    })
  }, AFTER_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
