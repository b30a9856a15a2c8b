/**
 * Every reported trade of a stock in one session as columns, in the order of the tape, hours outside the session
 * included. NaN means unknown.
 */
export interface StockTrades {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  readonly count: number
  readonly executedAtMs: Float64Array
  /** USD per share. */
  readonly price: Float64Array
  /** Shares. */
  readonly size: Float64Array
  /** Character code of the exchange letter; D is a report from off the exchanges. */
  readonly exchange: Uint8Array
  /** Sum of `SALE_CONDITION` flags. */
  readonly conditions: Uint32Array
  /** 1 where the source itself doubts the trade. */
  readonly suspicious: Uint8Array
}

/** Trades of a session next to all that was traded in it. */
export interface SessionTrades {
  readonly trades: StockTrades
  /** Shares traded on and off exchange so far in the session; NaN when unknown. */
  readonly volume: number
}

/** Character code of the letter under which trades off the exchanges are reported (FINRA facilities). */
export const OFF_EXCHANGE = 68

/** Sale conditions that decide what a trade may be used for, as bits of `StockTrades.conditions`. */
export const SALE_CONDITION = {
  regular: 0x1,
  intermarketSweep: 0x20,
  openingPrint: 0x40,
  closingPrint: 0x80,
  derivativelyPriced: 0x200,
  formT: 0x400,
  sold: 0x800,
  extendedHours: 0x2000,
  outOfSequence: 0x4000,
  contingent: 0x40000,
  averagePrice: 0x100000,
  cross: 0x200000,
  officialClose: 0x1000000,
  priorReferencePrice: 0x2000000,
  officialOpen: 0x4000000,
  tradeThroughExempt: 0x20000000,
  oddLot: 0x80000000,
} as const
