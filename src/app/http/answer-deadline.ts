import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../lib/errors.ts'

/** Shorter than the time after which the connection of a silent request is cut. */
export const ANSWER_DEADLINE_MS = 25_000
const CHECK_INTERVAL_MS = 500
const RETRY_AFTER_S = 30

/**
 * Answers 503 to a request that has no answer after 25 seconds. The work continues, because others may wait for it and
 * its result may be cached; its late answer is dropped. Fastify's own `handlerTimeout` is not used: it ends as soon as
 * a body is read, so that no POST ever meets it.
 */
export function answerInTime(server: FastifyInstance, monotonicMs: () => number): void {
  const pending = new Map<FastifyReply, number>()
  let timer: NodeJS.Timeout | undefined

  server.addHook('onRequest', (_request, reply, done) => {
    pending.set(reply, monotonicMs())
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    pending.delete(reply)
    done()
  })
  server.addHook('onListen', (done) => {
    timer = setInterval(() => answerLate(pending, monotonicMs() - ANSWER_DEADLINE_MS), CHECK_INTERVAL_MS).unref()
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}

function answerLate(pending: Map<FastifyReply, number>, untilMs: number): void {
  // Sorted by start, so the first recent one ends the loop.
  for (const [reply, sinceMs] of pending) {
    if (sinceMs > untilMs) return
    pending.delete(reply)
    // A response that has begun, an open feed, or a caller who has gone.
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) continue
    reply.send(new AppError('unavailable', sentenceFor(reply.request.method), { retryAfterS: RETRY_AFTER_S }))
  }
}

function sentenceFor(method: string): string {
  const late = `This took more than ${ANSWER_DEADLINE_MS / 1000} seconds and continues.`
  if (method !== 'GET' && method !== 'HEAD') return `${late} Check whether it was done before you repeat it.`
  return `${late} Repeat the request in ${RETRY_AFTER_S} seconds, or request less (one symbol, a shorter window).`
}
