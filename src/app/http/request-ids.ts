import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What proxies and tracing libraries send; nothing that a log or a terminal interprets. */
const ACCEPTED = /^[\w.~:+/=-]{1,128}$/

/**
 * The id of a request in the log and in the answer: the one that the caller gives as `X-Request-Id`, otherwise unique,
 * ordered, and much cheaper than a random one per request.
 */
export function requestIds(newId: () => string): (request?: IncomingMessage) => string {
  const start = newId()
  let count = 0
  return (request) => {
    const given = request?.headers[REQUEST_ID_HEADER]
    return typeof given === 'string' && ACCEPTED.test(given) ? given : `${start}-${(++count).toString(36)}`
  }
}
