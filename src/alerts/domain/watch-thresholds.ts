/** Which prints of watched symbols notify an account. */
import type { WatchBounds } from '../contract/watchlist.ts'
import { UNUSUAL_SCORE, WHALE_PREMIUM_USD } from './alert-contents.ts'
import type { FlowSubject } from './flow-subject.ts'

/** Bounds are inclusive. */
export interface WatchThresholds {
  /** USD, of a whale trade. */
  readonly premiumMin: number
  /** 0 to 100, of unusual activity. */
  readonly scoreMin: number
  /** Contracts, of both. */
  readonly sizeMin: number
}

/** An account that watches a symbol. */
export interface Watcher {
  readonly accountId: string
  readonly thresholds: WatchThresholds
}

/** A symbol on the watchlist of an account. */
export interface Watch extends Watcher {
  readonly symbol: string
}

/** In the order of the watches. */
export function watchersBySymbol(watches: readonly Watch[]): Map<string, Watcher[]> {
  const found = new Map<string, Watcher[]>()
  for (const { symbol, ...watcher } of watches) {
    const watchers = found.get(symbol) ?? []
    found.set(symbol, watchers)
    watchers.push(watcher)
  }
  return found
}

export const USUAL_THRESHOLDS: WatchThresholds = {
  premiumMin: WHALE_PREMIUM_USD,
  scoreMin: UNUSUAL_SCORE,
  sizeMin: 1,
}

/** Each bound is that of the symbol, else that of all symbols, else the usual one. */
export function thresholdsOf(all: WatchBounds | undefined, own: WatchBounds | undefined): WatchThresholds {
  return {
    premiumMin: own?.premium_min ?? all?.premium_min ?? USUAL_THRESHOLDS.premiumMin,
    scoreMin: own?.unusual_score_min ?? all?.unusual_score_min ?? USUAL_THRESHOLDS.scoreMin,
    sizeMin: own?.size_min ?? all?.size_min ?? USUAL_THRESHOLDS.sizeMin,
  }
}

type Print = Pick<FlowSubject, 'premium' | 'unusual_score' | 'size'>

export function isWatchedWhale({ premium, size }: Print, { premiumMin, sizeMin }: WatchThresholds): boolean {
  return premium >= premiumMin && size >= sizeMin
}

/** A print without a score is not unusual. */
export function isWatchedUnusual(
  { unusual_score: score, size }: Print,
  { scoreMin, sizeMin }: WatchThresholds,
): boolean {
  return score !== null && score >= scoreMin && size >= sizeMin
}
