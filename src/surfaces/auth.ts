import { AppError } from '../domain/errors.ts'
import { countTry } from '../operations/accounts/count-try.ts'
import type { Identity } from '../operations/accounts/identity.ts'
import type { Caller } from '../operations/context.ts'
import { credentialsNeeded } from '../operations/invoke.ts'
import type { Store } from '../store/open.ts'
import { type ApiCredentials, apiCredentials, type CredentialRequest } from './credentials.ts'
import { type KeyFound, knownKeys } from './known-keys.ts'
import { knownSessions } from './known-sessions.ts'
import { lastUse } from './last-use.ts'
import { sessionCookieCodec } from './session-cookie.ts'

const GATHER_MS = 1_000

/** What of a request is asked; a Fastify request fits. */
export interface AuthRequest extends CredentialRequest {
  readonly method: string
  readonly ip: string
}

export interface AuthenticatorOptions {
  readonly store: Store
  readonly identity: Pick<Identity, 'digest'>
  readonly now: () => Date
  readonly publicUrl: string
  /** What failed beside a request that was answered all the same. */
  readonly onError: (error: unknown) => void
}

/**
 * Turns the credentials of a request into a caller: the API headers, else the session cookie, else anonymous.
 * Whoever sends API headers is judged by them alone: cookies are ignored then.
 */
export interface Authenticator extends AsyncDisposable {
  /**
   * Throws `unauthenticated` with one message for every kind of wrong API credentials, `rate_limited` after many of
   * them, and `forbidden` for a write by cookie from a foreign origin. A cookie without a session is anonymous. Standing
   * and plan are not judged here but at the door of the operations. Asking again for a request that is kept open (a
   * socket) answers whether its credentials still hold. Never throws by itself: a refusal is a rejected promise.
   */
  authenticate(request: AuthRequest): Caller | Promise<Caller>
  /** Whether the request names this service itself as its `Origin`; false when it names none. */
  isOwnOrigin(request: CredentialRequest): boolean
  /** Writes the times of last use that are gathered; they are also written by themselves a second later. */
  flush(): Promise<void>
}

export function authenticator({ store, identity, now, publicUrl, onError }: AuthenticatorOptions): Authenticator {
  const uses = lastUse({ store, gatherMs: GATHER_MS, onError })
  const keys = knownKeys(store, uses)
  const sessions = knownSessions(store, identity.digest, uses)
  const cookie = sessionCookieCodec(publicUrl)
  const isOwnOrigin = ownOrigin(publicUrl)

  function byKey(credentials: ApiCredentials, address: string): Caller | Promise<Caller> {
    const found = keys.find(credentials, now().getTime())
    if (found instanceof Promise) return found.then((key) => callerOf(key, credentials, address))
    return callerOf(found, credentials, address)
  }

  function callerOf(key: KeyFound, { email }: ApiCredentials, address: string): Caller | Promise<Caller> {
    if (key === 'unknown') return refuse(address, email)
    if (key === 'expired') return Promise.reject(credentialsNeeded())
    return { kind: 'api_key', account: key.account, address, sessionId: null }
  }

  async function refuse(address: string, email: string | null): Promise<never> {
    try {
      await countTry({ store, identity, now }, { kind: 'api_token', address, email })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      onError(error)
    }
    throw credentialsNeeded()
  }

  function authenticate(request: AuthRequest): Caller | Promise<Caller> {
    const given = apiCredentials(request)
    if (given === 'unreadable') return refuse(request.ip, null)
    return given ? byKey(given, request.ip) : bySession(request)
  }

  async function bySession(request: AuthRequest): Promise<Caller> {
    const secret = cookie.read(request.headers['cookie'])
    const session = secret === null ? undefined : await sessions.find(secret, now().getTime())
    if (isWrite(request.method)) requireOwnOrigin(request, session !== undefined)
    return {
      kind: session ? 'session' : 'anonymous',
      account: session?.account ?? null,
      address: request.ip,
      sessionId: session?.id ?? null,
    }
  }

  /** A page of another origin can make a browser send the cookie; signing someone in unasked is refused as well. */
  function requireOwnOrigin(request: AuthRequest, signedIn: boolean): void {
    if (isOwnOrigin(request) || (!signedIn && request.headers['origin'] === undefined)) return
    throw new AppError('forbidden', "Send this from the service's own pages: the Origin header must be its own.")
  }

  return { authenticate, isOwnOrigin, flush: () => uses.flush(), [Symbol.asyncDispose]: () => uses.flush() }
}

function ownOrigin(publicUrl: string): (request: CredentialRequest) => boolean {
  const own = new URL(publicUrl)
  return ({ headers: { origin, host } }) => {
    if (typeof origin !== 'string') return false
    if (origin === own.origin) return true
    // Without TLS the service also goes by other names of the same machine: localhost for 127.0.0.1.
    return own.protocol === 'http:' && typeof host === 'string' && origin === `http://${host.toLowerCase()}`
  }
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
