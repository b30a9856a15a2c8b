/** The other legs of orders that trade several contracts of one symbol at once: verticals, straddles and calendars. */
import { at } from '../../../../pricing/column.ts'
import type { Board } from '../chain/board.ts'
import type { Draws } from '../draws.ts'

export interface PackageLeg {
  readonly row: number
  /** Contracts per contract of the first leg. */
  readonly ratio: number
  readonly side: 1 | -1
}

const WIDEST_STEPS = 5

/** Two or three legs, the first in the contract of the order; null where the strike or the date has no partner. */
export function packageLegs(board: Board, row: number, side: 1 | -1, draws: Draws): readonly PackageLeg[] | null {
  const chance = draws.share()
  const first = { row, ratio: 1, side }
  const opposite = side === 1 ? -1 : 1
  if (chance < 0.55) {
    const partner = otherStrike(board, row, draws)
    const ratio = draws.share() < 0.15 ? 2 : 1
    return partner === null ? null : [first, { row: partner, ratio, side: opposite }]
  }
  if (chance < 0.8) return [first, { row: otherRight(board, row), ratio: 1, side }]
  const later = laterTwin(board, row, draws)
  return later === null ? null : [first, { row: later, ratio: 1, side: opposite }]
}

/** The same right and expiration, some strikes away. */
function otherStrike({ layout, starts }: Board, row: number, draws: Draws): number | null {
  const expiration = layout.contracts.expirationIndex[row] ?? 0
  const away = 2 * draws.whole(1, WIDEST_STEPS) * (draws.share() < 0.5 ? 1 : -1)
  const other = row + away
  return other >= (starts[expiration] ?? 0) && other < (starts[expiration + 1] ?? 0) ? other : null
}

/** Rows come in pairs of a call and the put of the same strike. */
function otherRight({ layout }: Board, row: number): number {
  return layout.contracts.isCall[row] === 1 ? row + 1 : row - 1
}

/** The same right and strike on one of the next dates. */
function laterTwin({ layout, starts }: Board, row: number, draws: Draws): number | null {
  const { strike, expirationIndex, isCall } = layout.contracts
  const own = expirationIndex[row] ?? 0
  let expiration = own + draws.whole(1, 3)
  // Morning and afternoon settlement of one day follow each other.
  if (layout.expirations[expiration]?.expirationDate === layout.expirations[own]?.expirationDate) expiration++
  let low = starts[expiration] ?? 0
  const end = starts[expiration + 1] ?? low
  let high = end
  while (low < high) {
    const middle = low + 2 * Math.floor((high - low) / 4)
    if (at(strike, middle) < at(strike, row)) low = middle + 2
    else high = middle
  }
  if (!(low < end && at(strike, low) === at(strike, row))) return null
  return isCall[row] === 1 ? low : low + 1
}
