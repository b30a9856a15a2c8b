import { type Behaviour, type FaultSink, faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply, type Model, tokensIn } from '../model.ts'
import { answerTurn } from './answer.ts'
import { connectorTools, listingBlocks } from './connector.ts'
import { AnthropicError, invalid } from './errors.ts'
import { type MessagesRequest, PINNING_BETA, parseRequest } from './request.ts'
import { checkRules } from './rules.ts'
import { streamOf } from './stream.ts'

export interface Message {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly object[]
  readonly stop_reason: string
  readonly stop_sequence: null
  readonly stop_details: object | null
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

export interface AnthropicServer extends AsyncDisposable {
  /** What ANTHROPIC_BASE_URL is set to. */
  readonly url: string
  /** Bodies of the requests to /v1/messages that had a valid key, oldest first. */
  readonly bodies: Record<string, unknown>[]
  /** The next requests fail so, one each; then the server answers again. */
  failNext(...faults: (AnthropicError | Exclude<Behaviour, object>)[]): void
}

export interface AnthropicOptions {
  readonly model: Model
  readonly key?: string
  readonly models?: readonly string[]
  /** Where the public address of an MCP server leads on this machine. */
  readonly addressOf?: (url: string) => string
  readonly pauseAfter?: number
}

export const ANTHROPIC_KEY = 'sk-ant-api03-canary'
const MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5']
const MAX_BYTES = 32 * 1024 ** 2

/** The Messages API of Anthropic, from its documents. */
export async function anthropicServer(options: AnthropicOptions): Promise<AnthropicServer> {
  const bodies: Record<string, unknown>[] = []
  let count = 0
  const newId = (prefix: string) => `${prefix}_${String(++count).padStart(24, '0')}`
  const answer = async (request: SinkRequest): Promise<Reply> => {
    const requestId = newId('req')
    try {
      checkAccess(request, options.key ?? ANTHROPIC_KEY)
      return await messageReply(request, requestId)
    } catch (error) {
      if (error instanceof AnthropicError) return error.reply(requestId)
      throw error
    }
  }
  const messageReply = async (request: SinkRequest, requestId: string) => {
    const body = parseJson(request.body)
    bodies.push(body)
    const parsed = parseRequest(body, betasOf(request))
    checkModel(parsed, options.models ?? MODELS)
    checkRules(parsed)
    const pins = betasOf(request).includes(PINNING_BETA)
    const message = await messageFor(parsed, options, newId, pins)
    const headers = { 'request-id': requestId, ...limitHeaders(bodies.length) }
    if (!parsed.stream) return jsonReply(200, message, headers)
    return { status: 200, headers: { 'content-type': 'text/event-stream', ...headers }, body: streamOf(message) }
  }
  const sink: FaultSink = await faultSink({ behaviour: answer })
  return {
    url: sink.origin,
    bodies,
    failNext(...faults) {
      const behaviours = faults.map((it) => (it instanceof AnthropicError ? it.reply(newId('req')) : it))
      sink.behave(...behaviours, answer)
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}

function checkAccess(request: SinkRequest, key: string): void {
  const url = new URL(request.path, 'http://vendor')
  if (url.pathname !== '/v1/messages') throw new AnthropicError('not_found_error', 'Not Found')
  if (request.method !== 'POST') throw new AnthropicError('invalid_request_error', 'Method Not Allowed')
  const given = request.headers['x-api-key'] ?? request.headers['authorization']?.replace(/^Bearer /, '')
  if (!given) throw new AnthropicError('authentication_error', 'x-api-key header is required')
  if (given !== key) throw new AnthropicError('authentication_error', 'invalid x-api-key')
  if (!request.headers['anthropic-version']) throw invalid('anthropic-version: header is required')
  if (request.bytes.length > MAX_BYTES)
    throw new AnthropicError('request_too_large', 'Request exceeds the maximum size')
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The request body is not valid JSON')
  }
}

function betasOf({ headers }: SinkRequest): string[] {
  return (headers['anthropic-beta'] ?? '').split(',').map((it) => it.trim())
}

function checkModel({ model }: MessagesRequest, models: readonly string[]): void {
  if (!models.includes(model)) throw new AnthropicError('not_found_error', `model: ${model}`)
}

async function messageFor(
  request: MessagesRequest,
  { model, addressOf = (url) => url, pauseAfter = 10 }: AnthropicOptions,
  newId: (prefix: string) => string,
  pins: boolean,
): Promise<Message> {
  await using connections = new AsyncDisposableStack()
  const connector = await connectorTools(request, addressOf, connections)
  const prefix = pins ? listingBlocks(connector, request) : []
  const { content, stopReason } = await answerTurn({ request, model, connector, newId, pauseAfter, prefix })
  const refusal = { type: 'refusal', category: null, explanation: null }
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    stop_details: stopReason === 'refusal' ? refusal : null,
    usage: {
      input_tokens: tokensIn(JSON.stringify(request.messages)),
      output_tokens: tokensIn(JSON.stringify(content)),
    },
  }
}

function limitHeaders(used: number): Record<string, string> {
  return {
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': String(Math.max(0, 50 - used)),
    'anthropic-ratelimit-requests-reset': '2026-01-02T15:04:05Z',
  }
}
