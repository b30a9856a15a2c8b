import type { Caller } from '../../catalogue/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ApiKeyCache } from './api-key-cache.ts'
import { appToken } from './app-token-cache.ts'
import { apiCredentials, type CredentialRequest } from './credentials.ts'
import { keyCaller, refusalOf } from './key-caller.ts'

export interface UrlRequest extends CredentialRequest {
  readonly method: string
  readonly ip: string
  readonly query: unknown
}

interface UrlAuthenticatorParts {
  readonly keys: ApiKeyCache
  readonly now: () => Date
  /** Counts an attempt, and throws. */
  readonly refuse: (address: string, email: null) => Promise<never>
  /** For requests without a token in their URL. */
  readonly authenticate: (request: UrlRequest) => Caller | Promise<Caller>
}

/** See `authenticateUrl` of the authenticator. */
export function urlAuthenticator({ keys, now, refuse, authenticate }: UrlAuthenticatorParts) {
  return async (request: UrlRequest): Promise<Caller> => {
    const token = takeToken(request.query)
    if (token === undefined) return authenticate(request)
    const hasOthers = appToken(request) !== null || apiCredentials(request) !== null
    if (hasOthers || typeof token !== 'string') return refuse(request.ip, null)
    const key = await keys.findByToken(token, request.ip, now().getTime())
    if (key === 'unknown') return refuse(request.ip, null)
    if (typeof key === 'string') throw refusalOf(key, request.ip)
    if (key.scopes?.join() !== 'export') throw new AppError('forbidden', REFUSED)
    return keyCaller(key, request.ip)
  }
}

const REFUSED =
  'Only a key of the scope export alone may be in a URL. Create one, and delete this key if its URL was shared.'

/** Removed from the query, which the operation reads next. */
function takeToken(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('access_token' in query)) return undefined
  const { access_token: token } = query
  delete query.access_token
  return token
}
