import type { Identity } from '../../accounts/operations/identity.ts'
import { recordAttempt } from '../../accounts/operations/record-attempt.ts'
import type { AccountStore } from '../../accounts/store/index.ts'
import type { Caller } from '../../catalogue/context.ts'
import { invalidCredentials } from '../../catalogue/invoke.ts'
import { AppError } from '../../lib/errors.ts'
import { apiKeyCache, type KeyLookup } from './api-key-cache.ts'
import { appToken, appTokenCache, type CachedAppToken, hasOtherCredentials } from './app-token-cache.ts'
import { type ApiCredentials, apiCredentials, type CredentialRequest } from './credentials.ts'
import { keyCaller, refusalOf } from './key-caller.ts'
import { lastUse } from './last-use.ts'
import { isReplayToken, replayCaller } from './replay-credential.ts'
import { sessionCache } from './session-cache.ts'
import { sessionCookieCodec } from './session-cookie.ts'
import { type UrlRequest, urlAuthenticator } from './url-token.ts'

const WRITE_DELAY_MS = 1_000

/** The part of a request that authentication needs; a Fastify request fits. */
export interface AuthRequest extends CredentialRequest {
  readonly method: string
  readonly ip: string
}

export interface AuthenticatorOptions {
  readonly store: AccountStore
  readonly identity: Pick<Identity, 'digest'>
  readonly now: () => Date
  readonly publicUrl: string
  /**
   * Whether accounts without a confirmed address may use nothing but themselves: where everyone may sign up, one address
   * could otherwise bring as many accounts, and their shares of the computing time, as it likes.
   */
  readonly needsConfirmedEmail?: boolean
  /** Reports errors that did not fail the request. */
  readonly onError: (error: unknown) => void
}

/**
 * Turns the credentials of a request into a caller: the API headers, otherwise the session cookie, otherwise anonymous.
 * A request with API headers is authenticated by them alone: cookies are ignored.
 */
export interface Authenticator extends AsyncDisposable {
  /**
   * Rejects with `unauthenticated` and one message for every kind of wrong API credentials, with `rate_limited` after
   * many of them, and with `forbidden` for a write by cookie from a foreign origin. A cookie without a session is
   * anonymous. Account status and plan are checked later, by `invoke`. Never throws synchronously.
   */
  authenticate(request: AuthRequest): Caller | Promise<Caller>
  /**
   * The same for a route that takes a token in its URL, as `access_token`, from programs that send no headers: only of a
   * key of the scope `export` alone, because addresses end up in histories and shared tables.
   */
  authenticateUrl(request: UrlRequest): Caller | Promise<Caller>
  /**
   * The same for the MCP endpoint, which alone takes the tokens of connected apps. A wrong one is refused and not counted:
   * hosted apps share addresses, and nobody can guess 256 bits. It also alone takes replay credentials, whose callers read
   * the market of one instant.
   */
  authenticateMcp(request: AuthRequest): Caller | Promise<Caller>
  /**
   * Checks whether the credentials of an open request (a socket) are still valid. A refusal here is not a guess, so it
   * is neither counted nor limited.
   */
  reauthenticate(request: AuthRequest): Promise<Caller>
  /** Whether the `Origin` of the request is this service; false without `Origin`. */
  isOwnOrigin(request: CredentialRequest): boolean
  /** Writes the collected times of last use, which otherwise happens a second later. */
  flush(): Promise<void>
}

