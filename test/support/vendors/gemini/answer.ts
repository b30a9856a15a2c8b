import { type Model, type ModelReply, type ModelView, type ToolOutcome, tokensIn } from '../model.ts'
import type { GenerateRequest } from './request.ts'

/** The answer of `generateContent` without its id. Source: README.md, "Answers". */
export function answerTo(request: GenerateRequest, model: Model, version: string, newId: () => string): object {
  const reply = model(viewOf(request))
  const promptTokenCount = tokensIn(JSON.stringify(request.contents))
  if (reply.end === 'blocked') {
    return {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount },
      modelVersion: version,
    }
  }
  const { parts, finishReason } = partsOf(reply, request, newId)
  const candidatesTokenCount = tokensIn(JSON.stringify(parts))
  return {
    // An answer that was cut before its first word has a role and no parts; one that was kept back has no content.
    candidates: [
      {
        ...(finishReason === 'SAFETY' ? {} : { content: { ...(parts.length > 0 ? { parts } : {}), role: 'model' } }),
        finishReason,
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount,
      totalTokenCount: promptTokenCount + candidatesTokenCount,
    },
    modelVersion: version,
  }
}

function partsOf({ text = '', calls = [], end }: ModelReply, request: GenerateRequest, newId: () => string) {
  if (end === 'refused') return { parts: [], finishReason: 'SAFETY' }
  const max = request.generationConfig?.maxOutputTokens ?? 65_536
  const isCut = end === 'truncated' || tokensIn(text) > max
  const kept = isCut ? text.slice(0, Math.min(max * 4, Math.ceil(text.length / 2))) : text
  const spoken = kept ? [{ text: kept }] : []
  if (isCut) return { parts: spoken, finishReason: 'MAX_TOKENS' }
  const called = calls.map(({ name, input }, index) => ({
    functionCall: { id: newId(), name, args: input },
    // Of calls made at once, only the first is signed.
    ...(index === 0 ? { thoughtSignature: Buffer.from(`signed ${name}`).toString('base64') } : {}),
  }))
  return { parts: [...spoken, ...called], finishReason: 'STOP' }
}

function viewOf({ contents, systemInstruction, tools = [], toolConfig, generationConfig }: GenerateRequest): ModelView {
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name))
  const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {}
  const parts = contents.flatMap(({ role = 'user', parts: all = [] }) => all.map((part) => ({ role, part })))
  return {
    system: (systemInstruction?.parts ?? []).map(({ text = '' }) => text).join('\n'),
    texts: parts.flatMap(({ role, part }) => (role !== 'model' && part.text !== undefined ? [part.text] : [])),
    tools: mode === 'NONE' ? [] : names.filter((name) => allowedFunctionNames?.includes(name) ?? true),
    results: parts.flatMap(({ part }) => (part.functionResponse ? [outcomeOf(part.functionResponse)] : [])),
    schema: generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema,
  }
}

/** `output` and `error` are the documented keys; without them the whole object is the output. */
function outcomeOf(given: { id?: string | undefined; name: string; response: Record<string, unknown> }): ToolOutcome {
  const { output, error } = given.response
  const value = error ?? output ?? given.response
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { id: given.id ?? '', name: given.name, text, isError: error !== undefined }
}
