import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { type Step, type Worker, worker } from '../../lib/node/worker.ts'
import { HOUR_MS } from '../../lib/time/duration.ts'
import type { CheckResult, ReadinessCheck } from '../../surfaces/rest/health.ts'
import type { Parts } from '../parts.ts'
import { IN_MEMORY } from '../store/open-store.ts'
import { backupName, backupsIn, backupTimeMs, isDraft } from './backup-names.ts'
import { backUpInThread } from './backup-thread.ts'

/** Whether a backup is due is looked up so often. */
const IDLE_MS = 60_000
/** After a failure, so that a full disk is not written to all the time. */
const RETRY_MS = 15 * 60_000
/** A copy that is not complete at the stop is given up: the one before remains. */
const GRACE_MS = 2_000
/** Backups that are this many times overdue are reported. */
const MAX_OVERDUE = 2

export interface BackupKeeper {
  /** Makes a backup if one is due. */
  readonly step: Step
  readonly worker: Worker
  readonly check: ReadinessCheck
  /** Milliseconds since the newest backup was made; null without one. */
  readonly ageMs: () => number | null
  readonly everyMs: number
  /** Whether the last attempt failed. */
  readonly hasFailed: () => boolean
}

/** What the keeper uses of the parts of the service. */
export type BackupParts = Pick<Parts, 'clock' | 'log' | 'monotonicMs'> & {
  readonly config: Pick<Parts['config'], 'databasePath' | 'backup'>
}

/**
 * Copies the store into BACKUP_DIR every BACKUP_EVERY and keeps the newest BACKUP_KEEP copies. What is due follows from
 * the names in the folder, so a restart changes nothing. Undefined without BACKUP_DIR, and for a store without a file.
 */
export function backupKeeper({ config, clock, log, monotonicMs }: BackupParts): BackupKeeper | undefined {
  const { databasePath, backup } = config
  if (!backup || databasePath === null || databasePath === IN_MEMORY) return undefined
  const path = databasePath
  const { folder, everyMs, keep } = backup
  let failedAtMs = Number.NEGATIVE_INFINITY
  let hasFailed = false

  const namesInFolder = () => (existsSync(folder) ? backupsIn(readdirSync(folder)) : [])
  /** Backups of the future are from before the clock was set back. */
  const ageMs = () => {
    const nowMs = clock.now().getTime()
    const past = namesInFolder().find((name) => backupTimeMs(name) <= nowMs)
    return past === undefined ? null : nowMs - backupTimeMs(past)
  }
  const isDue = () => (ageMs() ?? Number.POSITIVE_INFINITY) >= everyMs

  async function backUpNow(signal: AbortSignal): Promise<void> {
    if (!existsSync(folder)) {
      throw new AppError('unavailable', 'The folder of BACKUP_DIR does not exist. Create it, or set another one.')
    }
    // What a copy left that was interrupted.
    for (const name of readdirSync(folder)) if (isDraft(name)) rmSync(join(folder, name))
    const name = backupName(clock.now())
    const startedMs = monotonicMs()
    const bytes = await backUpInThread({ path, file: join(folder, name) }, signal)
    log.info({ name, bytes, ms: Math.round(monotonicMs() - startedMs) }, 'the store was backed up')
    if (clock.mayDelete()) deleteSurplus(name)
  }

  /** Only files with the names of scheduled backups are deleted, and never the one just made. */
  function deleteSurplus(made: string): void {
    const others = namesInFolder().filter((name) => name !== made)
    for (const name of others.slice(keep - 1)) rmSync(join(folder, name))
  }

  async function step(signal: AbortSignal): Promise<boolean> {
    if (monotonicMs() - failedAtMs < RETRY_MS || !clock.isSteady() || !isDue()) return false
    try {
      await backUpNow(signal)
      hasFailed = false
    } catch (error) {
      if (signal.aborted) return false
      failedAtMs = monotonicMs()
      hasFailed = true
      log.error({ err: error }, `No backup was made. It is tried again in ${RETRY_MS / 60_000} minutes.`)
    }
    return false
  }

  /** Always ready: taking the service away would not make a backup. */
  function result(): CheckResult {
    const age = ageMs()
    const found = age === null ? 'There is no backup yet.' : `The newest backup is ${inWords(age)} old.`
    const isOverdue = age !== null && age > MAX_OVERDUE * everyMs
    const due = isOverdue ? ` One is due every ${inWords(everyMs)}.` : ''
    return { ok: true, detail: `${found}${due}${hasFailed ? ' The last attempt failed: see the log.' : ''}` }
  }

  return {
    step,
    worker: worker({
      name: 'backups',
      step,
      idleMs: IDLE_MS,
      graceMs: GRACE_MS,
      monotonicMs,
      onError: (error) => log.error({ err: error, worker: 'backups' }, 'the worker of backups failed'),
    }),
    check: { name: 'backups', run: async () => result() },
    ageMs,
    everyMs,
    hasFailed: () => hasFailed,
  }
}

function inWords(ms: number): string {
  return ms < HOUR_MS ? `${Math.max(0, Math.round(ms / 60_000))} minutes` : `${Math.round(ms / HOUR_MS)} hours`
}
