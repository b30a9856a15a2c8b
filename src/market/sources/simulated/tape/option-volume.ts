/**
 * Intraday volume of a contract: equal trades along the volume curve of the day, with a phase per contract. Used by
 * both the chain and the tape. It does not grow during a trading halt.
 */

import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import { at } from '../../../../pricing/column.ts'
import type { Activity } from './activity.ts'
import { doneShare } from './volume-curve.ts'

/** No option of the symbol trades from the first instant up to, and without, the last. */
export interface Halt {
  readonly fromMs: number
  readonly toMs: number
}

interface Span {
  readonly openMs: number
  readonly closeMs: number
}

/** Share of the session's volume that is done at an instant of it. */
export function volumeShare({ openMs, closeMs }: Span, halts: readonly Halt[], ms: number): number {
  const halt = haltAt(halts, ms)
  return doneShare((Math.min(halt?.fromMs ?? ms, closeMs) - openMs) / (closeMs - openMs))
}

export function haltAt(halts: readonly Halt[], ms: number): Halt | undefined {
  return halts.length === 0 ? undefined : halts.find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)
}

export function tradePhase({ streams }: Activity, row: number, index: number): number {
  return uniform(mix(streams[row] ?? 0, index))
}

/** Trades of a contract when a share of the day's volume is done. */
export function tradesDone({ trades }: Activity, row: number, phase: number, done: number): number {
  return Math.min(Math.floor(at(trades, row) * done + phase), at(trades, row))
}

/** Contracts in so many trades. */
export function volumeOf({ trades, dayVolume }: Activity, row: number, trade: number): number {
  const all = at(trades, row)
  return all > 0 ? Math.floor((at(dayVolume, row) * trade) / all) : 0
}
