import type { Worker } from '../../lib/node/worker.ts'
import type { MarketSource } from '../../market/ports/market-source.ts'
import { errorText } from '../../receiver/domain/error-text.ts'
import type { ReadinessCheck } from '../../surfaces/rest/health.ts'
import { liveIn } from '../live/live-ports.ts'
import type { Config } from '../settings/config.ts'
import { secretTexts } from '../settings/secret-texts.ts'
import type { SettingInForce } from '../settings/settings-in-force.ts'
import { VERSION } from '../version.ts'
import type { LoggedError, RecentErrors } from './recent-errors.ts'

/** What the process runs besides requests. */
interface Work {
  readonly workers: readonly Worker[]
  readonly backups: { readonly check: ReadinessCheck; readonly ageMs: () => number | null } | undefined
}

/** Empty until the service has started. */
export interface RunningWork {
  now(): Work
  /** Returns what it is given. */
  began<Begun extends Work>(work: Begun): Begun
}

export function runningWork(): RunningWork {
  let work: Work = { workers: [], backups: undefined }
  return {
    now: () => work,
    began(begun) {
      work = begun
      return begun
    },
  }
}

/** What operations tell the operator about this process. */
export interface OperatorView {
  readonly version: string
  /** ISO 8601 UTC. */
  readonly startedAt: string
  readonly settings: readonly SettingInForce[]
  /** Whether the setting KILL_SWITCH stops the receiver, whatever the store says. */
  readonly isKilledBySetting: boolean
  readonly dryRun: boolean
  errors(): readonly LoggedError[]
  source(): SourceReport
  workers(): readonly WorkerReport[]
  /** Null where the service makes no backups itself. */
  backups(): Promise<{ readonly ageMs: number | null; readonly detail: string } | null>
}

export interface SourceReport {
  readonly name: string
  readonly state: 'stored' | 'unasked' | 'fine' | 'degraded' | 'down'
  readonly detail: string
  /** ISO 8601 UTC; null before the first answer, and for a source that is in the store or made up. */
  readonly lastAnswerAt: string | null
}

export interface WorkerReport {
  readonly name: string
  /** Failures in a row. */
  readonly failures: number
  /** Null before the first success. */
  readonly sinceSuccessMs: number | null
}

interface ViewParts {
  readonly config: Config
  readonly market: MarketSource
  readonly recentErrors: RecentErrors
  readonly running: RunningWork
  readonly now: () => Date
}

export function operatorView({ config, market, recentErrors, running, now }: ViewParts): OperatorView {
  const secrets = secretTexts(config)
  const safe = (text: string) => errorText(text, secrets)
  return {
    version: VERSION,
    startedAt: now().toISOString(),
    settings: config.settings,
    isKilledBySetting: config.receiver.guards.killSwitch,
    dryRun: config.receiver.dryRun,
    errors: () =>
      recentErrors.list().map(({ message, error, ...rest }) => ({
        ...rest,
        message: safe(message),
        error: error === null ? null : safe(error),
      })),
    source: () => sourceReport(market),
    workers: () => running.now().workers.map(({ name, health }) => workerReport(name, health())),
    async backups() {
      const { backups } = running.now()
      if (!backups) return null
      const { detail } = await backups.check.run(AbortSignal.timeout(2_000))
      return { ageMs: backups.ageMs(), detail }
    },
  }
}

function sourceReport(market: MarketSource): SourceReport {
  const live = liveIn(market)
  if (!live) {
    return { name: market.name, state: 'stored', detail: market.notice ?? 'It needs no vendor.', lastAnswerAt: null }
  }
  const { state, detail, lastGoodMs } = live.sourceHealth()
  const lastAnswerAt = Number.isNaN(lastGoodMs) ? null : new Date(lastGoodMs).toISOString()
  return { name: live.name, state, detail, lastAnswerAt }
}

function workerReport(name: string, { failures, sinceSuccessMs }: ReturnType<Worker['health']>): WorkerReport {
  return { name, failures, sinceSuccessMs }
}
