import { at } from '../../../../pricing/column.ts'
import type { TradingSession } from '../../../domain/calendar/trading-calendar.ts'
import type { Board } from '../chain/board.ts'
import { tradePhase, tradesDone, volumeOf, volumeShare } from './option-volume.ts'

/**
 * Volume of each contract that is available for listed orders. Part of the volume in the chain belongs to orders too
 * small to be listed; the rest is available.
 */
export class TapeCapacity {
  readonly #board: Board
  readonly #session: TradingSession
  readonly #index: number
  readonly #unlisted: number
  readonly #listed: Float64Array
  #ms = Number.NaN
  #done = 0

  constructor(board: Board, session: TradingSession, index: number, unlisted: number) {
    this.#board = board
    this.#session = session
    this.#index = index
    this.#unlisted = unlisted
    this.#listed = new Float64Array(board.layout.contracts.count)
  }

  /** Contracts that can still be listed at an instant. */
  left(row: number, ms: number): number {
    const volume = this.#volume(row, ms)
    return volume - Math.floor(this.#unlisted * volume) - at(this.#listed, row)
  }

  take(row: number, size: number): void {
    this.#listed[row] = at(this.#listed, row) + size
  }

  /** Volume of unlisted small orders up to an instant, in contracts. */
  unlisted(row: number, ms: number): number {
    return Math.floor(this.#unlisted * this.#volume(row, ms))
  }

  #volume(row: number, ms: number): number {
    const { activity, halts } = this.#board
    if (ms !== this.#ms) {
      this.#ms = ms
      this.#done = volumeShare(this.#session, halts, ms)
    }
    return volumeOf(activity, row, tradesDone(activity, row, tradePhase(activity, row, this.#index), this.#done))
  }
}
