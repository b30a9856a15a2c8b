/** What is said of the clock, in the log, the readiness, `optionwire clock` and `optionwire doctor`. */
import { type ClockState, CONFIRM_MS, LARGE_JUMP_MS } from '../../lib/time/clamped-clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time/duration.ts'

/** Whose clock it is. */
export type ClockName = 'this machine' | 'the database'

export const MACHINE: ClockName = 'this machine'

export function clockAdvice(name: ClockName): string {
  return `If the clock of ${name} is right, run: optionwire clock confirm`
}

/** With the advice where there is something to do. */
export function clockSentence(state: ClockState, name: ClockName): string {
  return state.standing === 'steady' ? clockFact(state, name) : `${clockFact(state, name)} ${clockAdvice(name)}`
}

/** What is believed, why, and what waits meanwhile. */
export function clockFact({ standing, jumpMs }: ClockState, name: ClockName): string {
  if (standing === 'steady') return `The clock of ${name} is believed.`
  if (standing === 'gap') {
    const days = Math.round(jumpMs / DAY_MS)
    return `By the clock of ${name}, the service last ran ${days} days ago. Nothing is deleted by age for a day.`
  }
  const jump = `The clock of ${name} jumped ${sizeOf(Math.abs(jumpMs))} ${jumpMs > 0 ? 'forward' : 'back'}.`
  const isSmall = Math.abs(jumpMs) < LARGE_JUMP_MS
  const end = isSmall
    ? `The clock is believed after ${CONFIRM_MS / MINUTE_MS} minutes without another jump.`
    : 'So large a jump must be confirmed.'
  return `${jump} The time of the service goes on as before; deletions by age, digests and trade ideas wait. ${end}`
}

function sizeOf(ms: number): string {
  if (ms < LARGE_JUMP_MS) return `${Math.round(ms / MINUTE_MS)} minutes`
  return ms < 3 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`
}
