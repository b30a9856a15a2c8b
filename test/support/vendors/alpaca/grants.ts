/** What an account may see. Source: README.md, "Grants". */
export interface Grants {
  /** Consolidated stock data of the last 15 minutes; older data is for everybody. */
  readonly recentSip: boolean
  readonly opra: boolean
  /** Index symbols that it may ask for. */
  readonly indices: readonly string[]
  /** Requests of a minute on the data host. */
  readonly ratePerMinute: number
}

export const BASIC_PLAN: Grants = { recentSip: false, opra: false, indices: [], ratePerMinute: 200 }

export const PAID_PLAN: Grants = {
  recentSip: true,
  opra: true,
  indices: ['SPX', 'VIX', 'NDX', 'RUT', 'DJX', 'OEX', 'XEO', 'XND'],
  ratePerMinute: 10_000,
}
