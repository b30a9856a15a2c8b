import { type PrintCounts, REJECTIONS } from '../../flow/domain/tape/print-counts.ts'
import { AppError } from '../../lib/errors.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import type { CheckResult, ReadinessCheck } from '../../surfaces/rest/health.ts'
import { liveIn } from '../live/live-ports.ts'
import type { Parts } from '../parts.ts'
import { MARKET_ROLES, type Role } from '../settings/role-settings.ts'

/** Conditions for receiving requests: the store accepts writes, and the market source answers. */
export function readinessChecks({ config, store, market, flowSessions, clock, log }: Parts): ReadinessCheck[] {
  return [
    {
      name: 'store',
      async run() {
        try {
          await store.proveWritable()
          return { ok: true, detail: 'The store accepts writes.' }
        } catch (error) {
          // Sentences of the store name settings, and no paths, addresses or secrets.
          if (!(error instanceof AppError)) throw error
          log.warn({ err: error, check: 'store' }, 'readiness check failed')
          return { ok: false, detail: error.message }
        }
      },
    },
    {
      name: 'clock',
      run: async () => clock.check(),
    },
    {
      name: 'prints',
      run: async () => ({ ok: true, detail: printsText(flowSessions.totals.prints) }),
    },
    {
      name: 'market',
      run: () => marketCheck(market, config.roles),
    },
  ]
}

async function marketCheck(market: MarketSource, roles: readonly Role[]): Promise<CheckResult> {
  const live = liveIn(market)
  // A process that serves nothing of the market need not wait for one that asks the vendor.
  const isNeeded = roles.some((role) => MARKET_ROLES.includes(role))
  if (live && !isNeeded) return { ok: true, detail: live.sourceHealth().detail }
  try {
    const { length } = await market.listings()
    if (length === 0) return { ok: false, detail: `The source ${market.name} has no symbols: import some data.` }
    const detail = [`The source ${market.name} has ${length} symbols.`, market.notice ?? ''].join(' ').trim()
    const health = live?.sourceHealth()
    // A source with occasional failures continues with its last good data; a source that never answers has none.
    return health ? { ok: health.state !== 'down', detail: `${detail} ${health.detail}` } : { ok: true, detail }
  } catch (error) {
    // That no process asks the vendor, which only a live source has to say.
    if (!live || !(error instanceof AppError)) throw error
    return { ok: false, detail: error.message }
  }
}

/** Invalid prints are the source's fault: they are counted, and do not make the service unready. */
function printsText(counts: PrintCounts): string {
  const refused = REJECTIONS.filter((reason) => counts[reason] > 0).map((reason) => `${counts[reason]} ${reason}`)
  const refusals = refused.length > 0 ? refused.join(', ').replaceAll('_', ' ') : 'none'
  const unusual = `${counts.out_of_order} out of order, ${counts.unknown_contract} of unlisted contracts`
  return `Option prints read since the start: ${counts.read}; refused: ${refusals}; ${unusual}.`
}
