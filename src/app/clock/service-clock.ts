import { uptime } from 'node:os'
import { AppError } from '../../lib/errors.ts'
import { type Worker, worker } from '../../lib/node/worker.ts'
import { ClampedClock, type ClockState, STEADY } from '../../lib/time/clamped-clock.ts'
import { MINUTE_MS } from '../../lib/time/duration.ts'
import type { StoredClock } from '../../store/clock-state.ts'
import type { CheckResult } from '../../surfaces/rest/health.ts'
import type { Log } from '../logger.ts'
import type { Store } from '../store/open-store.ts'
import { clockSentence, MACHINE } from './clock-text.ts'
import type { WallClock } from './wall-clock.ts'

/** Between two comparisons of a process, so that all processes of a store agree within this time. */
const SYNC_MS = 5_000
/** Between two writings of the mark: the time at which a service last ran, with which the next start compares. */
const MARK_MS = 60_000
/** For the last comparison, when the service stops. */
const GRACE_MS = 1_000
/** Of writing what is believed, while other processes write it, too: each of them does so once for a jump. */
const MAX_TRIES = 100

/** The time of the service, and whether the wall clock is believed. */
export interface ServiceClock {
  /** Goes on evenly when the wall clock jumps. */
  readonly now: () => Date
  /** False while a jump of the wall clock waits for confirmation. */
  readonly isSteady: () => boolean
  /** False then, and after a gap in which the clock may have changed: what is deleted by age waits. */
  readonly mayDelete: () => boolean
  readonly check: () => CheckResult
  /** Believes the wall clock, in all processes of the store. Throws `unavailable` when others keep writing, too. */
  confirm(): Promise<void>
  /** Compares the clocks from now on, and stores what is believed. */
  watch(): Promise<Worker>
}

export interface ServiceClockParts {
  readonly wall: WallClock
  readonly monotonicMs: () => number
  /** Counts on while the machine sleeps, which the monotonic clock of Linux does not. */
  readonly steadyMs: () => number
  readonly store: Pick<Store, 'clockState'>
  readonly log: Log
}

/** Time since the machine was started, with its sleep. */
export function machineMs(): number {
  return uptime() * 1000
}

/** A clock that is believed, whatever it shows. */
export function believedClock(now: () => Date): ServiceClock {
  return {
    now,
    isSteady: () => true,
    mayDelete: () => true,
    check: () => ({ ok: true, detail: clockSentence(STEADY, MACHINE) }),
    confirm: async () => undefined,
    watch: () => Promise.reject(new Error('a clock that is always believed is not watched')),
  }
}

export async function serviceClock(parts: ServiceClockParts): Promise<ServiceClock> {
  return new WatchedClock(parts, await parts.store.clockState.read())
}

class WatchedClock implements ServiceClock {
  readonly now = () => new Date(this.#clock.nowMs())
  readonly isSteady = () => this.#state().standing !== 'jumped'
  readonly mayDelete = () => this.#state().standing === 'steady'
  readonly #parts: ServiceClockParts
  readonly #clock: ClampedClock
  /** What the store held when this process started; null for a new store. */
  readonly #atStart: StoredClock | null
  /** What the store held when this process last read or wrote it. */
  #inStore: Pick<StoredClock, 'revision' | 'state'> | null
  /** Of the monotonic clock. */
  #markedMs = Number.NEGATIVE_INFINITY

  constructor(parts: ServiceClockParts, found: StoredClock | null) {
    const { wall, monotonicMs, steadyMs } = parts
    const last = found && { state: found.state, seenMs: found.seenAt.getTime() }
    this.#parts = parts
    this.#atStart = found
    this.#inStore = found
    this.#clock = new ClampedClock({ wallMs: () => wall.now().getTime(), monotonicMs, steadyMs, last })
  }

  /** Of this moment: the time is read first, which notices a jump at once. */
  #state(): ClockState {
    this.#clock.nowMs()
    return this.#clock.state
  }

  /** A jump alone never makes it unready: whoever takes the service away because of its clock serves nobody. */
  check(): CheckResult {
    const sentence = this.#sentence(this.#state())
    const found = this.#parts.wall.check()
    return found ? { ok: found.ok, detail: `${found.detail} ${sentence}` } : { ok: true, detail: sentence }
  }

  #sentence(state: ClockState): string {
    return clockSentence(state, this.#parts.wall.name)
  }

  /** Written whatever a comparison at the same time finds, which then follows it. */
  async confirm(): Promise<void> {
    const { store, wall } = this.#parts
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const revision = (await store.clockState.read())?.revision ?? 0
      if (!(await store.clockState.change(revision, STEADY, wall.now()))) continue
      this.#clock.adopt(STEADY)
      return
    }
    throw new AppError('unavailable', 'Other processes of this store keep writing what they believe. Try again.')
  }

  async watch(): Promise<Worker> {
    const { log, monotonicMs } = this.#parts
    const step = () => this.#sync()
    for (let tries = 0; tries < MAX_TRIES && (await step()); tries++);
    const onError = (error: unknown) => log.error({ err: error, worker: 'clock' }, 'comparing the clocks failed')
    const loop = worker({ name: 'clock', step, idleMs: SYNC_MS, graceMs: GRACE_MS, monotonicMs, onError })
    loop.start()
    return loop
  }

  /**
   * One comparison: takes over what other processes have decided, then writes what this one has noticed, or the mark if
   * nothing is new. True if another process wrote first, so that this one has to look again.
   */
  async #sync(): Promise<boolean> {
    this.#clock.observe()
    await this.#adopt()
    const { state } = this.#clock
    if (!this.#inStore || !isSame(this.#inStore.state, state)) return !(await this.#publish(state))
    await this.#mark(state, this.#inStore.revision)
    return false
  }

  /** Of two processes that notice one jump, the later one takes over what the first one wrote. */
  async #adopt(): Promise<void> {
    const theirs = await this.#parts.store.clockState.read()
    if (!theirs || theirs.revision === this.#inStore?.revision) return
    this.#inStore = theirs
    if (isSame(this.#clock.state, theirs.state)) return
    this.#clock.adopt(theirs.state)
    this.#parts.log.warn(this.#sentence(theirs.state))
  }

  /** False if another process wrote first. */
  async #publish(state: ClockState): Promise<boolean> {
    const { store, log, monotonicMs } = this.#parts
    const revision = this.#inStore?.revision ?? 0
    // After a doubtful start the mark stays: the next start compares with it.
    const seenAt = state.slackMs === 0 ? this.now() : (this.#atStart?.seenAt ?? this.now())
    if (!(await store.clockState.change(revision, state, seenAt))) return false
    if (this.#inStore) log.warn(this.#sentence(state))
    this.#inStore = { revision: revision + 1, state }
    this.#markedMs = monotonicMs()
    return true
  }

  async #mark({ slackMs }: ClockState, revision: number): Promise<void> {
    const { store, monotonicMs } = this.#parts
    if (slackMs > 0 || monotonicMs() - this.#markedMs < MARK_MS) return
    await store.clockState.mark(revision, this.now())
    this.#markedMs = monotonicMs()
  }
}

function isSame(a: ClockState, b: ClockState): boolean {
  // Two processes notice one jump a moment apart.
  return a.standing === b.standing && a.slackMs === b.slackMs && Math.abs(a.jumpMs - b.jumpMs) < MINUTE_MS
}
