import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type McpTool, performMcp } from '../mcp/perform-mcp.ts'
import { callsAskedFor, obedient, reading } from './obedient-model.ts'
import { type Script, type ScriptName, type Seen, scripts, type WireFault } from './stub-model-scripts.ts'
import { type Called, completionObject, functionCallItems, responseObject } from './stub-model-wire.ts'

export interface ModelRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Record<string, unknown>
}

export interface StubModelOptions {
  readonly apiKey?: string
  /** What an idea without `script:<name>` in its alert name meets. */
  readonly defaultScript?: ScriptName
  /** 200, or what the path of the Responses API answers on a server that does not offer it. */
  readonly responses?: 200 | 404 | 405 | 501
  /** Refuses requests that use this, in the words of its status and text; of several, the first that applies. */
  readonly refuses?: readonly Refusal[]
  readonly redirectTo?: string
  readonly port?: number
}

/** A server that does not know a part of a request, and says so. */
export interface Refusal {
  readonly uses: RegExp
  readonly status?: number
  readonly message: string
}

export interface StubModel extends AsyncDisposable {
  /** With `/v1`, as OPENAI_BASE_URL. */
  readonly url: string
  readonly requests: ModelRequest[]
}

const playbook: Record<string, Script> = {
  ...scripts,
  obey: obedient,
  mcp_obey: { ...obedient, tools: 'perform' },
  mcp_reads: reading,
}

