import { type Behaviour, faultSink, type Reply, type SinkRequest } from '../../http/fault-sink.ts'
import { jsonReply, type Model } from '../model.ts'
import { checkCall, Refused, speak } from './call.ts'
import { chatAnswer, chatCall } from './chat.ts'
import { PROFILES, type Profile } from './profiles.ts'
import { responsesAnswer, responsesCall } from './responses.ts'

export interface CompatibleServer extends AsyncDisposable {
  /** The base URL, with `/v1`. */
  readonly url: string
  /** Path and body of every request that had a valid key, oldest first. */
  readonly requests: { readonly path: string; readonly body: Record<string, unknown> }[]
  /** The next requests fail so, one each; then the server answers again. */
  failNext(...faults: Behaviour[]): void
}

export const COMPATIBLE_KEY = 'sk-compatible-canary'
export const COMPATIBLE_MODEL = 'local-model'

/** A server with an OpenAI-compatible interface, and the differences that `kind` documents. */
export async function compatibleServer(kind: keyof typeof PROFILES, model: Model): Promise<CompatibleServer> {
  const profile: Profile = PROFILES[kind]
  const requests: { path: string; body: Record<string, unknown> }[] = []
  let count = 0
  const newId = () => String(++count).padStart(8, '0')
  const answer = async (request: SinkRequest): Promise<Reply> => {
    try {
      if (request.headers['authorization'] !== `Bearer ${COMPATIBLE_KEY}`) throw new Refused(401, 'Invalid API key')
      const body: Record<string, unknown> = JSON.parse(request.body || '{}')
      requests.push({ path: request.path, body })
      return jsonReply(200, reply(request.path, body))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return jsonReply(error.status, profile.error(error.status, error.message, error.param))
    }
  }
  const reply = (path: string, body: Record<string, unknown>): object => {
    const endpoint = path === '/v1/chat/completions' ? 'chat' : path === '/v1/responses' ? 'responses' : null
    if (!endpoint || !profile.endpoints.includes(endpoint)) throw new Refused(404, `Unknown request URL: POST ${path}.`)
    if (body['model'] !== COMPATIBLE_MODEL)
      throw new Refused(404, `The model \`${body['model']}\` does not exist.`, 'model')
    const call = endpoint === 'chat' ? chatCall(body) : responsesCall(body)
    checkCall(call, profile)
    const spoken = speak(call, profile, model)
    return endpoint === 'chat'
      ? chatAnswer(spoken, COMPATIBLE_MODEL, newId)
      : responsesAnswer(spoken, COMPATIBLE_MODEL, newId)
  }
  const sink = await faultSink({ behaviour: answer })
  return {
    url: `${sink.origin}/v1`,
    requests,
    failNext: (...faults) => sink.behave(...faults, answer),
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  }
}
