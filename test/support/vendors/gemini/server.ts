import { type Behaviour, faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply, type Model } from '../model.ts'
import { answerTo } from './answer.ts'
import { GeminiError, invalid, invalidKey } from './errors.ts'
import { parseRequest } from './request.ts'
import { checkRules, type ModelTraits } from './rules.ts'

export interface GeminiServer extends AsyncDisposable {
  /** What GEMINI_BASE_URL is set to. */
  readonly url: string
  /** Bodies of the requests that had a valid key, oldest first. */
  readonly bodies: Record<string, unknown>[]
  /** Paths of all requests, oldest first. */
  readonly paths: string[]
  /** The next requests fail so, one each; then the server answers again. */
  failNext(...faults: (GeminiError | Exclude<Behaviour, object>)[]): void
}

export const GEMINI_KEY = 'AIzaSyCanaryCanaryCanaryCanaryCanaryCan'

const MODELS: Readonly<Record<string, ModelTraits>> = {
  'gemini-3.5-flash': { generation: 3 },
  'gemini-2.5-flash': { generation: 2 },
}
/** The SDK asks version 1 since its release 3 where it is told nothing; the reference names v1beta too. */
const MODEL_PATH = /^\/(?:v1|v1beta)\/models\/([^/:]+)$/
const PATH = /^\/(?:v1|v1beta)\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

/** The Gemini API of Google, from its documents. */
export async function geminiServer({ model, key = GEMINI_KEY }: { model: Model; key?: string }): Promise<GeminiServer> {
  const bodies: Record<string, unknown>[] = []
  const paths: string[] = []
  let count = 0
  const newId = () => `id${++count}`
  const answer = async (request: SinkRequest): Promise<Reply> => {
    try {
      return contentReply(request)
    } catch (error) {
      if (error instanceof GeminiError) return error.reply()
      throw error
    }
  }
  const contentReply = (request: SinkRequest): Reply => {
    const url = new URL(request.path, 'http://vendor')
    paths.push(url.pathname)
    checkKey(request.headers['x-goog-api-key'] ?? url.searchParams.get('key'), key)
    const [, single] = MODEL_PATH.exec(url.pathname) ?? []
    if (single !== undefined && request.method === 'GET') return modelReply(single)
    const [, name = '', method] = PATH.exec(url.pathname) ?? []
    if (!method || request.method !== 'POST') return { status: 404 }
    bodies.push(JSON.parse(request.body))
    const traits = MODELS[name]
    if (!traits) throw unknownModel(name)
    const parsed = parseRequest(bodies.at(-1))
    checkRules(parsed, traits)
    const body = { ...answerTo(parsed, model, name, newId), responseId: newId() }
    if (method === 'generateContent') return jsonReply(200, body)
    if (url.searchParams.get('alt') !== 'sse') return jsonReply(200, [body])
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: `data: ${JSON.stringify(body)}\r\n\r\n`,
    }
  }
  const sink = await faultSink({ behaviour: answer })
  return {
    url: sink.origin,
    bodies,
    paths,
    failNext(...faults) {
      sink.behave(...faults.map((it) => (it instanceof GeminiError ? it.reply() : it)), answer)
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}

function modelReply(name: string): Reply {
  if (!MODELS[name]) throw unknownModel(name)
  return jsonReply(200, {
    name: `models/${name}`,
    version: '001',
    displayName: name,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  })
}

function checkKey(given: string | null | undefined, key: string): void {
  if (!given) {
    throw new GeminiError(
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    )
  }
  if (given !== key) throw invalidKey()
}

function unknownModel(name: string): GeminiError {
  if (name.includes(' ')) return invalid('* GenerateContentRequest.model: unexpected model name format\n')
  return new GeminiError(
    'NOT_FOUND',
    `models/${name} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
  )
}
