import { AppError } from '../../lib/errors.ts'
import type { Parts } from '../parts.ts'
import { completeMetrics } from './complete-metrics.ts'

/**
 * Imports the chains of REPLAY_PATH before the first request. Imported files are not read again, so a second start only
 * checks the files.
 */
export async function importReplayPath({ config, store, now, newId, log }: Parts): Promise<void> {
  const { source, replayPath } = config.market
  if (source !== 'replay' || replayPath === undefined) return
  // The readers of all formats, which no other start needs.
  const { importFiles } = await import('./import-files.ts')
  const reports = await importFiles({ store, now, newId }, { kind: 'chain', files: [replayPath] })
  for (const { file, status, reason, taken, sessions } of reports) {
    log[status === 'refused' ? 'warn' : 'info']({ file, status, reason, taken, sessions }, 'replay file')
  }
  if (reports.every(({ status }) => status === 'refused')) {
    throw new AppError('unavailable', 'REPLAY_PATH contains no readable option chains. The log gives the reasons.')
  }
}

/**
 * Computes missing metrics of a store that an older version wrote, so that the first answers have a history. Live
 * sources store sessions too.
 */
export async function completeStoredMetrics({ market, store, log }: Parts): Promise<void> {
  if (!market.capabilities.readsStore) return
  const sessions = await completeMetrics(store, {
    onFailure: (error, { symbol, sessionDate }) =>
      log.error({ err: error, symbol, sessionDate }, 'a chain cannot be valued'),
  })
  if (sessions > 0) log.info({ sessions }, 'daily metrics completed')
}
