import type { Content, GenerateContentConfig, ThinkingLevel } from '@google/genai'
import { type AcceptedFeatures, acceptedFeatures, type Feature } from '../accepted-features.ts'
import { MAX_OUTPUT_TOKENS } from '../allowed-tools.ts'
import { DECISION_SCHEMA } from '../decision-format.ts'
import { type Begin, type ConversationOptions, concluding, type Dialect, type ToolOffer } from '../dialect.ts'
import { failed } from '../read-decision.ts'
import { type GoogleClient, googleClient } from './client.ts'
import { type Candidate, candidateOf, finalTextOf } from './read-answer.ts'

/** A name of the SDK's enumeration, which would load the SDK. */
const LOW = 'LOW' as ThinkingLevel

/** Conversations over the Gemini API whose tools this process calls. */
export function beginGoogle(): Begin {
  const accepted = acceptedFeatures('google')
  return async (options, tools) => {
    const dialect = googleDialect(await googleClient(options.settings, options.signal), options, accepted)
    return { dialect, turn: await dialect.ask(tools) }
  }
}

function googleDialect(
  client: GoogleClient,
  { settings, message, tally }: ConversationOptions,
  accepted: AcceptedFeatures,
): Dialect {
  const history: Content[] = [{ role: 'user', parts: [{ text: message }] }]

  async function send(
    uses: readonly Feature[],
    request: () => { contents: Content[]; config: GenerateContentConfig },
  ): Promise<Candidate> {
    const answer = await accepted.send(['reasoning', ...uses], () => {
      const { contents, config } = request()
      const common = { systemInstruction: settings.instructions, maxOutputTokens: MAX_OUTPUT_TOKENS }
      const thinking = accepted.has('reasoning') && { thinkingConfig: { thinkingLevel: LOW } }
      return client.generate({ model: settings.model, contents, config: { ...common, ...thinking, ...config } })
    })
    return candidateOf(answer, tally)
  }

  return {
    async ask(tools) {
      const { parts, failure } = await send([], () => ({ contents: history, config: { tools: toolsOf(tools) } }))
      // What the provider sent is what it takes back, signatures included; it takes no empty content.
      if (parts.length > 0) history.push({ role: 'model', parts } as unknown as Content)
      return { calls: callsOf(parts), failure }
    },
    answer(results) {
      const parts = results.map(({ id, name, ok, text }) => ({
        functionResponse: { ...(id !== '' && { id }), name, response: ok ? { output: text } : { error: text } },
      }))
      history.push({ role: 'user', parts })
    },
    async conclude(tools) {
      const { parts, failure } = await send(['tool_choice', 'json_schema'], () => ({
        contents: [...history, { role: 'user', parts: [{ text: concluding(accepted) }] }],
        config: {
          ...(accepted.has('tool_choice') && { tools: toolsOf(tools), toolConfig: NO_CALLS }),
          ...(accepted.has('json_schema') && {
            responseMimeType: 'application/json',
            responseJsonSchema: DECISION_SCHEMA,
          }),
        },
      }))
      return failure === undefined ? finalTextOf(parts) : failed(failure)
    },
  }
}

const NO_CALLS = { functionCallingConfig: { mode: 'NONE' } } as NonNullable<GenerateContentConfig['toolConfig']>

function toolsOf(tools: readonly ToolOffer[]) {
  const functionDeclarations = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }))
  return [{ functionDeclarations }]
}

function callsOf(parts: Candidate['parts']) {
  return parts.flatMap(({ functionCall: call }) =>
    call ? [{ id: call.id ?? '', name: call.name, argumentsText: JSON.stringify(call.args ?? {}) }] : [],
  )
}
