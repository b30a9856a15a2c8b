import { type PrintCounts, REFUSALS } from '../domain/flow/print-counts.ts'
import { printTotals } from '../operations/flow/session-flow.ts'
import type { ReadinessCheck } from '../surfaces/rest/health.ts'
import { liveIn } from './live/live-market.ts'
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
      name: 'prints',
      run: async () => ({ ok: true, detail: printsSay(printTotals()) }),
    },
    {
      name: 'market',
      async run() {
        const { length } = await market.listings()
        if (length === 0) return { ok: false, detail: `The source ${market.name} has no symbols: import some data.` }
        const detail = `The source ${market.name} has ${length} symbols.`
        const health = liveIn(market)?.sourceHealth()
        // A source that fails now and then goes on with its last good data; one that never answers has none.
        return health ? { ok: health.state !== 'down', detail: `${detail} ${health.detail}` } : { ok: true, detail }
      },
    },
  ]
}

/** Bad prints are the source's: they are counted, and no reason to send requests elsewhere. */
function printsSay(counts: PrintCounts): string {
  const refused = REFUSALS.filter((reason) => counts[reason] > 0).map((reason) => `${counts[reason]} ${reason}`)
  const says = refused.length > 0 ? refused.join(', ').replaceAll('_', ' ') : 'none'
  const odd = `${counts.out_of_order} out of order, ${counts.unknown_contract} of contracts that no chain lists`
  return `Option prints read since the start: ${counts.read}; refused: ${says}; ${odd}.`
}
