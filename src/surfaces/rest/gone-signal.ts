import type { FastifyReply } from 'fastify'

/**
 * Aborted when the caller went away before the answer was sent. Fastify's own `request.signal` is also aborted as soon
 * as a body has been read, which would give up every POST.
 */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
