/** Rules on apps that ask an account for access over MCP: their ids, redirect URIs and names. */

import { oneLine } from '../../lib/text/visible-text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time/duration.ts'

/** The only thing that a connected app may do: call the MCP endpoint. */
export const MCP_SCOPE = 'mcp:read'

/** Messages to the MCP endpoint, of all keys and apps of an account together. */
export const MESSAGES_PER_MINUTE = 100

/** An app that the service knows. Instants are ISO 8601 UTC. */
export interface ConnectedApp {
  readonly id: string
  readonly kind: 'registered' | 'document'
  readonly name: string
  readonly redirectUris: readonly string[]
}

const MAX_NAME_LENGTH = 100
const UNNAMED = 'An app without a name'

/** The name of an app on one line without control characters, so that it cannot imitate the page around it. */
export function appName(given: string | undefined): string {
  return oneLine(given ?? '', MAX_NAME_LENGTH) || UNNAMED
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes of desktop programs that do not follow the form of a reversed domain name (RFC 8252 section 7.1). */
const PRIVATE_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:'])
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/

/**
 * Whether a code may be sent to this URI: https, http on this computer, or a scheme of a desktop program; without user
 * and fragment.
 */
export function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  if (/[\s\p{Cc}]/u.test(text)) return false
  if (url.protocol === 'https:') return !LOOPBACK.has(url.hostname)
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname)
  return PRIVATE_SCHEMES.has(url.protocol) || REVERSED_DOMAIN.test(url.protocol)
}

/** Whether a redirect URI leads to a program on the user's own computer, which any other program there may imitate. */
export function isLocalRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  return url?.protocol !== 'https:'
}

/** What a person recognizes of a redirect URI: its host, or the scheme of a desktop program. */
export function redirectPlace(uri: string): string {
  const url = new URL(uri)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.hostname : `${url.protocol}//`
}

/** A URI without the port of a loopback address: desktop programs choose one at every start (RFC 8252 section 7.3). */
export function withoutLoopbackPort(uri: string): string {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return uri
  url.port = ''
  return url.href
}

/** Whether an id is the address of a document: https with a path, in its normal form, without user and fragment. */
export function isDocumentId(id: string): boolean {
  const url = URL.parse(id)
  if (url?.protocol !== 'https:' || url.href !== id || id.length > 1_000) return false
  return url.pathname !== '/' && url.username === '' && url.password === '' && !id.includes('#')
}

/** The host that publishes the description of an app; null for one that only described itself. */
export function publisherOf(clientId: string): string | null {
  return isDocumentId(clientId) ? new URL(clientId).hostname : null
}

/** A connection ends this long after it was allowed, and a refresh token this long after it was made. */
export const CONNECTION_LIFE_MS = 180 * DAY_MS
export const REFRESH_LIFE_MS = 30 * DAY_MS
export const ACCESS_LIFE_MS = HOUR_MS
export const CODE_LIFE_MS = MINUTE_MS

/** How many connections an account has; beyond it the longest unused one ends. */
export const MAX_CONNECTIONS = 50

/**
 * Hosted apps refresh one token from several places at once, up to 76 seconds apart: for this time a rotated token makes
 * another pair, this often. Later it is a replay.
 */
export const ROTATION_GRACE_MS = 120_000
export const MAX_SIBLINGS = 8

/** A registered app that nobody connected is forgotten after a week, a connected one half a year after its last use. */
export const UNUSED_APP_LIFE_MS = 7 * DAY_MS
export const USED_APP_LIFE_MS = 180 * DAY_MS
export const MAX_UNUSED_APPS = 2_000

/** How long a document counts, from the header of its answer: between five minutes and a day; an hour without one. */
export function documentLifeMs(cacheControl: string | undefined): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1]
  const given = seconds === undefined ? HOUR_MS : Number(seconds) * 1_000
  return Math.min(Math.max(given, 5 * MINUTE_MS), DAY_MS)
}
