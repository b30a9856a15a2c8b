export const FINDING_STATES = ['ok', 'warning', 'failure'] as const

/** One line of the report. Everything in it may be pasted into a public issue. */
export interface Finding {
  /** `Settings`, `Market: Alpaca`, `Model`, `Mail`, … */
  readonly section: string
  readonly name: string
  readonly state: (typeof FINDING_STATES)[number]
  readonly text: string
  /** What to change; null where there is nothing to do. */
  readonly fix: string | null
}

/** A shorter text is no secret, and occurs in words. */
const MIN_SECRET = 4

/** Removes every secret from a text, longest first, so that one that contains another leaves nothing behind. */
export function redactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const forms = secrets.flatMap((secret) =>
    secret === undefined || secret.length < MIN_SECRET ? [] : [secret, encodeURIComponent(secret)],
  )
  const ordered = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text)
}
