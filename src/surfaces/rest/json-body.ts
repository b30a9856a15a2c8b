import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { nestsDeeperThan } from '../../lib/text/nests-deeper-than.ts'

const MAX_LEVELS = 16
/** Only texts with these can contain a key that changes a prototype; others are parsed several times faster. */
const MAY_POLLUTE = /__proto__|constructor|\\u/

/**
 * Accepts only JSON bodies: UTF-8, at most 16 levels, without keys that change an object's prototype. An empty body
 * counts as none, because clients often send the content type without a body.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    try {
      done(null, bytes.length === 0 ? undefined : parseJson(utf8.decode(bytes)))
    } catch (error) {
      const known = error instanceof AppError
      done(
        known ? error : new AppError('malformed', 'The body is not JSON. Send valid JSON in UTF-8.', { cause: error }),
      )
    }
  })
}

function parseJson(text: string): unknown {
  if (nestsDeeperThan(text, MAX_LEVELS)) {
    throw new AppError('malformed', `The body is nested too deeply. Send at most ${MAX_LEVELS} levels.`)
  }
  return MAY_POLLUTE.test(text) ? JSON.parse(text, refusePrototypes) : JSON.parse(text)
}

function refusePrototypes(key: string, value: unknown): unknown {
  const isPolluting =
    key === '__proto__' ||
    (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))
  if (isPolluting) throw new AppError('malformed', 'The body has a forbidden key: __proto__ or constructor. Remove it.')
  return value
}
