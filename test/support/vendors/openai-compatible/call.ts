import { z } from 'zod'
import { type Model, type ModelReply, type ToolOutcome, tokensIn } from '../model.ts'
import type { Profile } from './profiles.ts'

/** One request of either endpoint in the terms that both share. */
export interface Call {
  readonly endpoint: 'chat' | 'responses'
  readonly body: Record<string, unknown>
  readonly format: { readonly type: string; readonly schema?: unknown } | undefined
  readonly system: string
  readonly texts: readonly string[]
  readonly tools: readonly string[]
  readonly outcomes: readonly ToolOutcome[]
  readonly maxTokens: number
}

export class Refused extends Error {
  readonly status: number
  readonly param: string | null

  constructor(status: number, message: string, param: string | null = null) {
    super(message)
    this.status = status
    this.param = param
  }
}

/** Throws what a server of this profile refuses. */
export function checkCall(call: Call, profile: Profile): void {
  for (const [path, message] of Object.entries(profile.refused)) {
    if (valueAt(call.body, path) !== undefined) throw new Refused(profile.refusalStatus ?? 400, message, path)
  }
  checkFormat(call, profile)
  checkTools(call, profile)
}

function valueAt(body: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], body)
}

function checkFormat({ format, system, texts, endpoint, body }: Call, profile: Profile): void {
  // LM Studio takes /responses without `text`, but no `text` without its format.
  if (endpoint === 'responses' && profile.fencesResponses && body['text'] && !format) {
    throw new Refused(400, 'Required', 'text.format')
  }
  if (!format || format.type === 'text') return
  const known: readonly string[] = profile.formats
  if (!known.includes(format.type)) throw new Refused(400, profile.refusedFormat, 'response_format')
  if (format.type === 'json_object' && profile.needsWordJson && !/json/i.test([system, ...texts].join(' '))) {
    const where = endpoint === 'chat' ? 'response_format' : 'text.format'
    throw new Refused(400, `Prompt must contain the word 'json' in some form to use '${where}' of type 'json_object'.`)
  }
}

function checkTools({ body, tools }: Call, profile: Profile): void {
  const choice = body['tool_choice']
  if (tools.length === 0) {
    if (choice !== undefined && choice !== 'none') {
      throw new Refused(400, 'When using `tool_choice`, `tools` must be set.', 'tool_choice')
    }
    return
  }
  if (profile.noTools) throw new Refused(400, 'registry.ollama.ai/library/gemma:latest does not support tools')
  if (profile.noAutomaticCalls && choice !== 'none') {
    throw new Refused(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')
  }
}

export interface Spoken {
  readonly text: string
  readonly calls: NonNullable<ModelReply['calls']>
  readonly end: 'stop' | 'length' | 'refused'
}

/** What the model says, as this server passes it on. */
export function speak(call: Call, profile: Profile, model: Model): Spoken {
  const mayCall = call.body['tool_choice'] !== 'none'
  const {
    text = '',
    calls = [],
    end,
  } = model({
    system: call.system,
    texts: call.texts,
    tools: mayCall ? call.tools : [],
    results: call.outcomes,
    schema: call.format?.schema,
  })
  if (end === 'refused' || end === 'blocked')
    return { text: text || "I'm sorry, I can't help with that.", calls: [], end: 'refused' }
  if (end === 'truncated') return { text: text.slice(0, Math.ceil(text.length / 2)), calls: [], end: 'length' }
  if (tokensIn(text) > call.maxTokens) return { text: text.slice(0, call.maxTokens * 4), calls: [], end: 'length' }
  const fenced = profile.fencesAll || (profile.fencesResponses && call.endpoint === 'responses')
  return { text: fenced && isJson(text) ? `\`\`\`json\n${text}\n\`\`\`` : text, calls, end: 'stop' }
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text)
}

const Part = z.looseObject({ text: z.string() })

/** The text of a content that is a string, or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.flatMap((it) => Part.safeParse(it).data?.text ?? []).join('\n') : ''
}
