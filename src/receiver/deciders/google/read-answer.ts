import { z } from 'zod'
import { type FinalText, failed } from '../read-decision.ts'
import { addTokens, type Tally } from '../tally.ts'

const text = z.string().nullish().catch(null)
const count = z.int().min(0).nullish().catch(null)

/** What is read of a part; parts keep all their fields, since they are sent back with their signatures. */
const Part = z.looseObject({
  text,
  thought: z.boolean().nullish().catch(null),
  functionCall: z.looseObject({ id: text, name: z.string(), args: z.unknown() }).nullish(),
})
const Answer = z.object({
  responseId: text,
  modelVersion: text,
  promptFeedback: z.object({ blockReason: text }).nullish().catch(null),
  candidates: z
    .array(z.object({ finishReason: text, content: z.object({ parts: z.array(Part).nullish() }).nullish() }))
    .nullish(),
  usageMetadata: z
    .object({
      promptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .nullish()
    .catch(null),
})
type Part = z.infer<typeof Part>

/** The one candidate, or why it cannot be used. */
export interface Candidate {
  readonly parts: readonly Part[]
  readonly failure?: string | undefined
}

export function candidateOf(given: unknown, tally: Tally): Candidate {
  const answer = Answer.safeParse(given)
  if (!answer.success) return { parts: [], failure: 'The model provider answered with something that is no content.' }
  const { responseId, modelVersion, promptFeedback, candidates, usageMetadata: usage } = answer.data
  tally.responseId = responseId ?? tally.responseId
  tally.model = modelVersion ?? tally.model
  addTokens(tally, {
    input_tokens: usage?.promptTokenCount ?? null,
    input_tokens_details: { cached_tokens: usage?.cachedContentTokenCount ?? null },
    output_tokens: outputOf(usage?.candidatesTokenCount, usage?.thoughtsTokenCount),
    output_tokens_details: { reasoning_tokens: usage?.thoughtsTokenCount ?? null },
  })
  const blocked = promptFeedback?.blockReason
  if (typeof blocked === 'string')
    return { parts: [], failure: `The model refused: the request was blocked (${blocked}).` }
  const [candidate] = candidates ?? []
  const parts = candidate?.content?.parts ?? []
  return { parts, failure: stopFailure(candidate?.finishReason) }
}

/** The vendor counts thoughts apart from the answer. */
function outputOf(answer: number | null | undefined, thoughts: number | null | undefined): number | null {
  return typeof answer === 'number' ? answer + (thoughts ?? 0) : null
}

/** https://ai.google.dev/api/generate-content#FinishReason */
function stopFailure(reason: string | null | undefined): string | undefined {
  if (reason === undefined || reason === null || reason === 'STOP') return undefined
  if (reason === 'MAX_TOKENS') return 'The answer of the model is incomplete: max_output_tokens.'
  if (/CALL|OTHER|UNSPECIFIED/.test(reason)) return `The answer of the model is incomplete: ${reason}.`
  return `The model refused: its answer was kept back (${reason}).`
}

/** What the model says, without its thoughts. */
export function finalTextOf(parts: readonly Part[]): FinalText {
  const final = parts.flatMap(({ text: said, thought }) => (thought === true ? [] : [said ?? ''])).join('')
  return final.trim() === ''
    ? failed('The model gave no structured decision.')
    : { ok: true, text: final, mayBeFenced: true }
}
