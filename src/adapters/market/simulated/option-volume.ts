/**
 * How the volume of a contract comes in: in equal trades along the volume curve of the day, each contract with a phase
 * of its own. The chain and the tape both count with it. It stands still while the options of the symbol are halted.
 */
import { at } from '../../../domain/pricing/column.ts'
import { mix, uniform } from '../../../lib/seeded-random.ts'
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
