import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { redactFields } from '../lib/redact-fields.ts'
import type { Config } from './config.ts'

export type Log = Logger

/**
 * The one log, as JSON lines. What people send as credentials never reaches it, whatever object it hides in. Censored
 * here and not by the logger's own paths, which cost more than answering a request.
 */
const SECRET_NAMES = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'x-user-token',
  'x-bot-secret',
  'password',
  'token',
  'secret',
  'signing_secret',
  'smtpurl',
  'webhook_url',
])

export function createLogger(level: Config['logLevel'], destination: DestinationStream = gathered(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields) => redactFields(fields, SECRET_NAMES) },
    serializers: { err: (error: Error) => redactFields(pino.stdSerializers.err(error), SECRET_NAMES) },
  }
  return pino(options, destination)
}

const GATHERED_BYTES = 8192
const GATHERED_MS = 100

/**
 * Lines go out together, at the latest after a tenth of a second and at the end of the process: a write of its own for
 * each request would cost more than the request.
 */
export function gathered(dest: number | string): DestinationStream {
  return pino.destination({ dest, sync: false, minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS })
}
