import { NumberRecords } from '../../../lib/math/number-records.ts'
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

const REAL = { netSize: 0, logSizes: 1, logSquares: 2, firstBuyingMs: 3, lastBuyingMs: 4, count: 5 } as const
const WHOLE = { buys: 0, sells: 1, buying: 2, apart: 3, faded: 4, count: 5 } as const
const FADED_REAL = { rows: 0, balance: 1, sizeBalance: 2, squares: 3, sinceMs: 4, count: 5 } as const
/** Places of the class of size that was met last, which names the one before it. */
const FADED_WHOLE = { bought: 0, sold: 1, count: 2 } as const
const CLASS_REAL = { rows: 0, count: 1 } as const
const CLASS_WHOLE = { sizes: 0, before: 1, count: 2 } as const
const NONE = -1

/** The numbers of all tallies of a session: as objects they would take most of what a contract takes of the heap. */
export class OrderTallies {
  readonly sums = new NumberRecords(REAL.count, WHOLE.count)
  readonly faded = new NumberRecords(FADED_REAL.count, FADED_WHOLE.count)
  readonly classes = new NumberRecords(CLASS_REAL.count, CLASS_WHOLE.count)

  /** The place of a new tally, whose sums are 0. */
  add(): number {
    const place = this.sums.add()
    this.sums.setReal(place, REAL.firstBuyingMs, Number.NaN)
    this.sums.setReal(place, REAL.lastBuyingMs, Number.NaN)
    this.sums.setWhole(place, WHOLE.faded, NONE)
    return place
  }
}

/**
 * Final rows of a contract so far in a session, as a few sums. Buying is what has an aggressive buyer or a price nearer to
 * the ask. It is a view of the numbers, made where they are needed.
 */
export class OrderTally {
  readonly #tallies: OrderTallies
  readonly #place: number

  constructor(tallies: OrderTallies, place: number) {
    this.#tallies = tallies
    this.#place = place
  }

  /** Rows with an aggressive buyer, and with an aggressive seller. */
  get buys(): number {
    return this.#whole(WHOLE.buys)
  }

  get sells(): number {
    return this.#whole(WHOLE.sells)
  }

  /** Contracts bought − sold. */
  get netSize(): number {
    return this.#real(REAL.netSize)
  }

  /** Rows of buying, those of them that are apart from the one before, and the sums of the logarithms of their sizes, and of their squares. */
  get buying(): number {
    return this.#whole(WHOLE.buying)
  }

  get apart(): number {
    return this.#whole(WHOLE.apart)
  }

  get logSizes(): number {
    return this.#real(REAL.logSizes)
  }

  get logSquares(): number {
    return this.#real(REAL.logSquares)
  }

  /** Of the buying; NaN before the first. */
  get firstBuyingMs(): number {
    return this.#real(REAL.firstBuyingMs)
  }

  get lastBuyingMs(): number {
    return this.#real(REAL.lastBuyingMs)
  }

