import type { MarketView, MetricPoint } from '../../market/ports/market-source.ts'
import type { ExpirationFilter } from '../domain/chain/expiration-filter.ts'
import type { TapeSums } from '../domain/chain/premium-ratio.ts'
import type { OverviewFlow } from '../domain/market-overview.ts'

export interface SymbolSession {
  readonly symbol: string
  readonly sessionDate: string
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
}
