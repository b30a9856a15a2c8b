import { createHash } from 'node:crypto'
import { PRESENT_SCREEN } from '../analytics/domain/screener/screen-table.ts'
import type { KeptOverviews } from '../analytics/ports/kept-overviews.ts'
import type { KeptScreens } from '../analytics/ports/kept-screens.ts'
import type { MarketSource } from '../market/ports/market-source.ts'
import type { Config } from './settings/config.ts'
import type { Store } from './store/open-store.ts'
import { VERSION } from './version.ts'

/** Data of a session may reach the store for some days after it. */
const SETTLED_MS = 4 * 24 * 60 * 60_000

type Settings = Pick<Config, 'market'>
type Source = Pick<MarketSource, 'name' | 'capabilities'>

/** Keeps overviews in the store. */
export function keptOverviews(config: Settings, store: Store, source: Source, now: () => Date): KeptOverviews {
  return {
    basisOf: (date) => basisOfSession(config, store, source, { date, now }),
    find: (date, basis) => store.keptOverviews.find(date, basis),
    put: (date, basis, overview) => store.keptOverviews.put(date, basis, overview),
  }
}

/** Keeps tables of the screener in the store; the present one is replaced by each that follows. */
export function keptScreens(config: Settings, store: Store, source: Source, now: () => Date): KeptScreens {
  return {
    basisOf: async (screen) =>
      screen === PRESENT_SCREEN
        ? digestOf(settingsOf(config, source))
        : await basisOfSession(config, store, source, { date: screen, now }),
    find: (screen, basis) => store.keptScreens.find(screen, basis),
    put: (screen, basis, content) => store.keptScreens.put(screen, basis, content),
  }
}

/**
 * The simulated market is a function of its settings. What other sources say of the past is what the store holds, so
 * imports and the chains of the date are part of the basis, and recent sessions are not kept.
 */
async function basisOfSession(
  config: Settings,
  store: Store,
  source: Source,
  { date, now }: { readonly date: string; readonly now: () => Date },
): Promise<string | null> {
  const ofSettings = settingsOf(config, source)
  if (!source.capabilities.readsStore) return digestOf(ofSettings)
  if (now().getTime() - Date.parse(date) < SETTLED_MS) return null
  return digestOf([...ofSettings, await store.imports.latest(), await store.chains.idsOfSession(date)])
}

function settingsOf({ market }: Settings, { name, capabilities }: Source): readonly unknown[] {
  const { seed, symbols, speed, alwaysOpen } = market
  return [VERSION, name, symbols, ...(capabilities.readsStore ? [] : [seed, speed, alwaysOpen])]
}

function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
