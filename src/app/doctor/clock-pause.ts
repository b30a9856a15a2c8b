import { ClampedClock } from '../../lib/time/clamped-clock.ts'
import type { StoredClock } from '../../store/clock-state.ts'
import { type ClockName, clockAdvice, clockFact } from '../clock/clock-text.ts'
import type { Finding } from './finding.ts'

export interface ClockPauseParts {
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** Whose clock the service follows. */
  readonly name: ClockName
}

/** Whether deletions wait because of a jump of the clock: what the service wrote down, or would find if it started now. */
export function clockPauseFinding(found: StoredClock | null, { now, monotonicMs, name }: ClockPauseParts): Finding[] {
  if (!found) return []
  const { state } = new ClampedClock({
    wallMs: () => now().getTime(),
    monotonicMs,
    steadyMs: monotonicMs,
    last: { state: found.state, seenMs: found.seenAt.getTime() },
  })
  const isSteady = state.standing === 'steady'
  return [
    {
      section: 'Clock',
      name: 'jump',
      state: isSteady ? 'ok' : 'failure',
      text: clockFact(state, name),
      fix: isSteady ? null : clockAdvice(name),
    },
  ]
}
