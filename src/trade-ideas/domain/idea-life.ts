/**
 * How an idea lives on as prices are seen: the first touch of target or stop closes it, the close of the last session of
 * its horizon ends it. Where one bar touches both, the stop counts, since the bar does not say which came first.
 */
import type { IdeaEnd, IdeaOutcome, IdeaRecord, SeenPrices } from './idea-record.ts'

/** Prices of a stretch of time, USD. NaN where unknown. */
export interface PriceStretch {
  /** When the stretch ends. */
  readonly endMs: number
  readonly sessionDate: string
  /** The first price, where the price may have jumped to it; NaN within a session. */
  readonly open: number
  readonly high: number
  readonly low: number
  readonly last: number
  /** Extremes of the session up to the end. */
  readonly sessionHigh: number
  readonly sessionLow: number
}

/** A session's prices up to an instant. */
export interface SessionPrices {
  readonly atMs: number
  readonly sessionDate: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly last: number
}

/**
 * What happened since prices were last looked at, from what sessions say of themselves, in their order. In the session
 * of the last look an extreme counts only where it is new: between two looks nothing else is known to have been touched.
 */
export function stretchesSince(seen: SeenPrices, sessions: readonly SessionPrices[]): PriceStretch[] {
  const stretches: PriceStretch[] = []
  for (const { atMs, sessionDate, open, high, low, last } of sessions) {
    const isSeen = sessionDate === seen.sessionDate
    if (sessionDate < seen.sessionDate || atMs <= seen.atMs || Number.isNaN(last)) continue
    stretches.push({
      endMs: atMs,
      sessionDate,
      open: isSeen ? Number.NaN : open,
      high: isSeen && !(high > seen.high) ? last : larger(high, last),
      low: isSeen && !(low < seen.low) ? last : smaller(low, last),
      last,
      sessionHigh: larger(high, last),
      sessionLow: smaller(low, last),
    })
  }
  return stretches
}

/** The idea after some stretches of time. One that has ended stays as it is. */
export function followed(idea: IdeaRecord, stretches: readonly PriceStretch[]): IdeaRecord {
  let current = idea
  for (const stretch of stretches) {
    if (current.end) break
    current = after(current, stretch)
  }
  return current
}

function after(idea: IdeaRecord, stretch: PriceStretch): IdeaRecord {
  const { endMs, sessionDate, last, sessionHigh, sessionLow } = stretch
  const seen = { atMs: endMs, sessionDate, high: sessionHigh, low: sessionLow }
  const touch = touched(idea, stretch)
  if (touch) {
    const { outcome, price } = touch
    const peakPrice = outcome === 'stop' ? idea.peakPrice : peak(idea, price, price)
    return { ...idea, seen, currentPrice: price, peakPrice, end: ended(idea, outcome, price, endMs) }
  }
  const lived = { ...idea, seen, currentPrice: last, peakPrice: peak(idea, stretch.high, stretch.low) }
  if (endMs < idea.expiresMs) return lived
  return { ...lived, end: ended(idea, idea.direction === 'neutral' ? 'range_held' : 'horizon', last, endMs) }
}

interface Touch {
  readonly outcome: IdeaOutcome
  readonly price: number
}

/** A price that jumps over a level at the open is the exit itself. */
function touched(idea: IdeaRecord, stretch: PriceStretch): Touch | null {
  return idea.direction === 'neutral' ? leftRange(idea, stretch) : touchedDirected(idea, stretch)
}

function leftRange({ targetPrice, stopPrice }: IdeaRecord, { open, high, low }: PriceStretch): Touch | null {
  if (open >= targetPrice || open <= stopPrice) return { outcome: 'range_left', price: open }
  if (low <= stopPrice) return { outcome: 'range_left', price: stopPrice }
  return high >= targetPrice ? { outcome: 'range_left', price: targetPrice } : null
}

function touchedDirected(idea: IdeaRecord, { open, high, low }: PriceStretch): Touch | null {
  const { direction, targetPrice, stopPrice } = idea
  const sign = direction === 'bullish' ? 1 : -1
  const [best, worst] = sign > 0 ? [high, low] : [low, high]
  if (sign * (open - stopPrice) <= 0) return { outcome: 'stop', price: open }
  if (sign * (open - targetPrice) >= 0) return { outcome: 'target', price: open }
  if (sign * (worst - stopPrice) <= 0) return { outcome: 'stop', price: stopPrice }
  return sign * (best - targetPrice) >= 0 ? { outcome: 'target', price: targetPrice } : null
}

/**
 * R of a directed idea: the way gained over the way from entry to stop, −1 at the stop. R of a neutral one: 1 − 2 d,
 * where d is the way gone from the entry as a share of that to the end on this side: 1 at the entry, −1 at an end.
 */
function ended(idea: IdeaRecord, outcome: IdeaOutcome, exitPrice: number, endedMs: number): IdeaEnd {
  const { direction, entryPrice, stopPrice } = idea
  const gainedPct = 100 * (exitPrice / entryPrice - 1)
  if (direction === 'neutral') {
    const outcomeR = 1 - 2 * shareOfWay(idea, exitPrice)
    return { outcome, exitPrice, outcomePct: 0 - Math.abs(gainedPct), outcomeR, endedMs }
  }
  const sign = direction === 'bullish' ? 1 : -1
  const risk = sign * (entryPrice - stopPrice)
  return {
    outcome,
    exitPrice,
    outcomePct: sign * gainedPct,
    outcomeR: (sign * (exitPrice - entryPrice)) / risk,
    endedMs,
  }
}

/** The most favourable of what was and the extremes of a stretch. */
function peak(idea: IdeaRecord, high: number, low: number): number {
  const { direction, peakPrice } = idea
  if (direction === 'bullish') return Math.max(peakPrice, high)
  if (direction === 'bearish') return Math.min(peakPrice, low)
  return [high, low].reduce((far, price) => (shareOfWay(idea, price) > shareOfWay(idea, far) ? price : far), peakPrice)
}

/** How far a price lies from the entry of a neutral idea, as a share of the way to the end on its side. */
function shareOfWay({ entryPrice, targetPrice, stopPrice }: IdeaRecord, price: number): number {
  const end = price >= entryPrice ? targetPrice : stopPrice
  return (price - entryPrice) / (end - entryPrice)
}

/** NaN is no extreme. */
function larger(extreme: number, price: number): number {
  return extreme > price ? extreme : price
}

function smaller(extreme: number, price: number): number {
  return extreme < price ? extreme : price
}
