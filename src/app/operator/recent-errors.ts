import type { DestinationStream } from 'pino'
import { z } from 'zod'

/** The newest error lines of this process. Older ones are in its log. */
const MAX_ERRORS = 200
const MAX_LINE = 65_536

/** Levels `error` and `fatal`; each line of the log begins with its level. */
const IS_ERROR = /^\{"level":[56]0,/

const Line = z.object({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  request_id: z.string().optional(),
  worker: z.string().optional(),
  err: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
})

/** A line of the log about an error, without its stack. */
export interface LoggedError {
  /** ISO 8601 UTC. */
  readonly at: string
  /** What failed. */
  readonly message: string
  /** Of the request; null where there was none. */
  readonly requestId: string | null
  readonly worker: string | null
  /** Class and message of the error; null where the line has none. */
  readonly error: string | null
}

export interface RecentErrors {
  /** The destination, whose error lines are kept from now on. */
  watching<Destination extends DestinationStream>(destination: Destination): Destination
  /** Newest first. */
  list(): readonly LoggedError[]
}

/**
 * Error lines of this process, as they are written to its log: what the log leaves out is not here either. They are
 * read when somebody looks at them, so that a line costs next to nothing.
 */
export function recentErrors(): RecentErrors {
  const lines: string[] = []
  return {
    watching(destination) {
      return {
        ...destination,
        write(line: string) {
          destination.write(line)
          if (!IS_ERROR.test(line) || line.length > MAX_LINE) return
          lines.push(line)
          if (lines.length > MAX_ERRORS) lines.shift()
        },
      }
    },
    list: () => lines.map(errorOf).reverse(),
  }
}

function errorOf(line: string): LoggedError {
  const { time, msg, request_id: requestId = null, worker = null, err } = Line.parse(JSON.parse(line))
  const words = [err?.type, err?.message].filter((it) => it !== undefined)
  return { at: time, message: msg, requestId, worker, error: words.length > 0 ? words.join(': ') : null }
}
