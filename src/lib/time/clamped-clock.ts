import { DAY_MS, HOUR_MS } from './duration.ts'

/** Wall clock and steady clock may differ so much in a day: more is a jump. */
export const JUMP_MS = HOUR_MS
/** A jump that is smaller is believed once the clock has run evenly for `CONFIRM_MS`; a larger one needs a person. */
export const LARGE_JUMP_MS = DAY_MS
export const CONFIRM_MS = HOUR_MS
/** A machine that was off for longer may as well have a wrong clock. */
export const LONG_GAP_MS = 30 * DAY_MS
export const GAP_CONFIRM_MS = DAY_MS

/**
 * `steady`: the wall clock is believed. `jumped`: it is not, and time goes on from before the jump. `gap`: the wall
 * clock is used, but was last seen so long ago that nothing is deleted by it.
 */
export type ClockStanding = 'steady' | 'jumped' | 'gap'

export interface ClockState {
  readonly standing: ClockStanding
  /** The wall clock minus the believed time; 0 while it is steady. */
  readonly jumpMs: number
  /** How far the believed time may lag behind the true one, because nothing ran for an unknown time. */
  readonly slackMs: number
}

export interface ClampedClockParts {
  readonly wallMs: () => number
  /** Cheap, and may stand still while the machine sleeps. */
  readonly monotonicMs: () => number
  /** Counts on while the machine sleeps, and is read when it matters. */
  readonly steadyMs: () => number
  /** The state of the last run, and its mark: the last time that it believed. Null for a new store. */
  readonly last: { readonly state: ClockState; readonly seenMs: number } | null
}

export const STEADY: ClockState = { standing: 'steady', jumpMs: 0, slackMs: 0 }

/**
 * A clock that does not follow a wall clock that jumps. It compares the wall clock with a clock that cannot be set. After
 * a jump its time goes on as if nothing had happened, until the wall clock comes back, the jump is confirmed, or it is
 * small and the wall clock has run evenly for an hour.
 */
export class ClampedClock {
  readonly #parts: ClampedClockParts
  readonly #startMs: number
  readonly #isNew: boolean
  #state: ClockState
  /** Both clocks at the start of the current comparison, which takes a day: more drift than `JUMP_MS` in it is a jump. */
  #compared: { readonly wallMs: number; readonly steadyMs: number }
  /** The same with the cheap clock, at the last comparison. */
  #lastRead: { readonly wallMs: number; readonly monotonicMs: number }
  /** By the steady clock, when the state began. */
  #sinceMs: number

  constructor(parts: ClampedClockParts) {
    this.#parts = parts
    this.#isNew = parts.last === null
    const wallMs = parts.wallMs()
    this.#startMs = parts.steadyMs()
    this.#sinceMs = this.#startMs
    this.#compared = { wallMs, steadyMs: this.#startMs }
    this.#lastRead = { wallMs, monotonicMs: parts.monotonicMs() }
    this.#state = parts.last === null ? STEADY : stateAtStart(parts.last, wallMs)
  }

  get state(): ClockState {
    return this.#state
  }

  /** The believed time. Looks at the cheap clock alone, and compares where the wall clock has left it. */
  nowMs(): number {
    const wallMs = this.#parts.wallMs()
    const last = this.#lastRead
    const isEven = Math.abs(wallMs - last.wallMs - (this.#parts.monotonicMs() - last.monotonicMs)) <= JUMP_MS
    if (!isEven) this.observe()
    return this.#state.standing === 'jumped' ? wallMs - this.#state.jumpMs : wallMs
  }

  /** Compares the clocks. To be called more often than once an hour. */
  observe(): void {
    const wallMs = this.#parts.wallMs()
    const steadyMs = this.#parts.steadyMs()
    this.#lastRead = { wallMs, monotonicMs: this.#parts.monotonicMs() }
    const passedMs = steadyMs - this.#compared.steadyMs
    const driftMs = wallMs - this.#compared.wallMs - passedMs
    if (Math.abs(driftMs) > JUMP_MS) {
      this.#compared = { wallMs, steadyMs }
      // A new store has nothing to lose, and machines without a battery set their clock soon after their start.
      const isYoung = this.#isNew && steadyMs - this.#startMs < CONFIRM_MS
      this.#become(isYoung ? STEADY : stateAfter(this.#state, driftMs))
    } else if (passedMs >= DAY_MS) {
      this.#compared = { wallMs, steadyMs }
    }
    if (isConfirmedBy(this.#state, steadyMs - this.#sinceMs)) this.#become(STEADY)
  }

  /** Takes over what somebody else believes: another process, or whoever confirms the wall clock. */
  adopt(state: ClockState): void {
    this.#become(state)
  }

  #become(state: ClockState): void {
    this.#state = state
    this.#sinceMs = this.#parts.steadyMs()
    this.#compared = { wallMs: this.#parts.wallMs(), steadyMs: this.#sinceMs }
  }
}

/** The longest jump that time alone confirms is as long as a person may be away for a night, not for a weekend. */
function isConfirmedBy({ standing, jumpMs }: ClockState, evenMs: number): boolean {
  if (standing === 'gap') return evenMs >= GAP_CONFIRM_MS
  return standing === 'jumped' && Math.abs(jumpMs) < LARGE_JUMP_MS && evenMs >= CONFIRM_MS
}

/** `driftMs`: by how much the wall clock has jumped since the last state. */
function stateAfter({ standing, jumpMs, slackMs }: ClockState, driftMs: number): ClockState {
  const nextMs = jumpMs + driftMs
  if (nextMs >= -JUMP_MS && nextMs <= JUMP_MS + slackMs) return STEADY
  // Time that was already shown is not taken back for a gap that only grew.
  return { standing: standing === 'gap' && nextMs > 0 ? 'gap' : 'jumped', jumpMs: nextMs, slackMs }
}

/** What a start believes: the time that the wall clock says has passed since the last mark may be a jump, or a long pause. */
function stateAtStart({ state, seenMs }: NonNullable<ClampedClockParts['last']>, wallMs: number): ClockState {
  const sinceMs = wallMs - seenMs
  const slackMs = LONG_GAP_MS
  if (state.standing === 'jumped' && isPlausible(sinceMs - state.jumpMs)) return { ...state, slackMs }
  if (isPlausible(sinceMs)) return STEADY
  return { standing: sinceMs < 0 ? 'jumped' : 'gap', jumpMs: sinceMs, slackMs }
}

/** Whether a machine may have been off for so long. */
function isPlausible(gapMs: number): boolean {
  return gapMs >= -JUMP_MS && gapMs <= LONG_GAP_MS
}
