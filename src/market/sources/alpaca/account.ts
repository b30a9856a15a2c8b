/**
 * The two kinds of trading accounts. Market data take the keys of both; the trading interface, which has the contracts and
 * the calendar, takes those of a paper account on one host and those of a live account on the other.
 * https://docs.alpaca.markets/docs/authentication-1
 */
export const ACCOUNTS = ['paper', 'live'] as const

export type Account = (typeof ACCOUNTS)[number]

/** The source only reads there: contracts and calendar, by GET. */
export const TRADING_URLS: Readonly<Record<Account, string>> = {
  paper: 'https://paper-api.alpaca.markets',
  live: 'https://api.alpaca.markets',
}

/** By the prefix that the vendor gives its keys; null for any other. */
export function accountOfKey(keyId: string): Account | null {
  if (keyId.startsWith('PK')) return 'paper'
  return keyId.startsWith('AK') ? 'live' : null
}

/** For sentences that every user may see: an address that an operator set instead of the vendor's is not shown. */
export function hostOf(url: string): string {
  const { hostname } = new URL(url)
  return hostname.endsWith('.alpaca.markets') ? hostname : 'The address in the settings'
}

/** What to do about keys that a trading host refused. Names the kind of the key, never the key. */
export function tradingRefusal(host: string, account: Account, keyId: string): string {
  const kind = accountOfKey(keyId)
  const refused = `${host} refused ${kindOf(kind)}`
  if (kind === account) return `${refused}: ${CHECK}`
  if (kind !== null) {
    return `${refused}: leave ALPACA_ACCOUNT out or set ALPACA_ACCOUNT=${kind}, or use the key of a ${account} account.`
  }
  const other = account === 'paper' ? 'live' : 'paper'
  return `${refused}: if it is the key of a ${other} account, set ALPACA_ACCOUNT=${other}, else ${CHECK}`
}

/** Market data take the keys of both kinds of accounts: a 401 means the keys, a 403 what the account may see. */
export function dataRefusal(host: string, fault: 'unauthorized' | 'forbidden', keyId: string): string {
  if (fault === 'unauthorized') return `${host} refused ${kindOf(accountOfKey(keyId))}: ${CHECK}`
  return `${host} has no grant of this account for these data: choose its feeds with ALPACA_DATA_FEED, or sign the agreements of the exchanges on the dashboard of Alpaca.`
}

const CHECK = 'check ALPACA_API_KEY and ALPACA_API_SECRET, or make new keys on the dashboard of Alpaca.'

function kindOf(account: Account | null): string {
  return account === null ? 'a key that is marked as neither paper nor live' : `a ${account} key`
}
