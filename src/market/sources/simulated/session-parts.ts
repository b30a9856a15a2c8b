/** What never changes of a session, made from seed and speed alone: another thread can make it as well. */
import { inTurns } from '../../../lib/node/in-turns.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { TapePrints } from '../../domain/options/option-tape.ts'
import { Memo } from '../memo.ts'
import { type Board, boardAfter, boardSteps } from './chain/board.ts'
import { quotedChain } from './chain/quoted-chain.ts'
import type { SessionOfSymbol, WorldTerms } from './session-maker.ts'
import { tapeSteps } from './tape/option-tape.ts'
import { World } from './world.ts'

/** Of a few symbols, which are asked for one after another. */
const BOARDS_KEPT = 4
const PRICES_KEPT = 8

export class FinishedSessions {
  readonly #world: World
  readonly #boards = new Memo<Promise<Board>>(BOARDS_KEPT)

  constructor({ seed, speed }: WorldTerms) {
    this.#world = new World(seed, speed, PRICES_KEPT)
  }

  /** The whole tape of a session. */
  async tape({ symbol, index }: SessionOfSymbol): Promise<TapePrints> {
    const board = await this.#board(symbol, index)
    const { prints } = await inTurns(tapeSteps(this.#world, this.#world.path(symbol), index, board))
    return prints
  }

  /** The chain of its close, without what settles with it. */
  async closingChain({ symbol, index }: SessionOfSymbol): Promise<OptionChain> {
    const { closeMs } = this.#world.sessions.at(index)
    const board = boardAfter(await this.#board(symbol, index), closeMs)
    return await inTurns(quotedChain(this.#world, this.#world.path(symbol), board, this.#world.within(index, 1)))
  }

  #board(symbol: string, index: number): Promise<Board> {
    return this.#boards.get(`${symbol} ${index}`, () =>
      inTurns(boardSteps(this.#world, this.#world.path(symbol), index)),
    )
  }
}
