import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { redactFields } from '../lib/text/redact-fields.ts'
import type { Config } from './settings/config.ts'

export type Log = Logger

/**
 * The log, as JSON lines. Credentials never reach it, in whatever object they are. They are censored here, because the
 * logger's own redaction costs more than answering a request.
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
  'databaseurl',
  'connectionstring',
  'openaikey',
  'servicetoken',
  'alpacakey',
  'alpacasecret',
  'twiliotoken',
  'authtoken',
  'fcmserviceaccount',
  'vapidprivatekey',
  'privatekey',
  'apca-api-key-id',
  'apca-api-secret-key',
  'webhook_url',
])

export function createLogger(level: Config['logLevel'], destination: DestinationStream = bufferedDestination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: isoTime(),
    formatters: { log: (fields) => redactFields(fields, SECRET_NAMES) },
    serializers: { err: (error: Error) => redactFields(pino.stdSerializers.err(error), SECRET_NAMES) },
  }
  return pino(options, destination)
}

/** ISO 8601 in UTC, formatted once per millisecond. */
function isoTime(): () => string {
  let ms = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== ms) {
      ms = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

/** Each write wakes a thread, which costs as much as some hundred lines. */
const BUFFER_BYTES = 262_144
const BUFFER_MS = 100
const MAX_BYTES_PER_CHARACTER = 3

/**
 * Writes lines in batches, at the latest after a tenth of a second and at the end of the process: writing each line
 * separately costs a quarter of a small response. Lines wait as bytes, because strings that wait are copied by each
 * garbage collection, in all the pieces that they were made of.
 */
export function bufferedDestination(dest: number | string): DestinationStream & { flush(): void } {
  const destination = pino.destination({ dest, sync: false })
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let used = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (used === 0) return
    destination.write(buffer.toString('utf8', 0, used))
    used = 0
  }

  // Must run before the destination's own handler, which closes it: later lines are lost.
  process.prependOnceListener('beforeExit', flush)
  process.once('exit', () => {
    flush()
    destination.flushSync()
  })
  return {
    flush,
    write(line) {
      const maxBytes = line.length * MAX_BYTES_PER_CHARACTER
      if (maxBytes > BUFFER_BYTES - used) flush()
      if (maxBytes > BUFFER_BYTES) {
        destination.write(line)
        return
      }
      used += buffer.write(line, used)
      timer ??= setTimeout(flush, BUFFER_MS).unref()
    },
  }
}
