import type { ReadinessCheck } from '../surfaces/rest/health.ts'
import type { Parts } from './parts.ts'

/** What must hold before requests are sent this way: the store takes writes, and the market answers. */
export function readinessChecks({ store, market }: Parts): ReadinessCheck[] {
  return [
    {
      name: 'store',
      async run() {
        await store.proveWritable()
        return { ok: true, detail: 'The store takes writes.' }
      },
    },
    {
      name: 'market',
      async run() {
        const listings = await market.listings()
        const ok = listings.length > 0
        return {
          ok,
          detail: ok
            ? `The source ${market.name} has ${listings.length} symbols.`
            : `The source ${market.name} has no symbols: import some data.`,
        }
      },
    },
  ]
}
