/** How many notifications the prints of a watchlist would have been. */
import type { FlowRow } from '../../flow/domain/flow-row.ts'
import { WATCHLIST_RINGS } from './alert-contents.ts'
import { isWatchedUnusual, isWatchedWhale, type WatchThresholds } from './watch-thresholds.ts'

type Kind = keyof typeof WATCHLIST_RINGS
type Row = Pick<FlowRow, 'symbol' | 'sessionDate' | 'optionSymbol' | 'premium' | 'unusualScore' | 'size'>

/** The prints of one contract in a session are one notification of each kind, as `groupOf` of the live feed says. */
export class WatchCounts {
  /** Contracts by symbol, then by session and kind. */
  readonly #contracts = new Map<string, Set<string>>()
  readonly #bySession = new Map<string, Record<Kind, number>>()

  add(row: Row, thresholds: WatchThresholds): void {
    const print = { premium: row.premium, unusual_score: row.unusualScore, size: row.size }
    if (isWatchedWhale(print, thresholds)) this.#count(row, 'whale_trade')
    if (isWatchedUnusual(print, thresholds)) this.#count(row, 'unusual_activity')
  }

  /** Notifications of a symbol in all sessions. */
  of(symbol: string): number {
    return this.#contracts.get(symbol)?.size ?? 0
  }

  get total(): number {
    return [...this.#contracts.values()].reduce((sum, contracts) => sum + contracts.size, 0)
  }

  /** Those that ring: so many of each kind in a session. */
  get ringing(): number {
    return [...this.#bySession.values()].reduce(
      (sum, { whale_trade: whales, unusual_activity: unusual }) =>
        sum + Math.min(whales, WATCHLIST_RINGS.whale_trade) + Math.min(unusual, WATCHLIST_RINGS.unusual_activity),
      0,
    )
  }

  #count({ symbol, sessionDate, optionSymbol }: Row, kind: Kind): void {
    const contracts = this.#contracts.get(symbol) ?? new Set()
    this.#contracts.set(symbol, contracts)
    const key = `${sessionDate} ${kind} ${optionSymbol}`
    if (contracts.has(key)) return
    contracts.add(key)
    const counted = this.#bySession.get(sessionDate) ?? { whale_trade: 0, unusual_activity: 0 }
    this.#bySession.set(sessionDate, counted)
    counted[kind]++
  }
}
