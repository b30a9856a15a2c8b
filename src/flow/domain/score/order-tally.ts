import type { Direction } from '../tape/print-side.ts'

/** Final rows of a contract, or of all calls or puts of an expiration, so far in a session, as a few sums. */
export class OrderTally {
  /** Rows with an aggressive buyer, with an aggressive seller, and with neither. */
  buys = 0
  sells = 0
  others = 0
  /** Contracts bought − sold. */
  netSize = 0
  /** Of the buys: the sums of the logarithms of their sizes, and of their squares. */
  logSizes = 0
  logSquares = 0
  /** Of the buys; NaN before the first. */
  firstBuyMs = Number.NaN
  lastBuyMs = Number.NaN

  add(aggressor: Direction, size: number, executedAtMs: number): void {
    this.netSize += aggressor * size
    if (aggressor > 0) this.#addBuy(Math.log(size), executedAtMs)
    else if (aggressor < 0) this.sells++
    else this.others++
  }

  #addBuy(logSize: number, executedAtMs: number): void {
    if (this.buys === 0) this.firstBuyMs = executedAtMs
    this.buys++
    this.logSizes += logSize
    this.logSquares += logSize * logSize
    this.lastBuyMs = executedAtMs
  }
}
