import { at } from '../../../lib/math/columns.ts'
import { firstNotBefore } from '../../../lib/math/first-not-before.ts'
import { newYorkDate } from '../../domain/calendar/new-york-time.ts'
import { sessionOn } from '../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { PrintTexts } from '../../domain/options/coded-texts.ts'
import type { TapePrints } from '../../domain/options/option-tape.ts'
import type { ContractInstant } from '../../ports/market-source.ts'
import { LastMade } from '../last-made.ts'

/** A print gives the quote for one minute around it. */
const REACH_MS = 60_000

type RowsByContract = ReadonlyMap<string, readonly number[]>
/** Cached per tape, because a tape can have a million rows. */
export type TapeIndex = LastMade<RowsByContract>

/** As many sessions as a question about outcomes usually names. */
const INDEXED_SESSIONS = 32

export function tapeIndex(): TapeIndex {
  return new LastMade(INDEXED_SESSIONS)
}

interface StoredQuotes {
  /** The stored prints of a session, up to the view's instant. */
  readonly printsOf: (sessionDate: string) => Promise<TapePrints>
  /** The last stored chain of a session; undefined without one. */
  readonly chainOf: (sessionDate: string) => Promise<OptionChain | undefined>
  readonly index: TapeIndex
}

/** From the quotes of prints; at the end of a session from its last chain, if that is later. */
export async function storedMids(
  instants: readonly ContractInstant[],
  viewMs: number,
  { printsOf, chainOf, index }: StoredQuotes,
): Promise<Float64Array> {
  const mids = new Float64Array(instants.length).fill(Number.NaN)
  for (const [sessionDate, places] of placesByDate(instants, viewMs)) {
    const closeMs = sessionOn(sessionDate)?.closeMs ?? Number.NaN
    const atClose = midsOfChain(await chainOf(sessionDate), closeMs)
    const inSession = midsOfPrints(await printsOf(sessionDate), index)
    for (const place of places) {
      const { optionSymbol = '', atMs = Number.NaN } = instants[place] ?? {}
      const closing = atMs === closeMs && atClose ? atClose(optionSymbol) : Number.NaN
      mids[place] = Number.isNaN(closing) ? inSession(optionSymbol, atMs) : closing
    }
  }
  return mids
}

function placesByDate(instants: readonly ContractInstant[], viewMs: number): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { atMs }] of instants.entries()) {
    const date = newYorkDate(atMs)
    const session = sessionOn(date)
    if (atMs > viewMs || !session || atMs < session.openMs || atMs > session.closeMs) continue
    places.set(date, [...(places.get(date) ?? []), place])
  }
  return places
}

type MidOf = (optionSymbol: string, atMs: number) => number

function midsOfChain(chain: OptionChain | undefined, closeMs: number): ((optionSymbol: string) => number) | undefined {
  if (!chain || chain.asOfMs < closeMs) return undefined
  const { optionSymbols, bid, ask } = chain.contracts
  const rows = new Map(optionSymbols.map((symbol, row) => [symbol, row]))
  return (optionSymbol) => {
    const row = rows.get(optionSymbol)
    return row === undefined ? Number.NaN : middle(bid[row], ask[row])
  }
}

/** Rows of each contract, in order of time. */
function rowsByContract(optionSymbols: PrintTexts): RowsByContract {
  const rowsOf = new Map<string, number[]>()
  let row = 0
  for (const symbol of optionSymbols) {
    const rows = rowsOf.get(symbol)
    if (rows) rows.push(row)
    else rowsOf.set(symbol, [row])
    row++
  }
  return rowsOf
}

/** The quote nearest in time; of two that are equally near the later one. */
function midsOfPrints(
  { symbol, sessionDate, optionSymbols, executedAtMs, bid, ask }: TapePrints,
  index: TapeIndex,
): MidOf {
  const key = `${symbol} ${sessionDate}`
  const from = [optionSymbols]
  const rowsOf = index.get(key, from) ?? index.set(key, from, rowsByContract(optionSymbols))
  return (optionSymbol, atMs) => {
    const rows = rowsOf.get(optionSymbol) ?? []
    const first = firstFrom(rows, executedAtMs, atMs - REACH_MS)
    let nearest = Number.NaN
    let distance = REACH_MS
    for (const row of rows.slice(first, firstFrom(rows, executedAtMs, atMs + REACH_MS + 1))) {
      const away = Math.abs(at(executedAtMs, row) - atMs)
      const mid = middle(bid[row], ask[row])
      if (away > distance || Number.isNaN(mid)) continue
      nearest = mid
      distance = away
    }
    return nearest
  }
}

/** The first of some rows, in order of time, that is not before an instant. */
function firstFrom(rows: readonly number[], executedAtMs: Float64Array, ms: number): number {
  return firstNotBefore(rows.length, (place) => at(executedAtMs, rows[place] ?? 0) < ms)
}

function middle(bid = Number.NaN, ask = Number.NaN): number {
  return ask > 0 ? 0.5 * (bid + ask) : Number.NaN
}
