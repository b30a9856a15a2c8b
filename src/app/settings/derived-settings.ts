/** Settings whose defaults follow from other settings. */
import { durationText } from '../../lib/setting-readers.ts'
import { type Account, accountOfKey } from '../../market/sources/alpaca/account.ts'

interface Given {
  readonly HOST: string
  readonly PORT: number
  readonly PUBLIC_URL?: string | undefined
  readonly ALPACA_ACCOUNT?: Account | undefined
  readonly ALPACA_API_KEY?: string | undefined
  readonly BACKUP_EVERY: number
}

/** The address shown to people; wildcard hosts are reached over loopback. */
export function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Undefined until the port is known. */
export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Pick<Given, 'PUBLIC_URL' | 'HOST' | 'PORT'>) {
  return PUBLIC_URL ?? (PORT === 0 ? undefined : addressOf(HOST, PORT))
}

export function alpacaAccountOf({
  ALPACA_ACCOUNT,
  ALPACA_API_KEY,
}: Pick<Given, 'ALPACA_ACCOUNT' | 'ALPACA_API_KEY'>): Account {
  return ALPACA_ACCOUNT ?? accountOfKey(ALPACA_API_KEY ?? '') ?? 'paper'
}

/** The settings as an operator reads them: with these defaults, and durations as they are written. */
export function withDerived(settings: Given): Readonly<Record<string, unknown>> {
  return {
    ...settings,
    PUBLIC_URL: publicUrlOf(settings),
    ALPACA_ACCOUNT: alpacaAccountOf(settings),
    BACKUP_EVERY: durationText(settings.BACKUP_EVERY),
  }
}
