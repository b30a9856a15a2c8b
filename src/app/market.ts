import { replayMarket } from '../adapters/market/replay/index.ts'
import { simulatedMarket } from '../adapters/market/simulated/index.ts'
import type { MarketSource } from '../ports/market-source.ts'
import type { Config } from './config.ts'
import { alpacaOf, cboeOf, type LiveParts } from './live/live-market.ts'

export function marketOf(config: Config, parts: LiveParts): MarketSource & Partial<AsyncDisposable> {
  const { source, seed, symbols, speed } = config.market
  switch (source) {
    case 'replay':
      return replayMarket({ market: parts.store })
    case 'cboe':
      return cboeOf(config, parts)
    case 'alpaca':
      return alpacaOf(config, parts)
    case 'simulated':
      return simulatedMarket({ seed, symbols, speed, now: parts.now })
  }
}
