import { z } from 'zod'
import { type FinalText, failed } from './read-decision.ts'
import { addTokens, type Tally } from './tally.ts'

const text = z.string().nullish().catch(null)

/** What is read of a Responses answer; items keep all their fields, since some are sent back. */
const ModelResponse = z.object({
  id: text,
  model: text,
  status: text,
  error: z.object({ code: text, message: text }).nullish().catch(null),
  incomplete_details: z.object({ reason: text }).nullish().catch(null),
  output: z.array(z.looseObject({ type: z.string() })),
  usage: z.unknown(),
})
export type ModelResponse = z.infer<typeof ModelResponse>
export type OutputItem = ModelResponse['output'][number]

const Message = z.object({ phase: text, content: z.array(z.looseObject({ type: z.string() })) })

/** The answer as we know it, or undefined when it is no Responses answer at all. Its tokens are counted at once. */
export function responseOf(answer: unknown, tally: Tally): ModelResponse | undefined {
  const response = ModelResponse.safeParse(answer)
  if (!response.success) return undefined
  const { id, model, usage } = response.data
  tally.responseId = id ?? tally.responseId
  tally.model = model ?? tally.model
  addTokens(tally, usage)
  return response.data
}

export function itemsOf(response: ModelResponse, type: string): OutputItem[] {
  return response.output.filter((item) => item.type === type)
}

/** Why the answer as a whole cannot be used, or undefined. */
export function statusFailure({ status, error, incomplete_details: details }: ModelResponse): string | undefined {
  if (status === undefined || status === null || status === 'completed') return undefined
  if (status === 'incomplete') return `The answer of the model is incomplete: ${details?.reason ?? 'no cause given'}.`
  const cause = [error?.code, error?.message].filter((word) => word !== null && word !== undefined).join(': ')
  return `The response of the model has the status ${status}: ${cause || 'no cause given'}`
}

/** The one final message of the answer. Comments on the way are no answers; of two answers nobody can say which holds. */
export function finalTextOf(response: ModelResponse): FinalText {
  const messages = itemsOf(response, 'message').flatMap((item) => {
    const message = Message.safeParse(item)
    return message.success && message.data.phase !== 'commentary' ? [message.data] : []
  })
  const refusal = messages.flatMap(({ content }) => content).find(({ type }) => type === 'refusal')
  if (refusal !== undefined) return failed(`The model refused: ${String(refusal['refusal'] ?? '')}`)
  const texts = messages.map(textOf).filter((one) => one !== undefined)
  const [only, ...others] = texts
  if (only === undefined) return failed('The model gave no structured decision.')
  if (others.length > 0) return failed(`The model gave ${texts.length} final messages, which contradicts one decision.`)
  return { ok: true, text: only }
}

function textOf({ content }: z.infer<typeof Message>): string | undefined {
  const parts = content.flatMap((part) =>
    part.type === 'output_text' && typeof part['text'] === 'string' ? [part['text']] : [],
  )
  return parts.length === 0 ? undefined : parts.join('')
}
