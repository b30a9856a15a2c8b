import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../catalogue/context.ts'
import { AppError } from '../../lib/errors.ts'

type SecretCheck = 'valid' | 'missing' | 'invalid'

/** Where a secret may stand: a relay sets the header, a direct sender can only put it into the URL. */
export type SecretPlace = 'header' | 'header_or_query'

const SECRET_HEADER = 'x-bot-secret'

const WHERE: Readonly<Record<SecretPlace, string>> = {
  header: 'in the header X-BOT-SECRET',
  header_or_query: 'in the header X-BOT-SECRET or as ?secret=',
}

interface SecretParts {
  readonly configured: string
  /** Counts a wrong secret; throws `rate_limited` where an address has sent too many. */
  readonly onWrong: (address: string) => Promise<unknown>
}

/** The caller with the configured secret. Throws one refusal for both causes but for the word that says which it was. */
export function webhookAuthenticator(
  { configured, onWrong }: SecretParts,
  place: SecretPlace,
): (request: FastifyRequest) => Promise<Caller> {
  const check = secretChecker(configured)
  return async (request) => {
    const found = check(request, place)
    if (found === 'valid') return { kind: 'webhook_sender', account: null, address: request.ip, sessionId: null }
    if (found === 'invalid') await onWrong(request.ip)
    throw new AppError('unauthenticated', `The webhook secret is ${found}. Send it once, ${WHERE[place]}.`, {
      challenge: 'X-BOT-SECRET realm="Optionwire"',
    })
  }
}

/**
 * Compares what a request brings with the configured secret. The header counts alone when it is there at all, even when
 * it is empty; a secret that is given twice is no secret, since nobody can say which one was meant. Digests are
 * compared, so that neither the time nor an exception reveals a length or a position.
 */
function secretChecker(configured: string): (request: FastifyRequest, place: SecretPlace) => SecretCheck {
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
