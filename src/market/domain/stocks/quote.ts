export type MarketSession = 'pre' | 'open' | 'post' | 'closed'

/** The underlying at one instant. NaN means unknown; prices in USD per share, sizes and volume in shares. */
export interface StockQuote {
  readonly symbol: string
  readonly asOfMs: number
  readonly sessionDate: string
  readonly price: number
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly previousClose: number
  readonly volume: number
  readonly week52High: number
  readonly week52Low: number
  readonly marketSession: MarketSession
  readonly warnings: readonly string[]
}
