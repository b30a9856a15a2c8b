import type { HeldVolatilities } from '../../analytics/ports/held-volatilities.ts'
import { sessionDateAt } from '../../market/domain/calendar/trading-calendar.ts'
import type { Store } from '../store/open-store.ts'

/** A symbol is stored again when its chain is this much newer. */
const EVERY_MS = 5 * 60_000
/** Older chains are of the past: their session is over, or its end is not answered for now. */
const PRESENT_MS = 60 * 60_000

/** Keeps the last volatilities of the present session in the store, for the process that follows. */
export async function heldInStore(
  store: Pick<Store, 'heldVolatilities'>,
  now: () => Date,
  inBackground: (work: () => Promise<void>) => void,
): Promise<HeldVolatilities> {
  const storedMs = new Map<string, number>()
  return {
    known: await store.heldVolatilities.ofSession(sessionDateAt(now().getTime())),
    keep(symbol, held) {
      const isPresent = now().getTime() - held.asOfMs < PRESENT_MS
      if (!isPresent || held.asOfMs - (storedMs.get(symbol) ?? 0) < EVERY_MS) return
      storedMs.set(symbol, held.asOfMs)
      inBackground(() => store.heldVolatilities.put(symbol, held))
    },
  }
}
