import { uptime } from 'node:os'
import { type Worker, worker } from '../../lib/node/worker.ts'
import { ClampedClock, type ClockState, CONFIRM_MS, LARGE_JUMP_MS, STEADY } from '../../lib/time/clamped-clock.ts'
import { DAY_MS } from '../../lib/time/duration.ts'
import type { StoredClock } from '../../store/clock-state.ts'
import type { CheckResult } from '../../surfaces/rest/health.ts'
import type { Log } from '../logger.ts'
import type { Store } from '../store/open-store.ts'

/** All processes of a store agree within this time. */
const SYNC_MS = 5_000
const MARK_MS = 60_000
const GRACE_MS = 1_000
const MINUTE_MS = 60_000
const ADVICE = 'If the clock of this machine is right, run: optionwire clock confirm'

/** The time of the service, and whether the wall clock is believed. */
export interface ServiceClock {
  /** Goes on evenly when the wall clock jumps. */
  readonly now: () => Date
  /** False while a jump of the wall clock waits for confirmation. */
  readonly isSteady: () => boolean
  /** False then, and after a gap in which the clock may have changed: what is deleted by age waits. */
  readonly mayDelete: () => boolean
  readonly check: () => CheckResult
  /** Believes the wall clock, in all processes of the store. */
  confirm(): Promise<void>
  /** Compares the clocks from now on, and stores what is believed. */
  watch(): Promise<Worker>
}

export interface ServiceClockParts {
  readonly wallNow: () => Date
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
    check: () => checkOf(STEADY),
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
  readonly check = () => checkOf(this.#state())
  readonly #parts: ServiceClockParts
  readonly #clock: ClampedClock
  /** What this process found at its start. */
  readonly #found: StoredClock | null
  #known: Pick<StoredClock, 'revision' | 'state'> | null
  #markedMs = Number.NEGATIVE_INFINITY

  constructor(parts: ServiceClockParts, found: StoredClock | null) {
    const { wallNow, monotonicMs, steadyMs } = parts
    const last = found && { state: found.state, seenMs: found.seenAt.getTime() }
    this.#parts = parts
    this.#found = found
    this.#known = found
    this.#clock = new ClampedClock({ wallMs: () => wallNow().getTime(), monotonicMs, steadyMs, last })
  }

  /** Of this moment: the time is read first, which notices a jump at once. */
  #state(): ClockState {
    this.#clock.nowMs()
    return this.#clock.state
  }

  /** Written whatever a comparison at the same time finds, which then follows it. */
  async confirm(): Promise<void> {
    const { store, wallNow } = this.#parts
    for (;;) {
      const revision = (await store.clockState.read())?.revision ?? 0
      if (await store.clockState.change(revision, STEADY, wallNow())) break
    }
    this.#clock.adopt(STEADY)
  }

  async watch(): Promise<Worker> {
    const { log, monotonicMs } = this.#parts
    const step = () => this.#sync()
    while (await step());
    const onError = (error: unknown) => log.error({ err: error, worker: 'clock' }, 'comparing the clocks failed')
    const loop = worker({ name: 'clock', step, idleMs: SYNC_MS, graceMs: GRACE_MS, monotonicMs, onError })
    loop.start()
    return loop
  }

  /**
   * What other processes have decided, then what this one has noticed, else the mark. True if another process was faster
   * and this one has to look again.
   */
  async #sync(): Promise<boolean> {
    this.#clock.observe()
    await this.#adopt()
    const { state } = this.#clock
    if (!this.#known || !isSame(this.#known.state, state)) return !(await this.#publish(state))
    await this.#mark(state, this.#known.revision)
    return false
  }

  async #adopt(): Promise<void> {
    const theirs = await this.#parts.store.clockState.read()
    if (!theirs || theirs.revision === this.#known?.revision) return
    this.#known = theirs
    if (isSame(this.#clock.state, theirs.state)) return
    this.#clock.adopt(theirs.state)
    this.#parts.log.warn(sentenceOf(theirs.state))
  }

  async #publish(state: ClockState): Promise<boolean> {
    const { store, log, monotonicMs } = this.#parts
    const revision = this.#known?.revision ?? 0
    // After a doubtful start the mark stays: the next start compares with it.
    const seenAt = state.slackMs === 0 ? this.now() : (this.#found?.seenAt ?? this.now())
    if (!(await store.clockState.change(revision, state, seenAt))) return false
    if (this.#known) log.warn(sentenceOf(state))
    this.#known = { revision: revision + 1, state }
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

/** Never unready: whoever takes the service away because of its clock serves nobody. */
function checkOf(state: ClockState): CheckResult {
  return { ok: true, detail: sentenceOf(state) }
}

function sentenceOf({ standing, jumpMs }: ClockState): string {
  if (standing === 'steady') return 'The clock of this machine is believed.'
  if (standing === 'gap') {
    const days = Math.round(jumpMs / DAY_MS)
    return `By the clock of this machine, the service last ran ${days} days ago. Nothing is deleted by age for a day. ${ADVICE}`
  }
  const minutes = Math.round(Math.abs(jumpMs) / MINUTE_MS)
  const jump = `The clock of this machine jumped ${minutes} minutes ${jumpMs > 0 ? 'forward' : 'back'}.`
  const isSmall = Math.abs(jumpMs) < LARGE_JUMP_MS
  const end = isSmall
    ? `The clock is believed after ${CONFIRM_MS / MINUTE_MS} minutes without another jump.`
    : 'So large a jump must be confirmed.'
  return `${jump} The time of the service goes on as before; deletions by age, digests and trade ideas wait. ${end} ${ADVICE}`
}
