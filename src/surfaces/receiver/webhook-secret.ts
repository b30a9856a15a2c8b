import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export type SecretCheck = 'valid' | 'missing' | 'invalid'

/** Where a secret may stand: a relay sets the header, a direct sender can only put it into the URL. */
export type SecretPlace = 'header' | 'header_or_query'

export const SECRET_HEADER = 'x-bot-secret'

/**
 * Compares what a request brings with the configured secret. The header counts alone when it is there at all, even when
 * it is empty; a secret that is given twice is no secret, since nobody can say which one was meant. Digests are
 * compared, so that neither the time nor an exception tells a length or a place.
 */
export function secretChecker(configured: string): (request: FastifyRequest, place: SecretPlace) => SecretCheck {
  const expected = digest(configured)
  return (request, place) => {
    const given = givenSecrets(request, place)
    const [secret = ''] = given
    if (given.length > 1) return 'invalid'
    if (secret === '') return 'missing'
    return timingSafeEqual(digest(secret), expected) ? 'valid' : 'invalid'
  }
}

function givenSecrets({ raw }: FastifyRequest, place: SecretPlace): readonly string[] {
  const lines = raw.headersDistinct[SECRET_HEADER]
  if (lines !== undefined) return lines
  if (place === 'header') return []
  const url = raw.url ?? ''
  const start = url.indexOf('?')
  // Reads broken percent-encoding as it stands instead of throwing.
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('secret')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
