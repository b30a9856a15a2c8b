import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Logger

/**
 * The one log, as JSON lines. What people send as credentials never reaches it, whatever object it hides in: the names
 * here are taken out at any of the first three levels.
 */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-user-token',
  'x-bot-secret',
  'password',
  'token',
  'secret',
  'signing_secret',
  'smtpUrl',
  'webhook_url',
]

export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Log {
  const paths = SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}
