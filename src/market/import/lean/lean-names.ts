/** Names of the files inside Lean archives, which carry symbol, date, strike, right and expiration. */
import type { ExerciseStyle, OptionType } from '../../domain/options/chain.ts'
import { compactDate } from '../file-facts.ts'

type LeanTick = 'trade' | 'quote' | 'openinterest'

export interface LeanOptionName {
  readonly resolution: 'daily' | 'minute'
  /** Null for daily files, whose rows carry their date. */
  readonly date: string | null
  readonly root: string
  readonly tick: LeanTick
  readonly style: ExerciseStyle
  readonly optionType: OptionType
  readonly strike: number
  readonly expirationDate: string
}

export interface LeanEquityName {
  readonly resolution: 'daily' | 'minute' | 'tick'
  readonly date: string | null
  readonly symbol: string
  readonly tick: 'trade' | 'quote'
}

/** Lean keeps prices as ten-thousandths of a dollar. */
export const LEAN_SCALE = 10_000

const OPTION =
  /^(?:(\d{8})_)?([a-z][a-z0-9]*)_(?:(minute)_)?(trade|quote|openinterest)_(american|european)_(call|put)_(\d+)_(\d{8})\.csv$/i
const EQUITY_INTRADAY = /^(\d{8})_([a-z][a-z0-9.]*)_(?:(minute)_(trade|quote)|(trade)_(tick)|(tick)_(trade))\.csv$/i
const EQUITY_DAILY = /^([a-z][a-z0-9.]*)\.csv$/i

/** `20140606_aapl_minute_trade_american_call_10000000_20150117.csv`; without date and `minute` a daily file. */
export function leanOptionName(name: string): LeanOptionName | null {
  const match = OPTION.exec(name)
  if (!match) return null
  const [, date, root = '', minute, tick = '', style = '', right = '', strike = '', expiration = ''] = match
  const expirationDate = compactDate(expiration)
  if (expirationDate === null || (date === undefined) !== (minute === undefined)) return null
  return {
    resolution: minute === undefined ? 'daily' : 'minute',
    date: date === undefined ? null : compactDate(date),
    root: root.toUpperCase(),
    tick: tick.toLowerCase() as LeanTick,
    style: style.toLowerCase() as ExerciseStyle,
    optionType: right.toLowerCase() as OptionType,
    strike: Number(strike) / LEAN_SCALE,
    expirationDate,
  }
}

/** `20140605_aapl_minute_quote.csv`, `20131008_spy_Trade_Tick.csv`; `aapl.csv` is daily. */
export function leanEquityName(name: string): LeanEquityName | null {
  const match = EQUITY_INTRADAY.exec(name)
  if (match) {
    const [, date = '', symbol = '', minute, tick] = match
    const resolution = minute === undefined ? 'tick' : 'minute'
    const kind = tick?.toLowerCase() === 'quote' ? 'quote' : 'trade'
    return { resolution, date: compactDate(date), symbol: symbol.toUpperCase(), tick: kind }
  }
  const symbol = EQUITY_DAILY.exec(name)?.[1]
  return symbol === undefined ? null : { resolution: 'daily', date: null, symbol: symbol.toUpperCase(), tick: 'trade' }
}
