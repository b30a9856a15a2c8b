import type { OptionChain } from '../../../domain/market/chain.ts'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import type { TapePrints } from '../../../domain/market/option-tape.ts'
import { sessionOn } from '../../../domain/market/trading-calendar.ts'
import { at } from '../../../lib/columns.ts'
import type { ContractInstant } from '../../../ports/market-source.ts'

/** A print tells the quote of its own time, and of a minute around it. */
const REACH_MS = 60_000

interface StoredQuotes {
  /** The stored prints of a session, up to the view's instant. */
  readonly printsOf: (sessionDate: string) => Promise<TapePrints>
  /** The last stored chain of a session; undefined without one. */
  readonly chainOf: (sessionDate: string) => Promise<OptionChain | undefined>
}

/** From the quotes that stand beside prints; at the end of a session from its last chain, where that came after it. */
export async function storedMids(
  asked: readonly ContractInstant[],
  viewMs: number,
  { printsOf, chainOf }: StoredQuotes,
): Promise<Float64Array> {
  const mids = new Float64Array(asked.length).fill(Number.NaN)
  for (const [sessionDate, places] of placesByDate(asked, viewMs)) {
    const closeMs = sessionOn(sessionDate)?.closeMs ?? Number.NaN
    const atClose = midsOfChain(await chainOf(sessionDate), closeMs)
    const inSession = midsOfPrints(await printsOf(sessionDate))
    for (const place of places) {
      const { optionSymbol = '', atMs = Number.NaN } = asked[place] ?? {}
      const closing = atMs === closeMs && atClose ? atClose(optionSymbol) : Number.NaN
      mids[place] = Number.isNaN(closing) ? inSession(optionSymbol, atMs) : closing
    }
  }
  return mids
}

function placesByDate(asked: readonly ContractInstant[], viewMs: number): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { atMs }] of asked.entries()) {
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

const placed = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>()

/** Rows of each contract, in order of time; made once for a tape, which may have a million. */
function rowsByContract(optionSymbols: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = placed.get(optionSymbols)
  if (known) return known
  const rowsOf = new Map<string, number[]>()
  for (const [row, symbol] of optionSymbols.entries()) {
    const rows = rowsOf.get(symbol)
    if (rows) rows.push(row)
    else rowsOf.set(symbol, [row])
  }
  placed.set(optionSymbols, rowsOf)
  return rowsOf
}

/** The quote nearest in time; of two that are equally near the later one. */
function midsOfPrints({ optionSymbols, executedAtMs, bid, ask }: TapePrints): MidOf {
  return (optionSymbol, atMs) => {
    const rows = rowsByContract(optionSymbols).get(optionSymbol) ?? []
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
  let low = 0
  let high = rows.length
  while (low < high) {
    const middleRow = (low + high) >> 1
    if (at(executedAtMs, rows[middleRow] ?? 0) < ms) low = middleRow + 1
    else high = middleRow
  }
  return low
}

function middle(bid = Number.NaN, ask = Number.NaN): number {
  return ask > 0 ? 0.5 * (bid + ask) : Number.NaN
}
