/** Tapes and chains of sessions, made from seed and speed alone: another thread can make them as well. */
import { inTurns } from '../../../lib/node/in-turns.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { TapePrints } from '../../domain/options/option-tape.ts'
import { Memo, type Rest } from '../memo.ts'
import { type Board, boardAfter, boardSteps } from './chain/board.ts'
import { quotedChain } from './chain/quoted-chain.ts'
import type { SessionOfSymbol, WorldTerms } from './session-maker.ts'
import { tapeSteps } from './tape/option-tape.ts'
import { isAfterClose, type Moment, World } from './world.ts'

/** Of a few symbols, which are asked for one after another: of the session and of the one before. */
const BOARDS_KEPT = 12
const PRICES_KEPT = 8

export class SessionParts {
  readonly #world: World
  readonly #boards: Memo<Promise<Board>>

  /** Nothing is ever forgotten without `rest`. */
  constructor({ seed, speed }: WorldTerms, rest?: Rest) {
    this.#world = new World(seed, speed, { pricesKept: PRICES_KEPT, later: rest?.later })
    this.#boards = new Memo(BOARDS_KEPT, rest)
  }

  /** The whole tape of a session. */
  async tape({ symbol, index }: SessionOfSymbol): Promise<TapePrints> {
    const board = await this.#board(symbol, index)
    const { prints } = await inTurns(tapeSteps(this.#world, this.#world.path(symbol), index, board))
    return prints
  }

  /** After the close without what settles with it. */
  async chain(symbol: string, moment: Moment): Promise<OptionChain> {
    const { index } = moment
    const board = await this.#board(symbol, index)
    const listed = isAfterClose(moment) ? boardAfter(board, this.#world.sessions.at(index).closeMs) : board
    return await inTurns(quotedChain(this.#world, this.#world.path(symbol), listed, moment))
  }

  #board(symbol: string, index: number): Promise<Board> {
    return this.#boards.get(`${symbol} ${index}`, () =>
      inTurns(boardSteps(this.#world, this.#world.path(symbol), index)),
    )
  }
}
