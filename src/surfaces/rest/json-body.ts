import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import { nestsDeeperThan } from '../../lib/json-depth.ts'

const MOST_LEVELS = 16
/** Texts without these cannot hold a key that pollutes, and are parsed several times faster. */
const MAY_POLLUTE = /__proto__|constructor|\\u/

/**
 * JSON is the only body that is read. It must be UTF-8, no deeper than 16 levels, and without keys that change an
 * object's prototype. An empty body counts as none, since clients send the content type out of habit.
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
  if (nestsDeeperThan(text, MOST_LEVELS)) {
    throw new AppError('malformed', `The body is nested too deeply. Send at most ${MOST_LEVELS} levels.`)
  }
  return MAY_POLLUTE.test(text) ? JSON.parse(text, refusePrototypes) : JSON.parse(text)
}

function refusePrototypes(key: string, value: unknown): unknown {
  const isPolluting =
    key === '__proto__' ||
    (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'))
  if (isPolluting) throw new AppError('malformed', 'The body has a key that no object may have. Leave it out.')
  return value
}
