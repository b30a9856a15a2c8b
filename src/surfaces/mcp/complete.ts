import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { type McpCall, type Method, RPC, RpcError } from './method.ts'
import { PROMPTS } from './prompts.ts'
import { readParams } from './read-params.ts'
import { SNAPSHOT_TEMPLATE } from './resources.ts'

/** The protocol's own limit. */
const MOST_VALUES = 100

const CompleteParams = z.looseObject({
  ref: z.union([
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
})

type Reference = z.infer<typeof CompleteParams>['ref']

/** Completion of what takes one of a known set: symbols of the source, and directions. */
export function completeMethod(contextOf: (call: McpCall) => Context): Method {
  return async (params, call) => {
    const { ref, argument } = readParams(CompleteParams, params)
    const choices = argumentsOf(ref).get(argument.name)
    if (choices === undefined) throw new RpcError(RPC.invalidParams, 'There is no argument of this name.')
    const all = choices === 'symbol' ? await symbols(contextOf(call)) : choices
    const typed = argument.value.trim().toLowerCase()
    const found = all.filter((it) => it.toLowerCase().startsWith(typed))
    return {
      completion: { values: found.slice(0, MOST_VALUES), total: found.length, hasMore: found.length > MOST_VALUES },
    }
  }
}

async function symbols({ market }: Context): Promise<string[]> {
  return (await market.listings()).map(({ symbol }) => symbol)
}

/** What each argument takes; an empty list for free text. */
function argumentsOf(ref: Reference): ReadonlyMap<string, 'symbol' | readonly string[]> {
  if (ref.type === 'ref/resource') {
    if (ref.uri === SNAPSHOT_TEMPLATE) return new Map([['symbol', 'symbol']])
    throw new RpcError(RPC.invalidParams, 'There is no resource template of this address.')
  }
  const prompt = PROMPTS.find(({ name }) => name === ref.name)
  if (!prompt) throw new RpcError(RPC.invalidParams, 'There is no prompt of this name.')
  return new Map(prompt.arguments.map(({ name, choices }) => [name, choices]))
}