/** A model provider over real HTTP on loopback: the Responses API with hosted MCP, and chat completions. */
export async function stubModel(options: StubModelOptions = {}): Promise<StubModel> {
  const { apiKey = 'sk-stub-key', responses = 200 } = options
  const requests: ModelRequest[] = []
  const scriptFor = playing(options)

  const server = createServer(async (request, response): Promise<unknown> => {
    if (request.url === '/_requests') return json(response, 200, requests)
    const body = await bodyOf(request)
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    if (request.headers.authorization !== `Bearer ${apiKey}`) return unauthorised(response, request)
    if (request.method !== 'POST') return notFound(response)
    const refusal = options.refuses?.find(({ uses }) => uses.test(JSON.stringify(body)))
    if (refusal !== undefined) {
      return json(response, refusal.status ?? 400, {
        error: { message: refusal.message, type: 'invalid_request_error' },
      })
    }
    if (request.url === '/v1/responses') {
      if (responses !== 200) return json(response, responses, { error: 'not offered here' })
      return respond(body, response)
    }
    return request.url === '/v1/chat/completions' ? complete(body, response) : notFound(response)
  })

  async function respond(body: Record<string, unknown>, response: ServerResponse): Promise<unknown> {
    const input = body['input'] as Record<string, unknown>[]
    const answers = input.filter(({ type }) => type === 'function_call_output').map(({ output }) => String(output))
    const seen = seenOf(String(input[0]?.['content']), answers)
    const script = scriptFor(seen, response)
    if (script === undefined) return undefined
    if (script.delayMs !== undefined) await setTimeout(script.delayMs)
    const tools = (body['tool_choice'] === 'none' ? [] : (body['tools'] ?? [])) as Record<string, unknown>[]
    const hosted = tools.find(({ type }) => type === 'mcp')
    if (hosted !== undefined) return host(body, hosted as unknown as McpTool, script, seen, response)
    const turns = new Set(
      input.flatMap(({ type }, at) => (type === 'function_call' && !isCall(input[at - 1]) ? [at] : [])),
    )
    const calls = tools.length > 0 ? callsOf(script, turns.size, seen) : []
    const comment = tools.length > 0 && calls.length === 0
    const said = comment ? { kind: 'texts' as const, texts: ['I have seen enough.'] } : script.say(seen)
    if (calls.length === 0) return json(response, 200, responseObject(String(body['model']), said))
    return json(response, 200, responseObject(String(body['model']), { kind: 'nothing' }, functionCallItems(calls)))
  }

  async function complete(body: Record<string, unknown>, response: ServerResponse): Promise<unknown> {
    const messages = body['messages'] as Record<string, unknown>[]
    const answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
    const seen = seenOf(String(messages[1]?.['content']), answers)
    const script = scriptFor(seen, response)
    if (script === undefined) return undefined
    if (script.delayMs !== undefined) await setTimeout(script.delayMs)
    const offered = Array.isArray(body['tools']) && body['tool_choice'] !== 'none'
    const turn = messages.filter(({ role, tool_calls }) => role === 'assistant' && tool_calls !== undefined).length
    const calls = offered ? callsOf(script, turn, seen) : []
    const said =
      offered && calls.length === 0 ? { kind: 'texts' as const, texts: ['I have seen enough.'] } : script.say(seen)
    return json(
      response,
      200,
      completionObject(String(body['model']), calls.length > 0 ? { kind: 'nothing' } : said, calls),
    )
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The part of the provider: hosted tools, performed for real or pretended. */
async function host(
  body: Record<string, unknown>,
  tool: McpTool,
  script: Script,
  seen: Seen,
  response: ServerResponse,
): Promise<unknown> {
  const model = String(body['model'])
  if (script.tools !== 'perform') {
    return json(response, 200, responseObject(model, script.say(seen), pretended(script, seen)))
  }
  const first = script.looks?.(seen) ?? [contextCall(seen)]
  const asked = script === scripts.mcp || script.looks !== undefined ? [] : callsAskedFor(seen)
  const done = await performMcp(tool, [...first, ...asked])
  if ('listingFailed' in done) return json(response, 424, failedDependency)
  const now = { ...seen, texts: [...seen.texts, ...done.texts] }
  const then = script.looks === undefined ? [] : callsAskedFor(now)
  if (then.length === 0) return json(response, 200, responseObject(model, script.say(now), done.items))
  const more = await performMcp(tool, then)
  if ('listingFailed' in more) return json(response, 424, failedDependency)
  const items = [...done.items, ...more.items.filter(({ type }) => type === 'mcp_call')]
  return json(response, 200, responseObject(model, script.say(now), items))
}

/** Finds the script to go on with, or undefined when something else than the model's words was answered. */
function playing({ defaultScript = 'agree', redirectTo = 'http://127.0.0.1:9/' }: StubModelOptions) {
  const disturbed = new Map<string, number>()
  return ({ idea, ...rest }: Seen, response: ServerResponse): Script | undefined => {
    const name = /^script:(\w+)/.exec(String(idea['alert_name']))?.[1] ?? defaultScript
    const script = playbook[name]
    if (script === undefined) throw new Error(`There is no script ${name}.`)
    const said = script.say({ idea, ...rest })
    if (said.kind !== 'http' && said.kind !== 'wire') return script
    const key = JSON.stringify(idea)
    const times = (disturbed.get(key) ?? 0) + 1
    disturbed.set(key, times)
    const places = said.kind === 'http' ? said.at : undefined
    if (places?.includes(times) === false) return scripts.agree
    if (times > (said.times ?? Number.POSITIVE_INFINITY)) return scripts.agree
    if (said.kind === 'wire') faults[said.fault](response, redirectTo)
    else if (typeof said.body === 'string') html(response, said.status, said.body)
    else json(response, said.status, said.body)
    return undefined
  }
}

const failedDependency = {
  error: {
    message: "Error retrieving tool list from MCP server: 'optionwire'. Http status code: 424 (Failed Dependency)",
    type: 'external_connector_error',
    param: 'tools',
    code: 'http_error',
  },
}

const faults: Record<WireFault, (response: ServerResponse, redirectTo: string) => void> = {
  reset: (response) => response.socket?.resetAndDestroy(),
  hang: () => {},
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drops = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drops))
  },
  half: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"id":"resp_', () => response.socket?.destroy())
  },
  big: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"id":"${'x'.repeat(6_000_000)}"}`)
  },
  redirect: (response, location) => void response.writeHead(307, { location }).end(),
  echo: (response) => {
    const { authorization } = response.req.headers
    json(response, 400, { error: { message: `unexpected ${authorization}: ${sentTools(response.req)}`, type: 'x' } })
  },
}

/** The body of the request, kept for the careless proxy that repeats all of it. */
const bodies = new WeakMap<IncomingMessage, string>()

function sentTools(request: IncomingMessage): string {
  return bodies.get(request) ?? ''
}

function pretended(script: Script, seen: Seen): Record<string, unknown>[] {
  const { tools: play = 'fine' } = script
  const listing = {
    id: 'mcpl_stub',
    type: 'mcp_list_tools',
    server_label: 'optionwire',
    tools: [{ name: 'trade_context', description: 'Context.', input_schema: { type: 'object' }, annotations: null }],
    error: play === 'mcp_list_failed' ? 'Error retrieving tool list: 401 (Unauthorized)' : null,
  }
  const call = (failed: boolean, index: number) => ({
    id: `mcp_stub_${index}`,
    type: 'mcp_call',
    server_label: 'optionwire',
    name: 'trade_context',
    arguments: contextCall(seen).args,
    output: failed ? null : '{"symbol":"AAPL"}',
    error: failed ? { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'unavailable' }] } : null,
    status: failed ? 'failed' : 'completed',
  })
  const thought = { id: 'rs_stub', type: 'reasoning', summary: [] }
  if (play === 'none') return [listing, thought]
  if (play === 'mcp_unavailable') return [listing, call(true, 1), thought, call(true, 2)]
  if (play === 'some_failed') return [listing, call(true, 1), thought, call(false, 2)]
  return play === 'mcp_list_failed' ? [listing] : [listing, thought, call(false, 1)]
}

function callsOf(script: Script, turn: number, seen: Seen): readonly Called[] {
  if (script.calls !== undefined) return script.calls(turn, seen)
  return turn === 0 ? [contextCall(seen)] : []
}

function contextCall({ idea }: Seen): Called {
  return { name: 'trade_context', args: JSON.stringify({ symbol: idea['symbol'], direction: idea['direction'] }) }
}

/** The data between the two marks of the user message, and every text that was shown. */
function seenOf(message: string, answers: readonly string[]): Seen {
  const data = JSON.parse(/^\{.*\}$/m.exec(message)?.[0] ?? '{}')
  return { idea: data.webhook ?? {}, limits: data.limits ?? {}, texts: [JSON.stringify(data.webhook), ...answers] }
}

function isCall(item: Record<string, unknown> | undefined): boolean {
  return item?.['type'] === 'function_call'
}

function unauthorised(response: ServerResponse, { headers }: IncomingMessage): void {
  const message = `Incorrect API key provided: ${headers.authorization?.slice(7)}. You can find your API key at https://platform.openai.com/account/api-keys.`
  json(response, 401, { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' } })
}

function notFound(response: ServerResponse): void {
  json(response, 404, { error: { message: 'Invalid URL', type: 'invalid_request_error', param: null, code: null } })
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_stub', 'retry-after-ms': '1' })
  response.end(JSON.stringify(body))
}

function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html', 'retry-after-ms': '1' }).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  bodies.set(request, text)
  return text === '' ? {} : JSON.parse(text)
}
