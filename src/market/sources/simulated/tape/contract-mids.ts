import type { ContractInstant } from '../../../ports/market-source.ts'
import type { Board } from '../chain/board.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { Moment, World } from '../world.ts'
import { QuotesOfSeconds } from './tape-prices.ts'

export interface MidsParts {
  readonly world: World
  readonly pathOf: (symbol: string) => SymbolPath
  readonly boardOf: (symbol: string, index: number) => Promise<Board>
}

/** Middles of quotes of the past, second by second, from the same surface as the chain of that second. */
export function contractMids({ world, pathOf, boardOf }: MidsParts) {
  return async (symbol: string, { asOfMs }: Moment, instants: readonly ContractInstant[]): Promise<Float64Array> => {
    const path = pathOf(symbol)
    const mids = new Float64Array(instants.length).fill(Number.NaN)
    const inOrder = instants.map((instant, place) => ({ ...instant, place })).sort((a, b) => a.atMs - b.atMs)
    let index = -1
    let midAt = (_optionSymbol: string, _ms: number) => Number.NaN
    for (const { optionSymbol, atMs, place } of inOrder) {
      const moment = atMs > asOfMs ? undefined : world.momentAt(atMs)
      if (moment?.phase !== 'session') continue
      if (moment.index !== index) midAt = midsOf(world, path, await boardOf(symbol, moment.index), moment.index)
      index = moment.index
      mids[place] = midAt(optionSymbol, atMs)
    }
    return mids
  }
}

function midsOf(world: World, path: SymbolPath, board: Board, index: number) {
  const quotes = new QuotesOfSeconds(world, path, board, index)
  const rows = new Map(board.layout.contracts.optionSymbols.map((symbol, row) => [symbol, row]))
  return (optionSymbol: string, ms: number): number => {
    const row = rows.get(optionSymbol)
    if (row === undefined) return Number.NaN
    const { bid, ask } = quotes.at(row, ms)
    return ask > 0 ? 0.5 * (bid + ask) : Number.NaN
  }
}
