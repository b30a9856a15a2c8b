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

export function createLogger(level: Config['logLevel'], destination: DestinationStream = gathered(1)): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: isoTime(),
    formatters: { log: (fields) => redactFields(fields, SECRET_NAMES) },
    serializers: { err: (error: Error) => redactFields(pino.stdSerializers.err(error), SECRET_NAMES) },
  }
  return pino(options, destination)
}

/** ISO 8601 in UTC, written once for all lines of a millisecond. */
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

const GATHERED_CHARACTERS = 32_768
const GATHERED_MS = 100

/**
 * Lines go out together, at the latest after a tenth of a second and at the end of the process: handing over each line
 * by itself costs a quarter of what a small answer does.
 */
export function gathered(dest: number | string): DestinationStream & { flush(): void } {
  const destination = pino.destination({ dest, sync: false })
  let lines: string[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (size === 0) return
    destination.write(lines.join(''))
    lines = []
    size = 0
  }

  // Before the destination's own handler, which ends it: what is handed over after that is lost.
  process.prependOnceListener('beforeExit', flush)
  process.once('exit', () => {
    flush()
    destination.flushSync()
  })
  return {
    flush,
    write(line) {
      lines.push(line)
      size += line.length
      if (size >= GATHERED_CHARACTERS) flush()
      else timer ??= setTimeout(flush, GATHERED_MS).unref()
    },
  }
}
