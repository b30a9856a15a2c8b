/**
 * Whether a value has crossed its level since it was last known. Near the level a value moves to and fro; so after a
 * crossing the rule rings again only once the value was the re-arm distance away from the level.
 */
import type { LevelSide } from './level-kinds.ts'

export interface LevelReading {
  /** NaN where it is unknown. */
  readonly value: number
  /** In the unit of the value; NaN where it is unknown. */
  readonly level: number
  /** Re-arm distance in the unit of the value, 0 or more. */
  readonly rearm: number
  /** Market time of the value, epoch milliseconds. */
  readonly atMs: number
}

export interface LevelState {
  /** The side of the last crossing, or the first side that was known. */
  readonly side: LevelSide
  /** Whether the next crossing rings at once. */
  readonly isArmed: boolean
  /** The last known value and the level that it was compared with. */
  readonly value: number
  readonly level: number
  readonly atMs: number
}

export interface LevelStep {
  readonly state: LevelState | undefined
  /** The side that the value has reached; null without a crossing. */
  readonly crossed: LevelSide | null
}

/**
 * The state after a reading. An unknown value or level, and a reading that is not later than the last, change nothing.
 * A value on the level is on neither side. The first reading crosses nothing. Within the re-arm distance a disarmed
 * rule crosses nothing; beyond it, on the other side than before, it does. With `keepsLevel` the value is compared with
 * the level of the state, which is replaced by that of the reading while the rule is armed.
 */
export function levelStep(before: LevelState | undefined, reading: LevelReading, keepsLevel = false): LevelStep {
  if (!before) return { state: started(reading), crossed: null }
  if (!isKnown(reading) || reading.atMs <= before.atMs) return { state: before, crossed: null }
  return stepFrom(before, reading, keepsLevel)
}

function stepFrom(before: LevelState, reading: LevelReading, keepsLevel: boolean): LevelStep {
  const { value, atMs } = reading
  const level = keepsLevel ? before.level : reading.level
  if (value === level) return { state: { ...before, value, level, atMs }, crossed: null }
  const side = sideOf(value, level)
  const isClear = Math.abs(value - level) >= reading.rearm
  const hasCrossed = side !== before.side && (before.isArmed || isClear)
  const isArmed = isClear || (before.isArmed && !hasCrossed)
  const state = { side: hasCrossed ? side : before.side, isArmed, value, level, atMs }
  return { state: keepsLevel && isArmed ? relevelled(state, reading.level) : state, crossed: hasCrossed ? side : null }
}

function isKnown({ value, level }: LevelReading): boolean {
  return !Number.isNaN(value) && !Number.isNaN(level)
}

function started(reading: LevelReading): LevelState | undefined {
  const { value, level, atMs } = reading
  return !isKnown(reading) || value === level
    ? undefined
    : { side: sideOf(value, level), isArmed: true, value, level, atMs }
}

function relevelled(state: LevelState, level: number): LevelState {
  return state.value === level ? state : { ...state, level, side: sideOf(state.value, level) }
}

function sideOf(value: number, level: number): LevelSide {
  return value > level ? 'above' : 'below'
}
