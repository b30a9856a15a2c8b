import { createHash } from 'node:crypto'
import type { KeptOverviews } from '../analytics/ports/kept-overviews.ts'
import type { MarketSource } from '../market/ports/market-source.ts'
import type { Config } from './settings/config.ts'
import type { Store } from './store/open-store.ts'
import { VERSION } from './version.ts'

/** Data of a session may reach the store for some days after it. */
const SETTLED_MS = 4 * 24 * 60 * 60_000

/**
 * Keeps overviews in the store. The simulated market is a function of its settings. What other sources say of the past is
 * what the store holds, so imports and the chains of the date are part of the basis, and recent sessions
 * are not kept.
 */
export function keptOverviews(
  { market: settings }: Pick<Config, 'market'>,
  store: Store,
  { name, capabilities }: Pick<MarketSource, 'name' | 'capabilities'>,
  now: () => Date,
): KeptOverviews {
  const { seed, symbols, speed, alwaysOpen } = settings
  const ofSettings = [VERSION, name, symbols, ...(capabilities.readsStore ? [] : [seed, speed, alwaysOpen])]
  return {
    async basisOf(date) {
      if (!capabilities.readsStore) return digestOf(ofSettings)
      if (now().getTime() - Date.parse(date) < SETTLED_MS) return null
      return digestOf([...ofSettings, await store.imports.latest(), await store.chains.idsOfSession(date)])
    },
    find: (date, basis) => store.keptOverviews.find(date, basis),
    put: (date, basis, overview) => store.keptOverviews.put(date, basis, overview),
  }
}

function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
