/** A setting as the operator sees it. */
export interface SettingInForce {
  readonly name: string
  /** Null for a secret, and for a setting without a value. */
  readonly value: string | null
  /** Whether the environment gives it; else it has its default. */
  readonly isSet: boolean
  readonly isSecret: boolean
}

/** Whatever such a setting holds is a secret, or may hold one. */
const SECRET_NAME =
  /SECRET|TOKEN$|PASSWORD|_KEY$|_SID$|OTLP_HEADERS$|SERVICE_ACCOUNT|^(DATABASE_URL|DATABASE_DIRECT_URL|VALKEY_URL|SMTP_URL)$/
/** Public keys. */
const PUBLIC_NAMES = new Set(['VAPID_PUBLIC_KEY', 'DISCORD_PUBLIC_KEY'])

/** The settings by name, with the values that the service uses. */
export function settingsInForce(
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, string | undefined>>,
): SettingInForce[] {
  return names.map((name) => {
    const isSecret = SECRET_NAME.test(name) && !PUBLIC_NAMES.has(name)
    return { name, isSecret, isSet: given[name] !== undefined, value: isSecret ? null : shown(values[name]) }
  })
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return withoutCredentials(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** An address may hold a user and password, or a key in its query. */
function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  if (url.host === '') return text
  const { username, password, search, hash } = url
  return username + password + search + hash === '' ? text : `${url.origin}${url.pathname} (the rest is hidden)`
}
