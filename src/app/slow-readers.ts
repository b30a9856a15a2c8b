import type { FastifyInstance } from 'fastify'

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 5_000
/** Less than this is taken over by the operating system at once. */
const SOCKET_BUFFER_BYTES = 64 * 1024

interface Pending {
  readonly sinceMs: number
  readonly destroy: () => void
}

/**
 * Ends connections whose peer takes longer than a minute to read an answer that is ready. Node's idle time-out does not
 * see a peer that reads a few bytes now and then. Answers that a handler writes itself (streams of events) are not
 * watched.
 */
export function dropSlowReaders(server: FastifyInstance, monotonicMs: () => number): void {
  const pending = new Map<string, Pending>()
  let timer: NodeJS.Timeout | undefined

  server.addHook('onSend', (request, reply, payload, done) => {
    if (!fitsSocket(payload)) pending.set(request.id, { sinceMs: monotonicMs(), destroy: () => reply.raw.destroy() })
    done(null, payload)
  })
  server.addHook('onResponse', (request, _reply, done) => {
    if (pending.size > 0) pending.delete(request.id)
    done()
  })
  server.addHook('onListen', (done) => {
    timer = setInterval(() => drop(pending, monotonicMs() - PATIENCE_MS), LOOK_EVERY_MS).unref()
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}

function fitsSocket(payload: unknown): boolean {
  if (payload === null || payload === undefined) return true
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length <= SOCKET_BUFFER_BYTES
}

function drop(pending: Map<string, Pending>, untilMs: number): void {
  // In the order of their beginning, so the first young one ends the search.
  for (const [id, { sinceMs, destroy }] of pending) {
    if (sinceMs > untilMs) return
    pending.delete(id)
    destroy()
  }
}
