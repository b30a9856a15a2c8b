import type { ConnectedApp } from '../domain/connected-app.ts'

/** What becomes of a request for access that an app sends its user here with. */
export type JudgedRequest =
  /** It is in order: the account may be asked. */
  | { readonly kind: 'asks'; readonly app: ConnectedApp; readonly redirectUri: string }
  /** The browser returns to the app, with a code or with an error. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The app or its redirect URI is unknown, so nothing may be sent there. */
  | { readonly kind: 'refused'; readonly sentence: string }

export type Decision = 'deny' | { readonly accountId: string; readonly grantId: string }

/** The OAuth protocol (RFC 6749, 7636, 8707, 9207), at one address of this service. */
export interface AuthorizationServer {
  /** The address of the endpoint that tokens are for. */
  readonly resource: string
  /** `query` is that of the address that the app opened. Checks all of it, and stores nothing. */
  judge(query: string): Promise<JudgedRequest>
  /** Concludes a request with a stored grant, or denies it. */
  conclude(query: string, decision: Decision): Promise<JudgedRequest>
}
