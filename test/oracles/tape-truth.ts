import { finish } from '../../src/lib/steps.ts'
import { boardSteps } from '../../src/market/sources/simulated/chain/board.ts'
import { type TapeTruth, tapeSteps } from '../../src/market/sources/simulated/tape/option-tape.ts'
import { World } from '../../src/market/sources/simulated/world.ts'

export interface TapeTruthOptions {
  readonly seed: number
  readonly speed?: number | undefined
}

/**
 * The whole tape of any session of a market of this seed, with what only the simulation knows of it: who bought, which
 * prints belong together, who accumulated and who was informed. For validation and tests; no source hands it out. Throws a RangeError for
 * a date without a session.
 */
export function tapeTruth({ seed, speed = 1 }: TapeTruthOptions): (symbol: string, sessionDate: string) => TapeTruth {
  const world = new World(seed, speed)
  return (symbol, sessionDate) => {
    const index = world.sessions.indexOf(sessionDate)
    if (index === undefined) throw new RangeError(`No simulated session on ${sessionDate}`)
    const path = world.path(symbol)
    return finish(tapeSteps(world, path, index, finish(boardSteps(world, path, index))))
  }
}
