import type { LlmProvider } from '../../ports/decider.ts'
import { acceptedFeatures } from '../accepted-features.ts'
import type { Begin } from '../dialect.ts'
import { openProvider } from '../provider.ts'
import { statusOf } from '../provider-error.ts'
import { chatDialect } from './chat-dialect.ts'
import { responsesDialect } from './responses-dialect.ts'

/** What a server without the Responses API answers on its path. */
const NOT_OFFERED = new Set([404, 405, 501])

/** The Responses API, or chat completions where the endpoint does not offer it. */
export function beginOpenAi(name: LlmProvider): Begin {
  /** Learned from the first answer on the path of the Responses API. */
  let speaksResponses = true
  const accepted = acceptedFeatures(name)
  return async ({ settings, signal, ...conversation }, tools) => {
    const provider = await openProvider(settings, signal)
    const options = { ...conversation, provider, model: settings.model, instructions: settings.instructions, accepted }
    if (speaksResponses) {
      const dialect = responsesDialect(options)
      try {
        return { dialect, turn: await dialect.ask(tools) }
      } catch (error) {
        if (!NOT_OFFERED.has(statusOf(error) ?? 0)) throw error
      }
    }
    const dialect = chatDialect(options)
    const turn = await dialect.ask(tools)
    speaksResponses = false
    return { dialect, turn }
  }
}
