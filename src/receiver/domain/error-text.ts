const MAX_CODE_POINTS = 1_000
/** Shorter texts are no secrets, and replacing them would make the rest unreadable. */
const SHORTEST_SECRET = 4

/** An error as the ledger keeps it: one line, without secrets, and only then cut, so that no cut leaves half of one. */
export function errorText(text: string, secrets: readonly string[]): string {
  let safe = text.toWellFormed()
  // Longer ones first: one may be part of another.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    if (secret.length >= SHORTEST_SECRET) safe = safe.replaceAll(secret, '[redacted]')
  }
  return [...safe.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()].slice(0, MAX_CODE_POINTS).join('')
}
