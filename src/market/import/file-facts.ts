/**
 * Symbol and date of a file whose content does not have them: the options of the command, else the file name, which the
 * report then mentions. If the two disagree, the file is rejected.
 */

import { isCivilDate } from '../../lib/time/civil-date.ts'
import { UnderlyingSymbol } from '../contract/underlying-symbol.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadLog } from './read-log.ts'
import type { ReadRequest } from './reading.ts'

export function symbolFrom(nameSays: string | undefined, request: ReadRequest, log: ReadLog): string {
  if (request.symbol !== undefined) return request.symbol
  const symbol = UnderlyingSymbol.safeParse(nameSays)
  if (!symbol.success)
    throw new FileRefused('Neither the file nor its name contains the symbol: give it with --symbol.')
  log.note(`The symbol ${symbol.data} was taken from the file name.`)
  return symbol.data
}

/** `nameSays` is `YYYYMMDD`. */
export function dateFrom(nameSays: string | undefined, request: ReadRequest, log: ReadLog): string {
  const named = nameSays === undefined ? null : compactDate(nameSays)
  if (named === null) {
    if (request.date !== undefined) return request.date
    throw new FileRefused('Neither the file nor its name contains the trading date: give it with --date.')
  }
  requireDate(named, request)
  if (request.date === undefined) log.note(`The date ${named} was taken from the file name.`)
  return named
}

/** Rejects a file of a date other than the requested one. */
export function requireDate(date: string, request: ReadRequest): void {
  if (request.date === undefined || request.date === date) return
  throw new FileRefused(`The file is of ${date}, not of ${request.date}.`)
}

/** `20140602` as 2014-06-02; null for a date that does not exist. */
export function compactDate(text: string): string | null {
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
  return text.length === 8 && isCivilDate(date) ? date : null
}
