import { normalEmail } from '../../accounts/domain/email.ts'

/** The part of a request that contains credentials; a Fastify request fits. */
export interface CredentialRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw: { readonly rawHeaders: readonly string[] }
}

export interface ApiCredentials {
  /** Trimmed and lower-case. */
  readonly email: string
  readonly token: string
}

const EMAIL = 'x-user-email'
const TOKEN = 'x-user-token'
const AUTHORIZATION = 'authorization'

/** Longer than any e-mail address and token together in base64. */
const MAX_LENGTH = 1_024

/**
 * The API credentials of a request: the two headers, or `Authorization: Bearer base64(email:token)` in the standard or
 * URL-safe alphabet, padded or not. `null` if there are none; `'unreadable'` if one is missing, repeated or malformed,
 * or if both forms are present and differ. `Bearer` written twice, as some clients do, counts once.
 */
export function apiCredentials({ headers, raw }: CredentialRequest): ApiCredentials | 'unreadable' | null {
  const email = headers[EMAIL]
  const token = headers[TOKEN]
  const authorization = headers[AUTHORIZATION]
  if (email === undefined && token === undefined && authorization === undefined) return null
  // Node joins or drops repeated headers, so another server in between may have read others.
  if (repeated(raw.rawHeaders)) return 'unreadable'
  const pair = email === undefined && token === undefined ? undefined : fromPair(email, token)
  const bearer = authorization === undefined ? undefined : fromBearer(authorization)
  if (pair === null || bearer === null) return 'unreadable'
  if (pair && bearer && (pair.email !== bearer.email || pair.token !== bearer.token)) return 'unreadable'
  return pair ?? bearer ?? null
}

type Header = string | string[] | undefined

function fromPair(email: Header, token: Header): ApiCredentials | null {
  if (typeof email !== 'string' || typeof token !== 'string') return null
  return credentials(email, token)
}

function fromBearer(header: Header): ApiCredentials | null {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return null
  const encoded = /^(?:bearer +){1,2}([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return null
  // Node decodes both alphabets.
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? null : credentials(text.slice(0, colon), text.slice(colon + 1))
}

function credentials(email: string, token: string): ApiCredentials | null {
  const normal = normalEmail(email)
  const bare = token.trim()
  return normal === '' || bare === '' || normal.length + bare.length > MAX_LENGTH
    ? null
    : { email: normal, token: bare }
}

function repeated(rawHeaders: readonly string[]): boolean {
  let emails = 0
  let tokens = 0
  let authorizations = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // The length excludes most names without creating another string.
    if (name.length !== EMAIL.length && name.length !== AUTHORIZATION.length) continue
    const lower = name.toLowerCase()
    if (lower === EMAIL) emails++
    else if (lower === TOKEN) tokens++
    else if (lower === AUTHORIZATION) authorizations++
  }
  return emails > 1 || tokens > 1 || authorizations > 1
}
