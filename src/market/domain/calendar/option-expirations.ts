/** When listed options expire and how they settle, from the root of the contract and the trading calendar. */
import type { ExerciseStyle, Expiration, Settlement } from '../options/chain.ts'
import { nthWeekday } from './nyse-holidays.ts'
import { isTradingDay, previousTradingDay, sessionOn } from './trading-calendar.ts'

export interface RootRules {
  readonly settlement: Settlement
  readonly style: ExerciseStyle
}

const EUROPEAN_AM: RootRules = { settlement: 'am', style: 'european' }
const EUROPEAN_PM: RootRules = { settlement: 'pm', style: 'european' }
const AMERICAN_PM: RootRules = { settlement: 'pm', style: 'american' }

const FRIDAY = 5

const INDEX_ROOTS: ReadonlyMap<string, { readonly symbol: string; readonly rules: RootRules }> = new Map([
  ['SPX', { symbol: 'SPX', rules: EUROPEAN_AM }],
  ['SPXW', { symbol: 'SPX', rules: EUROPEAN_PM }],
  ['NDX', { symbol: 'NDX', rules: EUROPEAN_AM }],
  ['NDXP', { symbol: 'NDX', rules: EUROPEAN_PM }],
  ['RUT', { symbol: 'RUT', rules: EUROPEAN_AM }],
  ['RUTW', { symbol: 'RUT', rules: EUROPEAN_PM }],
  ['VIX', { symbol: 'VIX', rules: EUROPEAN_AM }],
  ['VIXW', { symbol: 'VIX', rules: EUROPEAN_AM }],
  ['XSP', { symbol: 'XSP', rules: EUROPEAN_PM }],
  ['XND', { symbol: 'XND', rules: EUROPEAN_PM }],
  ['DJX', { symbol: 'DJX', rules: EUROPEAN_AM }],
  ['OEX', { symbol: 'OEX', rules: AMERICAN_PM }],
  ['XEO', { symbol: 'XEO', rules: EUROPEAN_PM }],
])

/** For data that do not say how a contract settles. Roots that are not index roots are American and PM. */
export function rulesOfRoot(root: string): RootRules {
  return INDEX_ROOTS.get(withoutDigit(root))?.rules ?? AMERICAN_PM
}

const INDEX_SYMBOLS: ReadonlySet<string> = new Set(Array.from(INDEX_ROOTS.values(), ({ symbol }) => symbol))

/** Whether the options of a symbol are index options, settled in cash. */
export function isIndexSymbol(symbol: string): boolean {
  return INDEX_SYMBOLS.has(symbol)
}

/** Underlyings whose price nobody can hold: each expiration is priced on its own forward, far from the stated price. */
const FORWARD_UNDERLYINGS: ReadonlySet<string> = new Set(['VIX'])

/** Whether the options of a symbol refer to a forward per expiration instead of a price that can be held. */
export function isOnForwards(symbol: string): boolean {
  return FORWARD_UNDERLYINGS.has(symbol)
}

/** SPX of SPXW; any other text as it is. */
export function underlyingOfIndexRoot(root: string): string {
  return INDEX_ROOTS.get(root)?.symbol ?? root
}

/** The underlying of a root: SPX of SPXW, AAPL of the adjusted root AAPL7. Class dots are lost: BRKB stays BRKB. */
export function symbolOfRoot(root: string): string {
  const plain = withoutDigit(root)
  return INDEX_ROOTS.get(plain)?.symbol ?? plain
}

/** The roots under which the contracts of an underlying are listed: SPX and SPXW of SPX, else the symbol itself. */
export function rootsOfSymbol(symbol: string): string[] {
  const roots = [...INDEX_ROOTS].filter(([, index]) => index.symbol === symbol).map(([root]) => root)
  return roots.length > 0 ? roots : [symbol]
}

/** The third Friday of a month (1 to 12), or the trading day before it when it is a holiday. */
export function monthlyExpirationDate(year: number, month: number): string {
  return tradingDayOnOrBefore(nthWeekday(year, month, FRIDAY, 3))
}

/** Whether a date is that of the monthly contracts. */
export function isMonthlyExpiration(date: string): boolean {
  return date === monthlyExpirationDate(Number(date.slice(0, 4)), Number(date.slice(5, 7)))
}

/**
 * The instant from which a contract is expired: the close of the expiration date for PM, its open for AM. Dates on
 * which the market is closed (monthly contracts were dated Saturday until 2015) settle on the trading day before.
 */
export function settlementInstant(expirationDate: string, settlement: Settlement): number {
  const session = sessionOn(tradingDayOnOrBefore(expirationDate))
  if (!session) throw new RangeError(`No trading session on or before ${expirationDate}`)
  return settlement === 'am' ? session.openMs : session.closeMs
}

export function expirationOf(expirationDate: string, rules: RootRules): Expiration {
  const { settlement, style } = rules
  return { expirationDate, settlement, style, settlesAtMs: settlementInstant(expirationDate, settlement) }
}

/** Adjusted contracts settle like the original ones. */
function withoutDigit(root: string): string {
  return root.replace(/\d$/, '')
}

function tradingDayOnOrBefore(date: string): string {
  return isTradingDay(date) ? date : previousTradingDay(date)
}
