import { clipBytes } from '../../lib/text/clip.ts'
import { namesSecret, redactUrl } from '../../lib/text/redact-url.ts'

const CENSORED = '[redacted]'
const MAX_SHOWN = 8 * 1_024
const SHORTEST_SECRET = 4
/** What has no telling name and is shorter is a word like `hooks`, `v1` or `true`. */
const SHORTEST_UNNAMED = 8
const URL_IN_TEXT = /\bhttps?:\/\/[^\s"'<>\\]+/gi
/** Everything below the space, besides tab and line ends. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** What of a URL may be a secret: its parameters' values and the long parts of its path, as written and as read. */
export function secretsOfUrl(text: string): string[] {
  const url = URL.parse(text)
  if (url === null) return []
  const segments = url.pathname.split('/').filter((segment) => segment.length >= SHORTEST_UNNAMED)
  const values = url.search.slice(1).split(/[?&;]/).flatMap(secretValues)
  return [...segments, ...values].flatMap((secret) => [secret, decoded(secret), decoded(secret.replaceAll('+', ' '))])
}

/** A value that is short counts only where its name says that it is a secret: `page=true` is none. */
function secretValues(pair: string): string[] {
  const equals = pair.indexOf('=')
  const value = pair.slice(equals + 1)
  return value.length >= SHORTEST_UNNAMED || namesSecret(decoded(pair.slice(0, equals))) ? [value] : []
}

/**
 * The head of a peer's answer as it may be kept and shown: at most 8 KiB, without the secrets that the request carried,
 * which some peers repeat in their error pages. `whole` says whether `text` is all of the answer.
 */
export function shownHead(text: string, whole: boolean, secrets: readonly string[]): string {
  if (text === '') return ''
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  let masked = text
  for (const secret of known) masked = masked.replaceAll(secret, CENSORED)
  // The end of a cut text may be the beginning of a secret.
  if (!whole) masked = masked.slice(0, Math.max(0, masked.length - (known[0]?.length ?? 0)))
  return clipBytes(masked.replaceAll(URL_IN_TEXT, redactUrl).replaceAll(CONTROLS, '�'), MAX_SHOWN)
}

/** What is written with escapes, as it is read. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Broken escapes are repeated by the peer as they stand.
    return text
  }
}
