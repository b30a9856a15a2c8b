import { AppError } from '../../domain/errors.ts'
import type { Parts } from '../parts.ts'
import { completeMetrics } from './complete-metrics.ts'
import { importFiles } from './import-files.ts'

/**
 * Chains of REPLAY_PATH are in the store before the first request. What was imported before is not read again, so a
 * second start costs no more than looking at the files.
 */
export async function importReplayPath({ config, store, now, newId, log }: Parts): Promise<void> {
  const { source, replayPath } = config.market
  if (source !== 'replay' || replayPath === undefined) return
  const reports = await importFiles({ store, now, newId }, { kind: 'chain', files: [replayPath] })
  for (const { file, status, reason, taken, sessions } of reports) {
    log[status === 'refused' ? 'warn' : 'info']({ file, status, reason, taken, sessions }, 'replay file')
  }
  if (reports.every(({ status }) => status === 'refused')) {
    throw new AppError('unavailable', 'Nothing under REPLAY_PATH could be read as option chains: the log says why.')
  }
}

/** So that the first answers already have the history of a store that an older version wrote; live sources keep one too. */
export async function completeReplayMetrics({ config, store, log }: Parts): Promise<void> {
  if (config.market.source === 'simulated') return
  const sessions = await completeMetrics(store, {
    onFailure: (error, { symbol, sessionDate }) =>
      log.error({ err: error, symbol, sessionDate }, 'a chain has no value'),
  })
  if (sessions > 0) log.info({ sessions }, 'daily metrics completed')
}
