import { AppError } from '../../lib/errors.ts'
import { lastFinishedSession, tradingDayBefore } from '../../market/domain/calendar/trading-calendar.ts'
import type { Store } from '../store/open-store.ts'

/**
 * The store as analytics may read it at an instant: sums over sessions whose outcome was known by then, and calibrations
 * of windows that had ended. Every other part refuses, so that a part which is added later cannot show what came after.
 * Tapes come from the pinned source, and not from what was stored of their rows: that may hold later corrections.
 */
export function pinnedStore(store: Store, atMs: number): Store {
  const finished = lastFinishedSession(atMs)
  const { flowOutcomes, flowTotals, flowRows, impliedQuantiles } = store
  const readable: Partial<Store> = {
    flowOutcomes: onlyThese(flowOutcomes, {
      async range(place, from, to) {
        const found = await flowOutcomes.range(place, from, to)
        return found.filter(({ sessionDate, horizon }) => sessionDate <= tradingDayBefore(finished, horizon))
      },
    }),
    flowTotals: onlyThese(flowTotals, { day: async () => null, daysOf: async () => [], days: async () => [] }),
    flowRows: onlyThese(flowRows, { session: async () => [] }),
    // A window ends before the session of the view, which is not after the instant.
    impliedQuantiles: onlyThese(impliedQuantiles, { endedBefore: impliedQuantiles.endedBefore }),
  }
  const refusing = onlyThese({}, {})
  return new Proxy(store, {
    get: (_, name) =>
      Object.hasOwn(readable, name) ? Reflect.get(readable, name) : isTried(name) ? refusing : undefined,
  })
}

function onlyThese<Part extends object>(part: Part, allowed: Partial<Part>): Part {
  return new Proxy(part, {
    get: (_, name) => (Object.hasOwn(allowed, name) ? Reflect.get(allowed, name) : isTried(name) ? refuse : undefined),
  })
}

/** Whatever is awaited or printed is asked for `then` and for symbols. */
function isTried(name: string | symbol): boolean {
  return typeof name === 'string' && name !== 'then'
}

function refuse(): never {
  throw new AppError('forbidden', 'A replay cannot read this: the service does not know what it was at that instant.')
}
