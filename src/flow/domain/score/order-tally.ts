import { HOUR_MS, MINUTE_MS } from '../../../lib/time/duration.ts'
import type { Direction } from '../tape/print-side.ts'

/** A final row, as sums take it. */
export interface TalliedOrder {
  /** 1: an aggressive buyer, −1: a seller, 0: neither. */
  readonly aggressor: Direction
  /** Between bid and ask, which of them its price is nearer to: 1 the ask, −1 the bid. 0 for all others. */
  readonly lean: Direction
  readonly size: number
  readonly executedAtMs: number
}

/** What is so old counts 1/e. */
const FADE_MS = HOUR_MS
/** Orders are answered by others within seconds: buying sooner after other buying is not counted as buying again. */
const APART_MS = 2 * MINUTE_MS

/**
 * Final rows of a contract so far in a session, as a few sums. Buying is what has an aggressive buyer or a price nearer to
 * the ask.
 */
export class OrderTally {
  /** Rows with an aggressive buyer, and with an aggressive seller. */
  buys = 0
  sells = 0
  /** Contracts bought − sold. */
  netSize = 0
  /** Rows of buying, those of them that are apart from the one before, and the sums of the logarithms of their sizes, and of their squares. */
  buying = 0
  apart = 0
  logSizes = 0
  logSquares = 0
  /** Of the buying; NaN before the first. */
  firstBuyingMs = Number.NaN
  lastBuyingMs = Number.NaN
  /** Of the rows that were typical for accumulation: most contracts never have one. */
  faded: FadedSums | null = null

  add(order: TalliedOrder, isTypical: boolean): void {
    const { aggressor, lean, size, executedAtMs } = order
    this.netSize += aggressor * size
    if (aggressor > 0) this.buys++
    if (aggressor < 0) this.sells++
    const direction = aggressor || lean
    if (direction > 0) this.#addBuying(Math.log(size), executedAtMs)
    if (direction === 0 || !isTypical) return
    this.faded ??= new FadedSums()
    this.faded.add(direction, size, executedAtMs)
  }

  #addBuying(logSize: number, executedAtMs: number): void {
    if (this.buying === 0) this.firstBuyingMs = executedAtMs
    if (this.isApart(executedAtMs)) this.apart++
    this.buying++
    this.logSizes += logSize
    this.logSquares += logSize * logSize
    this.lastBuyingMs = executedAtMs
  }

  isApart(executedAtMs: number): boolean {
    return !(executedAtMs - this.lastBuyingMs <= APART_MS)
  }
}

/** Sums of rows with a direction, in which what is old fades. */
class FadedSums {
  rows = 0
  /** Rows of buying − rows of selling, the same in contracts, and the sum of the squares of all sizes. */
  balance = 0
  sizeBalance = 0
  squares = 0
  /** Rows of buying, and of selling, by class of size. */
  readonly #bought: number[] = []
  readonly #sold: number[] = []
  #sinceMs = Number.NaN

  /** Later rows weigh more, instead of fading all earlier ones. */
  add(direction: Direction, size: number, executedAtMs: number): void {
    if (this.rows === 0) this.#sinceMs = executedAtMs
    const weight = Math.exp((executedAtMs - this.#sinceMs) / FADE_MS)
    this.rows += weight
    this.balance += weight * direction
    this.sizeBalance += weight * direction * size
    this.squares += weight * size * size
    const classes = direction > 0 ? this.#bought : this.#sold
    const own = sizeClassOf(size)
    while (classes.length <= own) classes.push(0)
    classes[own] = (classes[own] ?? 0) + weight
  }

  /** What the sums must be multiplied by to count at an instant. */
  factorAt(ms: number): number {
    return this.rows === 0 ? 0 : Math.exp((this.#sinceMs - ms) / FADE_MS)
  }

  /** Rows of buying, or of selling, of a similar size. */
  similar(direction: Direction, size: number): number {
    const classes = direction > 0 ? this.#bought : this.#sold
    const own = sizeClassOf(size)
    return (classes[own - 1] ?? 0) + (classes[own] ?? 0) + (classes[own + 1] ?? 0)
  }
}

/** Sizes up to a quarter larger or smaller are in one class. */
const CLASS_WIDTH = 0.4

function sizeClassOf(size: number): number {
  return Math.max(Math.floor(Math.log(size) / CLASS_WIDTH), 0)
}
