/**
 * The option trades of a session: clustered orders with fat-tailed sizes, priced against the quotes of the chain. A
 * session is generated once as a whole, and truncated at the moment of the view. The ground truth (aggressor, packages,
 * accumulations) is separate from the tape.
 */

import { mix } from '../../../../lib/math/seeded-random.ts'
import { inTurns } from '../../../../lib/node/in-turns.ts'
import type { Steps } from '../../../../lib/steps.ts'
import { countUpTo, type TapePrints, tapeUpTo } from '../../../domain/options/option-tape.ts'
import type { OptionTape } from '../../../ports/market-source.ts'
import { Memo } from '../../memo.ts'
import type { Board } from '../chain/board.ts'
import { Draws } from '../draws.ts'
import type { SessionMaker } from '../session-maker.ts'
import { SessionMemo, type SessionMemoParts } from '../session-memo.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { Moment, World } from '../world.ts'
import type { AccumulationEpisode } from './accumulation-episodes.ts'
import type { Halt } from './option-volume.ts'
import { TapeCapacity } from './tape-capacity.ts'
import { plannedPrints } from './tape-orders.ts'
import { pricedTape } from './tape-prices.ts'
import { tapeScale } from './tape-size.ts'
import { venuesOf } from './tape-venues.ts'

/** Ground truth of the rows of a session. */
export interface TapeTruth {
  readonly prints: TapePrints
  /** 1 where the initiator bought, −1 where he sold. */
  readonly side: Int8Array
  /** Prints of one sweep or package, and a print with its cancellation, have the same number. */
  readonly order: Uint32Array
  /** 1 for the trades of an accumulation, and of them for those of someone who knows of a move to come. */
  readonly isAccumulated: Uint8Array
  readonly isInformed: Uint8Array
  readonly episode: Omit<AccumulationEpisode, 'trades'> | null
  readonly halts: readonly Halt[]
}

interface KeptTape {
  readonly whole: TapePrints
  readonly tape: object
  latest: TapePrints
}

export interface TapeParts extends SessionMemoParts {
  readonly world: World
  readonly pathOf: (symbol: string) => SymbolPath
  /** The board of a session that runs. */
  readonly boardOf: (symbol: string, index: number) => Promise<Board>
  /** Whole tapes from elsewhere. */
  readonly maker?: Pick<SessionMaker, 'tape'> | undefined
}

export function optionTapes({ world, pathOf, boardOf, maker, ...kept }: TapeParts) {
  const tapes = new SessionMemo<Promise<KeptTape>>(kept)
  /** A tape that begins again is another one than the tape that has ended, made of the same trades. */
  const replays = new Memo<Promise<KeptTape>>(kept.keptLatest)
  async function madeHere(path: SymbolPath, index: number): Promise<TapePrints> {
    const board = await boardOf(path.profile.symbol, index)
    const { prints } = await inTurns(tapeSteps(world, path, index, board))
    return prints
  }
  return async (symbol: string, moment: Moment): Promise<OptionTape> => {
    const path = pathOf(symbol)
    const { asOfMs, sessionDate, index, replay } = moment
    const ended = tapes.get(symbol, index, async () =>
      keptTape((await maker?.tape({ symbol, index })) ?? (await madeHere(path, index))),
    )
    const again = async () => keptTape((await ended).whole)
    const session = await (replay === undefined ? ended : replays.get(`${symbol} ${index} ${replay}`, again))
    const prints = upTo(session, asOfMs)
    const warnings = prints.count > 0 ? [] : [`No option of ${symbol} has traded yet in the session of ${sessionDate}.`]
    return { asOfMs, sessionDate, tape: session.tape, prints, warnings }
  }
}

export function* tapeSteps(world: World, path: SymbolPath, index: number, board: Board): Steps<TapeTruth> {
  const { profile } = path
  const session = world.sessions.at(index)
  const scale = tapeScale(profile)
  const room = new TapeCapacity(board, session, index, scale.unlisted)
  const draws = new Draws(mix(world.streamOf('option tape', profile.symbol), index))
  const isIndex = profile.kind === 'index'
  const wanted = yield* plannedPrints({ board, session, room, scale, venues: venuesOf(profile), isIndex, draws })
  const { prints, planned } = yield* pricedTape({ world, path, index, board, room, draws }, wanted)
  return {
    prints,
    side: Int8Array.from(planned, ({ side }) => side),
    order: Uint32Array.from(planned, ({ order }) => order),
    isAccumulated: Uint8Array.from(planned, ({ accumulator }) => (accumulator ? 1 : 0)),
    isInformed: Uint8Array.from(planned, ({ accumulator }) => (accumulator === 'informed' ? 1 : 0)),
    episode: board.episode,
    halts: board.halts,
  }
}

function keptTape(whole: TapePrints): KeptTape {
  return { whole, tape: Object.freeze({}), latest: whole }
}

/** What of it has happened; the same object while nothing has been added. */
function upTo(session: KeptTape, asOfMs: number): TapePrints {
  const { whole, latest } = session
  if (latest.count !== countUpTo(whole.executedAtMs, asOfMs)) session.latest = tapeUpTo(whole, asOfMs)
  return session.latest
}
