import { LRUCache } from 'lru-cache'
import { sessionOn } from '../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import { securityBars } from './security-bars.ts'
import type { ReplayChainHead, ReplayMarket } from './stored-market.ts'

/** Finds the object of a stored chain; undefined when the chain was replaced since its head was read. */
export type ChainMemo = (symbol: string, head: ReplayChainHead) => Promise<OptionChain | undefined>

/** A chain of 10,000 contracts takes about 2 MB. */
const KEPT_CHAINS = 64
/** A price that is further from the close of its day belongs to another moment. */
const TOLERANCE = 0.003

/**
 * Keeps the chains used last, so that the same stored chain is the same object. The head is read from the store each
 * time and its id changes with the content, so an import by another process is seen at once.
 */
export function chainMemo(market: ReplayMarket): ChainMemo {
  const kept = new LRUCache<string, Promise<OptionChain | undefined>>({ max: KEPT_CHAINS })
  return async (symbol, head) => {
    const close = await closeAt(market, symbol, head)
    const key = `${head.id} ${close}`
    const chain = kept.get(key) ?? loaded(market, head, close)
    kept.set(key, chain)
    // A failure is not remembered.
    chain.catch(() => kept.delete(key))
    return await chain
  }
}

/** Unadjusted close of the underlying; NaN for a chain from within the session. */
async function closeAt(market: ReplayMarket, symbol: string, { sessionDate, asOf }: ReplayChainHead): Promise<number> {
  const session = sessionOn(sessionDate)
  if (!session || Date.parse(asOf) < session.closeMs) return Number.NaN
  const [bar] = await securityBars(market, symbol, { from: sessionDate, to: sessionDate })
  return bar?.close ?? Number.NaN
}

async function loaded(market: ReplayMarket, { id }: ReplayChainHead, close: number): Promise<OptionChain | undefined> {
  const chain = await market.chains.load(id)
  if (!chain || Number.isNaN(close)) return chain
  if (Number.isNaN(chain.underlyingPrice)) {
    const warning = 'The price of the underlying is the close of its daily bar: the source of the chain has none.'
    return { ...chain, underlyingPrice: close, warnings: [...chain.warnings, warning] }
  }
  if (Math.abs(chain.underlyingPrice / close - 1) <= TOLERANCE) return chain
  const warning = `The source names ${chain.underlyingPrice} as price of the underlying, but it closed at ${close}.`
  return { ...chain, warnings: [...chain.warnings, warning] }
}
