import { z } from 'zod'
import type { MarketContext } from '../../market/operations/context.ts'
import type { McpCall, Method } from './method.ts'
import { PROMPTS } from './prompts.ts'
import { readParams } from './read-params.ts'
import { SNAPSHOT_TEMPLATE } from './resources.ts'

/** The protocol's own limit. */
const MAX_VALUES = 100

const CompleteParams = z.looseObject({
  ref: z.union([
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
})

type Reference = z.infer<typeof CompleteParams>['ref']

/** Completion of arguments with known values: symbols of the source, and directions. */
export function completeMethod(contextOf: (call: McpCall) => MarketContext): Method {
  return async (params, call) => {
    const { ref, argument } = readParams(CompleteParams, params)
    const choices = choicesOf(ref, argument.name)
    const all = choices === 'symbol' ? await symbols(contextOf(call)) : choices
    const typed = argument.value.trim().toLowerCase()
    const found = all.filter((it) => it.toLowerCase().startsWith(typed))
    return {
      completion: { values: found.slice(0, MAX_VALUES), total: found.length, hasMore: found.length > MAX_VALUES },
    }
  }
}

async function symbols({ market }: MarketContext): Promise<string[]> {
  return (await market.listings()).map(({ symbol }) => symbol)
}

function choicesOf(ref: Reference, argument: string): 'symbol' | readonly string[] {
  if (ref.type === 'ref/resource') return ref.uri === SNAPSHOT_TEMPLATE && argument === 'symbol' ? 'symbol' : []
  const prompt = PROMPTS.find(({ name }) => name === ref.name)
  return prompt?.arguments.find(({ name }) => name === argument)?.choices ?? []
}
