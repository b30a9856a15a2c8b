import { bufferedDestination, createLogger, type Log } from '../logger.ts'
import type { Config } from '../settings/config.ts'
import { type RecentErrors, recentErrors } from './recent-errors.ts'

export interface Logging {
  readonly log: Log
  readonly recentErrors: RecentErrors
}

/** The log of the process, whose error lines the operator's page shows. */
export function loggingOf({ logLevel }: Pick<Config, 'logLevel'>, given: Partial<Logging>): Logging {
  const errors = given.recentErrors ?? recentErrors()
  return {
    recentErrors: errors,
    log: given.log ?? createLogger(logLevel, errors.watching(bufferedDestination(1))),
  }
}
