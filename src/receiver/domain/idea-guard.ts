import { MINUTE_MS } from '../../lib/time/duration.ts'
import { marketSessionAt } from '../../market/domain/calendar/trading-calendar.ts'
import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { Guards } from './guards.ts'
import { triggeredMs } from './triggered-ms.ts'

/** A sender's clock may be ahead by this much. */
const MAX_CLOCK_SKEW_MS = 2 * MINUTE_MS
/** Target and stop may be this many times farther from the entry than the entry may be from the market. */
const TARGET_FACTOR = 10
/** Prices in cents do not divide exactly: 110 over 100 is a little more than 10 %. */
const ROUNDING_PCT = 1e-9

/** What the market source knows of the symbol of an idea. */
export interface SymbolFacts {
  /** Null where the source could not answer. */
  readonly isKnown: boolean | null
  /** Last price, USD per share; null where it is unknown. */
  readonly price: number | null
  /** The instant that the price describes, Unix milliseconds; null where it is unknown. */
  readonly asOfMs: number | null
}

type Idea = Pick<TradeIdea, 'symbol' | 'triggered_at' | 'entry_price' | 'target_price' | 'stop_price'>

/** Whether the guards need the market source at all. */
export function needsSymbolFacts({ maxEntryDeviationPct, requireKnownSymbol }: Guards): boolean {
  return maxEntryDeviationPct !== null || requireKnownSymbol
}

/**
 * Why an idea may not be ordered, or null: its symbol, the hour, its age, and its prices against the market. A leaked webhook
 * secret lets anybody send ideas; these bounds keep such ideas from orders. `facts` is only read where
 * `needsSymbolFacts`. What cannot be checked is refused.
 */
export function ideaGuard(idea: Idea, facts: SymbolFacts, nowMs: number, guards: Guards): string | null {
  const { maxIdeaAgeMinutes, maxEntryDeviationPct, requireKnownSymbol } = guards
  const place = listGuard(idea.symbol, nowMs, guards)
  if (place !== null) return place
  if (maxIdeaAgeMinutes !== null) {
    const ageMs = nowMs - triggeredMs(idea)
    // Written so that an instant that cannot be read is refused, too.
    if (!(ageMs <= maxIdeaAgeMinutes * MINUTE_MS)) return 'the idea is older than MAX_IDEA_AGE_MINUTES'
    if (ageMs < -MAX_CLOCK_SKEW_MS) return 'the idea is dated in the future, which MAX_IDEA_AGE_MINUTES refuses'
  }
  if (requireKnownSymbol && facts.isKnown !== true) {
    return facts.isKnown === null
      ? 'the market source could not say whether it knows the symbol (REQUIRE_KNOWN_SYMBOL)'
      : 'the market source does not know the symbol (REQUIRE_KNOWN_SYMBOL)'
  }
  return maxEntryDeviationPct === null ? null : priceGuard(idea, facts.price, maxEntryDeviationPct)
}

function listGuard(symbol: string, nowMs: number, guards: Guards): string | null {
  const { allowedSymbols, deniedSymbols, marketHoursOnly } = guards
  if (deniedSymbols.includes(symbol)) return 'the symbol is one of DENIED_SYMBOLS'
  if (allowedSymbols !== null && !allowedSymbols.includes(symbol)) return 'the symbol is not one of ALLOWED_SYMBOLS'
  return marketHoursOnly && marketSessionAt(nowMs) !== 'open' ? 'the market is closed (MARKET_HOURS_ONLY)' : null
}

function priceGuard(idea: Idea, market: number | null, maxPct: number): string | null {
  const { entry_price: entry, target_price: target, stop_price: stop } = idea
  if (entry === null || target === null || stop === null || Math.min(entry, target, stop) <= 0) {
    return 'entry, target and stop must be above 0 (MAX_ENTRY_DEVIATION_PCT)'
  }
  if (market === null || !(market > 0)) return 'the market price of the symbol is unknown (MAX_ENTRY_DEVIATION_PCT)'
  if (deviationPct(entry, market) > maxPct) return 'the entry is farther from the market than MAX_ENTRY_DEVIATION_PCT'
  const farthest = Math.max(deviationPct(target, entry), deviationPct(stop, entry))
  return farthest > TARGET_FACTOR * maxPct
    ? `target or stop is farther from the entry than ${TARGET_FACTOR} times MAX_ENTRY_DEVIATION_PCT`
    : null
}

function deviationPct(price: number, from: number): number {
  return 100 * Math.abs(price / from - 1) - ROUNDING_PCT
}
