import type { DatabaseConnection } from 'kysely'
import { AppError } from '../lib/errors.ts'

const RETRY_AFTER_S = 5

/** The connection of a store that is closing: every statement on it is refused. */
export const CLOSED: DatabaseConnection = { executeQuery: refuse, streamQuery: refuse }

function refuse(): never {
  const message = 'The service is stopping. Ask again once it runs.'
  throw new AppError('unavailable', message, { retryAfterS: RETRY_AFTER_S })
}
