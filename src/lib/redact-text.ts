import { oneLine } from './visible-text.ts'

const CENSORED = '[redacted]'
/** Keys as vendors write them into their refusals, often with stars in the middle; and whatever follows `Bearer`. */
const TELLTALE = /\bsk-[\w*.-]{6,}|\bBearer\s+[\w+/=~.*-]{6,}/gi
const ERROR_LENGTH = 1000
const SHORTEST_SECRET = 8

/**
 * Whether a setting is worth hiding. Servers that check no key are given placeholders such as `x`: to look for those
 * would find them in every text.
 */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && text.trim().length >= SHORTEST_SECRET
}

/** A text from outside for a log or a ledger: secrets censored first, then one line, then at most 1,000 code points. */
export type SafeText = (text: string) => string

/**
 * Knows the secrets in every form in which an answer may repeat them: as they are, percent-encoded, with JSON's
 * escapes, in both alphabets of base64. Redaction comes before the cut, which could leave half a secret standing.
 */
export function safeText(secrets: readonly (string | undefined)[]): SafeText {
  const forms = secrets.filter(isSecret).flatMap(formsOf)
  // The longest first: a short secret inside a longer one would leave the rest of the long one readable.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (text) => {
    let safe = text
    for (const form of ordered) safe = safe.replaceAll(form, CENSORED)
    return oneLine(safe.replace(TELLTALE, CENSORED), ERROR_LENGTH)
  }
}

function formsOf(secret: string): string[] {
  const text = secret.toWellFormed()
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  const plain = base64.replace(/=+$/, '')
  return [
    secret,
    secret.trim(),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    base64,
    plain,
    plain.replaceAll('+', '-').replaceAll('/', '_'),
  ]
}
