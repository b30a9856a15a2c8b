/**
 * How much of a symbol's trading the tape lists. Sizes of orders follow a Pareto distribution; those below a floor are
 * not listed but counted in the volume. The floor is chosen so that a busy class has some ten thousand rows a session
 * and a quiet one some hundred.
 */
import type { Draws } from '../draws.ts'
import type { Profile } from '../profile.ts'

/** Exponent of the tail of sizes. */
export const TAIL = 1.45
/** Of an order in floors, with the tail cut at the largest. */
const MEAN = 2.7
const LARGEST = 500
/** Sweeps and packages have several rows. */
const ROWS_PER_ORDER = 1.5
const MAX_ORDERS = 13_000
const FLOORS = [1, 2, 3, 4, 5, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200]

export interface TapeScale {
  /** Contracts of the smallest order that the tape lists. */
  readonly floor: number
  /** Part of the volume that is listed, on average, and part that is surely not. */
  readonly listed: number
  readonly unlisted: number
}

export function tapeScale({ optionVolume }: Pick<Profile, 'optionVolume'>): TapeScale {
  const rows = Math.min(Math.max(1500 * (optionVolume / 10_000) ** 0.36, 400), 15_000)
  const wanted = ((0.8 * optionVolume * ROWS_PER_ORDER) / (MEAN * rows)) ** (1 / TAIL)
  const floor = FLOORS.find((each) => each >= wanted) ?? 200
  const listed = 0.8 * floor ** (1 - TAIL)
  return { floor, listed, unlisted: 0.5 * (1 - listed) }
}

/** Orders of a session with so many contracts. */
export function orderCount({ floor, listed }: TapeScale, dayVolume: number): number {
  return Math.min(Math.round((listed * dayVolume) / (MEAN * floor)), MAX_ORDERS)
}

/** Contracts of an order: mostly round numbers where it is large. */
export function orderSize({ floor }: TapeScale, draws: Draws): number {
  const size = floor * Math.min(draws.share() ** (-1 / TAIL), LARGEST)
  return Math.max(roundedSize(size, draws.share()), floor)
}

export function roundedSize(size: number, chance: number): number {
  const step = size >= 1000 ? 100 : size >= 200 ? 50 : size >= 40 ? 10 : size >= 10 ? 5 : 1
  return chance < 0.6 ? step * Math.max(Math.floor(size / step), 1) : Math.floor(size)
}
