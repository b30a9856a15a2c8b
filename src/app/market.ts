import { replayMarket } from '../adapters/market/replay/index.ts'
import { simulatedMarket } from '../adapters/market/simulated/index.ts'
import type { MarketSource } from '../ports/market-source.ts'
import type { Store } from '../store/open.ts'
import type { Config } from './config.ts'

export function marketOf(
  { source, seed, symbols, speed }: Config['market'],
  { store, now }: { readonly store: Store; readonly now: () => Date },
): MarketSource {
  if (source === 'replay') return replayMarket({ market: store })
  return simulatedMarket({ seed, symbols, speed, now })
}
