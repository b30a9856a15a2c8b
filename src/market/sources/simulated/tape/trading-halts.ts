import { mix, uniform } from '../../../../lib/math/seeded-random.ts'
import { MINUTE_MS } from '../../../../lib/time/duration.ts'
import { SESSIONS_PER_YEAR } from '../stock/factor-path.ts'
import type { SymbolPath } from '../stock/symbol-path.ts'
import type { World } from '../world.ts'
import type { Halt } from './option-volume.ts'

const CHANCE = 0.003
/** Of a session with a move that is rarely seen. */
const CHANCE_OF_WILD_SESSION = 0.12
const WILD_DEVIATIONS = 2.5

/** Seconds of a session in which the options of a stock are halted: 5 to 15 minutes, usually none. */
export function haltsOf(world: World, path: SymbolPath, index: number): readonly Halt[] {
  const { kind, volatility, symbol } = path.profile
  if (kind !== 'stock') return []
  const { open, high, low } = path.bar(index)
  const stream = mix(world.streamOf('halts', symbol), index)
  const deviation = volatility / Math.sqrt(SESSIONS_PER_YEAR)
  const chance = Math.max(high / open, open / low) > 1 + WILD_DEVIATIONS * deviation ? CHANCE_OF_WILD_SESSION : CHANCE
  if (uniform(stream) >= chance) return []
  const { openMs, closeMs } = world.sessions.at(index)
  const share = 0.05 + 0.8 * uniform(mix(stream, 1))
  const fromMs = openMs + 1000 * Math.floor((share * (closeMs - openMs)) / 1000)
  const seconds = Math.floor(((5 + 10 * uniform(mix(stream, 2))) * MINUTE_MS) / 1000)
  return [{ fromMs, toMs: fromMs + 1000 * seconds }]
}
