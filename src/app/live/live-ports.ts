/** The additional ports of live sources. */
import type { MarketSource } from '../../market/ports/market-source.ts'
import type { LiveSource } from '../../market/sources/source-health.ts'
import type { HeldDividends, HeldTapes } from '../../market/sources/stored-past.ts'

/** Null for a source that is not live. */
export function liveIn(market: MarketSource): (MarketSource & LiveSource) | null {
  return isLive(market) ? market : null
}

function isLive(market: MarketSource): market is MarketSource & LiveSource {
  return 'sourceHealth' in market && 'tend' in market
}

/** Null for a source without tapes that must be stored: there are none, or they can be fetched again. */
export function heldIn(market: MarketSource): (MarketSource & HeldTapes) | null {
  return holdsTapes(market) ? market : null
}

function holdsTapes(market: MarketSource): market is MarketSource & HeldTapes {
  return 'heldTapes' in market && 'heldOffExchange' in market
}

/** Of a source whose tapes other processes read as they are stored. */
export interface SharesTapes {
  printsStored(stored: { readonly symbol: string; readonly sessionDate: string; readonly count: number }): void
}

export function sharesTapes(market: MarketSource): market is MarketSource & SharesTapes {
  return 'printsStored' in market
}

/** Null for a source whose vendor publishes no dividends. */
export function dividendsIn(market: MarketSource): (MarketSource & HeldDividends) | null {
  return holdsDividends(market) ? market : null
}

function holdsDividends(market: MarketSource): market is MarketSource & HeldDividends {
  return 'heldDividends' in market
}
