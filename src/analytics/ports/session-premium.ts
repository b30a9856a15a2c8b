import type { MarketView, MetricPoint } from '../../market/ports/market-source.ts'
import type { LargePrint } from '../contract/chain-change.ts'
import type { ExpirationFilter } from '../domain/chain/expiration-filter.ts'
import type { TapeSums } from '../domain/chain/premium-ratio.ts'
import type { OverviewFlow } from '../domain/market-overview.ts'

export interface SymbolSession {
  readonly symbol: string
  readonly sessionDate: string
}

/** `untilMs` is not included; without it the window ends with the view. */
export interface PrintWindow {
  readonly sinceMs: number
  readonly untilMs?: number | undefined
}

export interface PremiumBetween {
  /** Of the prints in the session of the view, USD: positive is bullish. */
  readonly netPremium: number
  /** Of all sessions of the window, the largest premium first. */
  readonly largest: readonly LargePrint[]
  readonly warnings: readonly string[]
}

/** Premium of a session's option prints, USD. */
export interface SessionPremium {
  /** Calls and puts of the selected expirations; undefined without a tape of that session. */
  bySide(view: MarketView, session: SymbolSession, filter: ExpirationFilter): Promise<TapeSums | undefined>
  /**
   * Net premium of sessions of one symbol that are stored completely, in date order, USD: positive is bullish. Null where
   * the source does not store its sessions.
   */
  netOfSessions(
    view: MarketView,
    symbol: string,
    range: { readonly from: string /** Not included. */; readonly before: string },
  ): Promise<readonly MetricPoint[] | null>
  /** Number of prints with this unusual score or more; null without a tape of that session. */
  countOfScore(view: MarketView, session: SymbolSession, minScore: number): Promise<number | null>
  /** By sentiment of the prints; null without a tape of that session. */
  bySentiment(view: MarketView, session: SymbolSession): Promise<OverviewFlow | null>
  /** Of some sessions up to that of the view; null without a tape of any of them. */
  between(view: MarketView, symbol: string, window: PrintWindow, maxRows: number): Promise<PremiumBetween | null>
}