export function authenticator(options: AuthenticatorOptions): Authenticator {
  const { store, identity, now, publicUrl, needsConfirmedEmail = false, onError } = options
  const uses = lastUse({ store, delayMs: WRITE_DELAY_MS, onError })
  const keys = apiKeyCache(store, uses)
  const appTokens = appTokenCache(store, uses)
  const sessions = sessionCache(store, identity.digest, uses)
  const cookie = sessionCookieCodec(publicUrl)
  const isOwnOrigin = ownOrigin(publicUrl)
  const refuse = countedRefusal(options)
  const byReplay = replayAuthenticator(options, refuse)

  function byKey(credentials: ApiCredentials, address: string): Caller | Promise<Caller> {
    const found = keys.find(credentials, address, now().getTime())
    if (found instanceof Promise) return found.then((key) => callerOf(key, credentials, address))
    return callerOf(found, credentials, address)
  }

  function callerOf(key: KeyLookup, { email }: ApiCredentials, address: string): Caller | Promise<Caller> {
    if (key === 'unknown') return refuse(address, email)
    if (typeof key === 'string') return Promise.reject(refusalOf(key, address))
    return keyCaller(key, address)
  }

  async function reauthenticate(request: AuthRequest): Promise<Caller> {
    if (appToken(request) !== null) throw invalidCredentials()
    const credentials = apiCredentials(request)
    if (!credentials) return bySession(request)
    const key = credentials === 'unreadable' ? 'unknown' : await keys.find(credentials, request.ip, now().getTime())
    if (typeof key === 'string') throw refusalOf(key, request.ip)
    return keyCaller(key, request.ip)
  }

  function authenticateMcp(request: AuthRequest): Caller | Promise<Caller> {
    const token = appToken(request)
    if (token === null) return byReplay(request) ?? authenticate(request)
    return hasOtherCredentials(request)
      ? Promise.reject(invalidCredentials())
      : appTokens.find(token, now().getTime()).then((found) => appCaller(found, request.ip))
  }

  function authenticate(request: AuthRequest): Caller | Promise<Caller> {
    if (appToken(request) !== null) return Promise.reject(invalidCredentials())
    const credentials = apiCredentials(request)
    if (credentials === 'unreadable') return refuse(request.ip, null)
    return credentials ? byKey(credentials, request.ip) : bySession(request)
  }

  async function bySession(request: AuthRequest): Promise<Caller> {
    const secret = cookie.read(request.headers['cookie'])
    const session = secret === null ? undefined : await sessions.find(secret, request.ip, now().getTime())
    if (isWrite(request.method)) requireOwnOrigin(request, session !== undefined)
    return {
      kind: session ? 'session' : 'anonymous',
      account: session?.account ?? null,
      mustConfirmEmail: needsConfirmedEmail && session?.account.emailVerified === false,
      address: request.ip,
      sessionId: session?.id ?? null,
      userAgent: userAgentOf(request),
      host: hostOf(request),
    }
  }

  /** A page of another origin can make a browser send the cookie. Signing in from a foreign page is refused as well. */
  function requireOwnOrigin(request: AuthRequest, signedIn: boolean): void {
    if (isOwnOrigin(request) || (!signedIn && request.headers['origin'] === undefined)) return
    throw new AppError('forbidden', "Send this from the service's own pages: the Origin header must be its own.")
  }

  return {
    authenticate,
    authenticateUrl: urlAuthenticator({ keys, now, refuse, authenticate }),
    authenticateMcp,
    reauthenticate,
    isOwnOrigin,
    flush: () => uses.flush(),
    [Symbol.asyncDispose]: () => uses.flush(),
  }
}

/** The caller of a request with a replay credential; undefined for one with other credentials or none. */
function replayAuthenticator(
  { store, identity, now }: AuthenticatorOptions,
  refuse: (address: string, email: string) => Promise<never>,
) {
  return (request: AuthRequest): Promise<Caller> | undefined => {
    const credentials = apiCredentials(request)
    if (credentials === null || credentials === 'unreadable' || !isReplayToken(credentials.token)) return undefined
    const check = { store, digest: identity.digest, address: request.ip, nowMs: now().getTime() }
    return replayCaller(credentials, check).then((caller) => caller ?? refuse(request.ip, credentials.email))
  }
}

/** Counts an attempt with wrong credentials, and throws. */
function countedRefusal({ store, identity, now, onError }: AuthenticatorOptions) {
  return async (address: string, email: string | null): Promise<never> => {
    try {
      await recordAttempt({ store, identity, now }, { kind: 'api_token', address, email })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      onError(error)
    }
    throw invalidCredentials()
  }
}

function appCaller(found: CachedAppToken | undefined, address: string): Caller {
  if (!found) throw invalidCredentials()
  return { kind: 'connected_app', account: found.account, address, sessionId: null, connectionId: found.id }
}

function ownOrigin(publicUrl: string): (request: CredentialRequest) => boolean {
  const own = new URL(publicUrl)
  return ({ headers: { origin, host } }) => {
    if (typeof origin !== 'string') return false
    if (origin === own.origin) return true
    // Without TLS the service also has other names of the same machine: localhost for 127.0.0.1.
    return own.protocol === 'http:' && typeof host === 'string' && origin === `http://${host.toLowerCase()}`
  }
}

function userAgentOf({ headers: { 'user-agent': header } }: CredentialRequest): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function hostOf({ headers: { host } }: CredentialRequest): string | undefined {
  return typeof host === 'string' ? host : undefined
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
