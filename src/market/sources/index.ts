/** The sources of market data, in the order in which documents list them. `app/market.ts` makes the one that runs. */
import { alpacaDefinition } from './alpaca/definition.ts'
import { cboeDefinition } from './cboe/definition.ts'
import { replayDefinition } from './replay/definition.ts'
import { simulatedDefinition } from './simulated/definition.ts'

export const SOURCE_DEFINITIONS = [simulatedDefinition, replayDefinition, cboeDefinition, alpacaDefinition] as const

export type SourceName = (typeof SOURCE_DEFINITIONS)[number]['name']

export const SOURCE_NAMES: readonly SourceName[] = SOURCE_DEFINITIONS.map(({ name }) => name)

/** Whether a vendor is asked, whose limits count for all processes together. */
export function isRemoteSource(name: SourceName): boolean {
  return SOURCE_DEFINITIONS.some((it) => it.name === name && it.capabilities.isRemote)
}
