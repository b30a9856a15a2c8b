import type { CheckResult } from '../../surfaces/rest/health.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Config } from '../settings/config.ts'
import { type ClockName, MACHINE } from './clock-text.ts'

const READ_MS = 10_000
/** From then on the service is not ready: it may have left the time of the other processes. */
const MAX_UNREAD_MS = 60_000
/** From this difference on the operator should know. */
const MAX_SKEW_MS = 2_000

/** The clock that the service begins with, before it judges whether to believe it. */
export interface WallClock {
  readonly name: ClockName
  readonly now: () => Date
  /** Null where there is nothing to say. */
  readonly check: () => CheckResult | null
}

export interface OwnWallClockParts {
  readonly monotonicMs: () => number
  /** A command is too short to read the clock again. */
  readonly isService: boolean
}

/**
 * The clock of the database where there is one, so that machines need not agree; else that of this machine. Throws
 * `unavailable` where the database cannot be asked.
 */
export async function ownWallClock(
  life: Lifecycle,
  { secrets: { databaseDirectUrl: url } }: Pick<Config, 'secrets'>,
  { monotonicMs, isService }: OwnWallClockParts,
): Promise<WallClock> {
  if (url === undefined) return machineClock()
  const { serverClock } = await import('../../store/postgres/server-clock.ts')
  const readEveryMs = isService ? READ_MS : undefined
  const clock = life.own('clock of the database', await serverClock({ url, monotonicMs, readEveryMs }), (it) =>
    it[Symbol.asyncDispose](),
  )
  return {
    name: 'the database',
    now: () => new Date(clock.nowMs()),
    check: () => checkOf({ unreadMs: clock.unreadMs(), aheadMs: Date.now() - clock.nowMs() }),
  }
}

export function machineClock(now = () => new Date()): WallClock {
  return { name: MACHINE, now, check: () => null }
}

function checkOf({ unreadMs, aheadMs }: { readonly unreadMs: number; readonly aheadMs: number }): CheckResult | null {
  if (unreadMs > MAX_UNREAD_MS) {
    return { ok: false, detail: `The clock of the database could not be read for ${seconds(unreadMs)}.` }
  }
  if (Math.abs(aheadMs) <= MAX_SKEW_MS) return null
  const where = aheadMs > 0 ? 'ahead of' : 'behind'
  return {
    ok: true,
    detail: `The clock of this machine is ${seconds(aheadMs)} ${where} that of the database, which the service follows.`,
  }
}

function seconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1000)} seconds`
}
