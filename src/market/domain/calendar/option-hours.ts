/**
 * When options stop trading. Those of stocks and of most funds stop with their underlying; those of broad indexes and of
 * the funds below trade for 15 minutes more, also after an early close. The funds are those of a broker's table of 2026,
 * which was not compared with the lists of the exchanges. Contracts that settle on the prices of a close stop with
 * that close on their last day (PM-settled SPXW), and AM-settled ones trade for the last time on the day before: see
 * `settlementInstant`.
 */
import { isIndexSymbol } from './option-expirations.ts'
import { lastSessionBefore, type TradingSession } from './trading-calendar.ts'

const LATE_MS = 15 * 60_000

const LATE_FUNDS: ReadonlySet<string> = new Set(
  (
    'DBA DBB DBC DBO DIA EEM EFA FXI GAZ IWM IWN IWO IWV IYR KBE KRE LQD MDY MOO OEF QQQ SLX SPY SVXY TLT UNG UUP ' +
    'UVXY VIXM VIXY VXX VXZ XHB XLB XLE XLF XLI XLK XLP XLU XLV XLY XME XRT'
  ).split(' '),
)

/** The last instant of a session at which options of an underlying trade: 16:15 New York for SPX and SPY, else 16:00. */
export function optionsCloseMs(symbol: string, { closeMs }: Pick<TradingSession, 'closeMs'>): number {
  return LATE_FUNDS.has(symbol) || isIndexSymbol(symbol) ? closeMs + LATE_MS : closeMs
}

/**
 * The instant that option quotes stamped `ms` describe: the stamp itself while options of the underlying trade, else
 * their last close. Until 16:15 nothing else moves with the stamp: contracts of the day settled at 16:00 are expired, so
 * they are in no sum, and the others have their true time to expiry.
 */
export function optionQuoteInstantAt(symbol: string, ms: number): number {
  return Math.min(ms, optionsCloseMs(symbol, lastSessionBefore(ms)))
}
