import { MINUTE_MS } from '../../../lib/time/duration.ts'
import type { TradeIdea } from '../../../trade-ideas/contract.ts'
import type { EntryBasis, IdeaMeasure, ScoreHorizon } from '../../domain/scorecard/measured-idea.ts'
import { pathEnd, wasTouched } from '../../domain/scorecard/price-path.ts'
import type { ScorePrices } from '../../ports/score-prices.ts'
import { type SymbolPath, symbolPath } from './path-bars.ts'

/** The fund that holding the market is measured with. */
const MARKET_FUND = 'SPY'
/** An older quote is no price to trade at. */
const MAX_QUOTE_AGE_MS = 20 * MINUTE_MS

interface Decided {
  readonly idea: TradeIdea
  readonly decidedMs: number
}

/** What the price did from a decision to the close of a horizon that is over. */
export async function measureIdea(
  prices: ScorePrices,
  { idea, decidedMs }: Decided,
  horizon: ScoreHorizon,
): Promise<IdeaMeasure> {
  const { symbol } = idea
  const path = await symbolPath(prices, symbol, decidedMs, horizon)
  const end = path && pathEnd(idea, path.bars)
  if (!path || !end) return { isPriced: false, reason: 'no_bars' }
  const entry = await entryOf(prices, symbol, decidedMs, path, idea.entry_price)
  if (entry === null) return { isPriced: false, reason: 'no_entry_price' }
  const { entry_price: named } = idea
  return {
    isPriced: true,
    outcome: {
      entryPrice: entry.price,
      entryBasis: entry.basis,
      entryMs: decidedMs,
      endDate: path.endDate,
      endPrice: path.bars.at(-1)?.close ?? Number.NaN,
      entryTouched: named === null ? null : wasTouched(named, path.bars),
      exit: end.exit,
      exitPrice: end.price,
      exitMs: end.atMs,
      resolution: path.resolution,
      marketReturnPct: await marketReturn(prices, decidedMs, horizon),
    },
  }
}

/** The price that a market order at the decision would have met; null where nothing says it. */
async function entryOf(
  prices: ScorePrices,
  symbol: string,
  decidedMs: number,
  { bars, opensAfterDecision, isFirstMinute }: SymbolPath,
  named: number | null,
): Promise<{ readonly price: number; readonly basis: EntryBasis } | null> {
  const [first] = bars
  if (first && opensAfterDecision) return { price: first.open, basis: isFirstMinute ? 'minute' : 'open' }
  const quote = await prices.quoteAt(symbol, decidedMs)
  if (quote && quote.price > 0 && decidedMs - quote.asOfMs <= MAX_QUOTE_AGE_MS)
    return { price: quote.price, basis: 'quote' }
  return named !== null && named > 0 ? { price: named, basis: 'idea' } : null
}

async function marketReturn(prices: ScorePrices, decidedMs: number, horizon: ScoreHorizon): Promise<number | null> {
  const path = await symbolPath(prices, MARKET_FUND, decidedMs, horizon)
  const entry = path && (await entryOf(prices, MARKET_FUND, decidedMs, path, null))
  const end = path?.bars.at(-1)
  return entry && end ? 100 * (end.close / entry.price - 1) : null
}
