import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The message for every refused address, whether or not something listens there. */
export const BLOCKED = 'The URL must lead to a public address.'

const LONGEST = 2_048
const PORTS = new Set(['', '443', '8443'])
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/
/** Spaces, control characters and everything that `\s` knows: the parser would drop some of them silently. */
const UNWRITTEN = /[\s\p{Cc}\p{Cf}]/u

export interface UrlRules {
  /** Exact `host:port` pairs that may be private, plain http, or on another port. */
  readonly allowedHosts: ReadonlySet<string>
  /** Host names of this service itself, in lower case. */
  readonly ownHosts: ReadonlySet<string>
}

/** A URL that holds by its text alone; where its name leads is checked when it is resolved. */
export interface UserUrl {
  readonly url: URL
  /** Without the brackets of an IPv6 literal and without the root's dot. */
  readonly host: string
  /** Listed by the operator: its addresses need not be public. */
  readonly allowed: boolean
}

export type ReadUrl = UserUrl | { readonly refused: string }

/** Reads a URL that a user gave. Only the parser's result is judged: it knows every spelling of a host. */
export function readUserUrl(text: string, rules: UrlRules): ReadUrl {
  if (text.length > LONGEST) return { refused: `The URL must have at most ${LONGEST} characters.` }
  if (UNWRITTEN.test(text)) return { refused: 'The URL must not hold spaces or control characters.' }
  const url = URL.parse(text)
  if (url === null) return { refused: 'This is not a complete URL, for example https://example.com/hook.' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'The URL must begin with https://.' }
  if (url.username !== '' || url.password !== '') return { refused: 'The URL must not hold a user name or password.' }
  if (url.href.includes('#')) return { refused: 'The URL must not hold a # part.' }
  // The name with the root's dot is the same host, but not the same text.
  url.hostname = url.hostname.replace(/\.$/, '')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (rules.allowedHosts.has(pairOf(url))) return { url, host, allowed: true }
  const refused = refusalOf(url, host, rules)
  return refused === null ? { url, host, allowed: false } : { refused }
}

function refusalOf(url: URL, host: string, { ownHosts }: UrlRules): string | null {
  if (url.protocol !== 'https:') return 'The URL must begin with https://.'
  if (!PORTS.has(url.port)) return 'The port of the URL must be 443 or 8443.'
  if (ownHosts.has(host)) return BLOCKED
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : BLOCKED
  return HOST_NAME.test(host) && !PRIVATE_NAME.test(host) ? null : BLOCKED
}

/** `host:port` as the setting writes it, the port always named. */
function pairOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

/** A pair of `WEBHOOK_ALLOWED_HOSTS` as a URL would write it: lower case, `[::1]:3000`. Throws on what is not a pair. */
export function hostAndPort(entry: string): string {
  const port = /:(\d{1,5})$/.exec(entry.trim())?.[1]
  const url = URL.parse(`http://${entry.trim()}`)
  const isPair = url?.pathname === '/' && url.search === '' && url.username === ''
  if (port === undefined || url === null || !isPair) {
    throw new Error('WEBHOOK_ALLOWED_HOSTS must hold pairs like sink.example:8080')
  }
  return `${url.hostname.replace(/\.$/, '')}:${Number(port)}`
}
