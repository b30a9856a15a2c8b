import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

const MAX_READ_MS = 60_000
const CHECK_INTERVAL_MS = 5_000
/** The operating system buffers up to this size immediately. */
const SOCKET_BUFFER_BYTES = 64 * 1024

interface Pending {
  readonly sinceMs: number
  readonly destroy: () => void
}

/**
 * Ends connections whose peer takes more than a minute to read a response. Node's idle timeout does not detect a peer
 * that occasionally reads a few bytes. A stream has a minute for each of its parts. Responses that a handler writes itself (event streams) are not watched.
 */
export function dropSlowReaders(server: FastifyInstance, monotonicMs: () => number): void {
  const pending = new Map<FastifyReply, Pending>()
  let timer: NodeJS.Timeout | undefined

  server.addHook('onSend', (_request, reply, payload, done) => {
    const destroy = () => reply.raw.destroy()
    if (payload instanceof Readable) {
      done(
        null,
        watched(payload, (isWaiting) => {
          pending.delete(reply)
          if (isWaiting) pending.set(reply, { sinceMs: monotonicMs(), destroy })
        }),
      )
      return
    }
    if (!fitsSocket(payload)) pending.set(reply, { sinceMs: monotonicMs(), destroy })
    done(null, payload)
  })
  server.addHook('onResponse', (_request, reply, done) => {
    if (pending.size > 0) pending.delete(reply)
    done()
  })
  server.addHook('onListen', (done) => {
    timer = setInterval(() => drop(pending, monotonicMs() - MAX_READ_MS), CHECK_INTERVAL_MS).unref()
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}

/** Each part has its own minute, and the time in which the next part is made is not the reader's. */
function watched(payload: Readable, onWaiting: (isWaiting: boolean) => void): Readable {
  async function* parts() {
    for await (const part of payload) {
      onWaiting(true)
      yield part
      onWaiting(false)
    }
  }
  // What was destroyed before its first part would otherwise leave its source open.
  return Readable.from(parts()).once('close', () => payload.destroy())
}

function fitsSocket(payload: unknown): boolean {
  if (payload === null || payload === undefined) return true
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length <= SOCKET_BUFFER_BYTES
}

function drop(pending: Map<FastifyReply, Pending>, untilMs: number): void {
  // Sorted by start, so the first recent one ends the loop.
  for (const [reply, { sinceMs, destroy }] of pending) {
    if (sinceMs > untilMs) return
    pending.delete(reply)
    destroy()
  }
}