  /** Of the rows that were typical for accumulation: most contracts never have one. */
  get faded(): FadedSums | null {
    const place = this.#whole(WHOLE.faded)
    return place === NONE ? null : new FadedSums(this.#tallies, place)
  }

  add(order: TalliedOrder, isTypical: boolean): void {
    const { aggressor, lean, size, executedAtMs } = order
    const { sums } = this.#tallies
    sums.addToReal(this.#place, REAL.netSize, aggressor * size)
    if (aggressor > 0) sums.addToWhole(this.#place, WHOLE.buys, 1)
    if (aggressor < 0) sums.addToWhole(this.#place, WHOLE.sells, 1)
    const direction = aggressor || lean
    if (direction > 0) this.#addBuying(Math.log(size), executedAtMs)
    if (direction === 0 || !isTypical) return
    const faded = this.faded ?? this.#beginFading(executedAtMs)
    faded.add(direction, size, executedAtMs)
  }

  #addBuying(logSize: number, executedAtMs: number): void {
    const { sums } = this.#tallies
    if (this.buying === 0) sums.setReal(this.#place, REAL.firstBuyingMs, executedAtMs)
    if (this.isApart(executedAtMs)) sums.addToWhole(this.#place, WHOLE.apart, 1)
    sums.addToWhole(this.#place, WHOLE.buying, 1)
    sums.addToReal(this.#place, REAL.logSizes, logSize)
    sums.addToReal(this.#place, REAL.logSquares, logSize * logSize)
    sums.setReal(this.#place, REAL.lastBuyingMs, executedAtMs)
  }

  isApart(executedAtMs: number): boolean {
    return !(executedAtMs - this.lastBuyingMs <= APART_MS)
  }

  #beginFading(sinceMs: number): FadedSums {
    const { sums, faded } = this.#tallies
    const place = faded.add()
    faded.setReal(place, FADED_REAL.sinceMs, sinceMs)
    faded.setWhole(place, FADED_WHOLE.bought, NONE)
    faded.setWhole(place, FADED_WHOLE.sold, NONE)
    sums.setWhole(this.#place, WHOLE.faded, place)
    return new FadedSums(this.#tallies, place)
  }

  #real(column: number): number {
    return this.#tallies.sums.real(this.#place, column)
  }

  #whole(column: number): number {
    return this.#tallies.sums.whole(this.#place, column)
  }
}

/** Sums of rows with a direction, in which what is old fades: of one row at least. */
class FadedSums {
  readonly #tallies: OrderTallies
  readonly #place: number

  constructor(tallies: OrderTallies, place: number) {
    this.#tallies = tallies
    this.#place = place
  }

  get rows(): number {
    return this.#real(FADED_REAL.rows)
  }

  /** Rows of buying − rows of selling, the same in contracts, and the sum of the squares of all sizes. */
  get balance(): number {
    return this.#real(FADED_REAL.balance)
  }

  get sizeBalance(): number {
    return this.#real(FADED_REAL.sizeBalance)
  }

  get squares(): number {
    return this.#real(FADED_REAL.squares)
  }

  /** Later rows weigh more, instead of fading all earlier ones. */
  add(direction: Direction, size: number, executedAtMs: number): void {
    const { faded, classes } = this.#tallies
    const weight = Math.exp((executedAtMs - this.#real(FADED_REAL.sinceMs)) / FADE_MS)
    faded.addToReal(this.#place, FADED_REAL.rows, weight)
    faded.addToReal(this.#place, FADED_REAL.balance, weight * direction)
    faded.addToReal(this.#place, FADED_REAL.sizeBalance, weight * direction * size)
    faded.addToReal(this.#place, FADED_REAL.squares, weight * size * size)
    classes.addToReal(this.#classOf(direction, sizeClassOf(size)), CLASS_REAL.rows, weight)
  }

  /** What the sums must be multiplied by to count at an instant. */
  factorAt(ms: number): number {
    return Math.exp((this.#real(FADED_REAL.sinceMs) - ms) / FADE_MS)
  }

  /** Rows of buying, or of selling, of a similar size. */
  similar(direction: Direction, size: number): number {
    const { classes } = this.#tallies
    const own = sizeClassOf(size)
    let [smaller, same, larger] = [0, 0, 0]
    for (let place = this.#lastClass(direction); place !== NONE; place = classes.whole(place, CLASS_WHOLE.before)) {
      const away = classes.whole(place, CLASS_WHOLE.sizes) - own
      if (away < -1 || away > 1) continue
      const rows = classes.real(place, CLASS_REAL.rows)
      if (away === 0) same = rows
      else if (away < 0) smaller = rows
      else larger = rows
    }
    return smaller + same + larger
  }

  /** The place of the rows of that class of size, made where there is none. */
  #classOf(direction: Direction, sizes: number): number {
    const { faded, classes } = this.#tallies
    const last = this.#lastClass(direction)
    for (let place = last; place !== NONE; place = classes.whole(place, CLASS_WHOLE.before)) {
      if (classes.whole(place, CLASS_WHOLE.sizes) === sizes) return place
    }
    const added = classes.add()
    classes.setWhole(added, CLASS_WHOLE.sizes, sizes)
    classes.setWhole(added, CLASS_WHOLE.before, last)
    faded.setWhole(this.#place, direction > 0 ? FADED_WHOLE.bought : FADED_WHOLE.sold, added)
    return added
  }

  #lastClass(direction: Direction): number {
    return this.#tallies.faded.whole(this.#place, direction > 0 ? FADED_WHOLE.bought : FADED_WHOLE.sold)
  }

  #real(column: number): number {
    return this.#tallies.faded.real(this.#place, column)
  }
}

/** Sizes up to a quarter larger or smaller are in one class. */
const CLASS_WIDTH = 0.4

function sizeClassOf(size: number): number {
  return Math.max(Math.floor(Math.log(size) / CLASS_WIDTH), 0)
}
