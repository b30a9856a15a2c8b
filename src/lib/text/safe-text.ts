import { oneLine } from './visible-text.ts'

const CENSORED = '[redacted]'
/** Keys as vendors repeat them in error messages, often with stars in the middle, and any text after `Bearer`. */
const SECRET_PATTERN = /\bsk-[\w*.-]{6,}|\bBearer\s+[\w+/=~.*-]{6,}/gi
const MAX_ERROR_LENGTH = 1000
const MIN_SECRET_LENGTH = 8

/**
 * Whether a setting must be hidden. Servers that check no key get placeholders such as `x`, which would match in every
 * text.
 */
export function isSecret(text: string | undefined): text is string {
  return text !== undefined && text.trim().length >= MIN_SECRET_LENGTH
}

/**
 * Makes an external text safe for a log or a ledger: censors secrets, then joins it to one line, then cuts it to 1,000
 * code points.
 */
export type SafeText = (text: string) => string

/** Redaction comes before the cut, which could leave half a secret. */
export function safeText(secrets: readonly (string | undefined)[]): SafeText {
  const censor = censoring(secrets)
  return (text) => oneLine(censor(text), MAX_ERROR_LENGTH)
}

/**
 * Censors each secret in every form in which a response may repeat it: verbatim, percent-encoded, JSON-escaped, and in
 * both base64 alphabets. The rest of the text stays as it is.
 */
export function censoring(secrets: readonly (string | undefined)[]): SafeText {
  const forms = secrets.filter(isSecret).flatMap(formsOf)
  // Longest first: replacing a short secret inside a longer one would leave the rest of the longer one readable.
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (text) => {
    let safe = text
    for (const form of ordered) safe = safe.replaceAll(form, CENSORED)
    return safe.replace(SECRET_PATTERN, CENSORED)
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
