import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export interface McpToolStub {
  readonly name: string
  readonly readOnly?: boolean
  /** The text that it answers; a promise that never ends is a tool that hangs. */
  readonly answer: (given: Record<string, unknown>) => string | Promise<string>
  readonly isError?: boolean
}

export interface StubMcpOptions {
  readonly tools?: readonly McpToolStub[]
  readonly email?: string
  readonly token?: string
  /** Instead of tools: what the server answers to everything. */
  readonly status?: number
  readonly hang?: boolean
  /** Methods whose first request is answered by 429, and when to come back: the `Retry-After` line. */
  readonly busyAt?: readonly string[]
  readonly retryAfter?: string
  readonly redirectTo?: string
}

export interface StubMcp extends AsyncDisposable {
  readonly url: string
  readonly calls: { readonly name: string; readonly given: Record<string, unknown> }[]
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[]
}

/** A tool server with the SDK's own server behind real HTTP: stateless, JSON answers, the service's credentials. */
export async function stubMcp(options: StubMcpOptions = {}): Promise<StubMcp> {
  const { email = 'ada@example.com', token = 'ow_token', tools = [contextTool()] } = options
  const calls: StubMcp['calls'] = []
  const requests: StubMcp['requests'] = []
  const busy = new Set(options.busyAt)
  const bearer = `Bearer ${Buffer.from(`${email}:${token}`).toString('base64')}`

  function newServer(): Server {
    const server = new Server({ name: 'stub', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: tools.map(({ name, readOnly = true }) => ({
        name,
        description: `What ${name} tells.`,
        inputSchema: { type: 'object' as const, properties: { symbol: { type: 'string' as const } } },
        annotations: { readOnlyHint: readOnly },
      })),
    }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      calls.push({ name: params.name, given: params.arguments ?? {} })
      const tool = tools.find(({ name }) => name === params.name)
      const text = await (tool?.answer(params.arguments ?? {}) ?? 'no such tool')
      return { content: [{ type: 'text' as const, text }], isError: tool?.isError ?? false }
    })
    return server
  }

  const http = createServer(async (request, response): Promise<unknown> => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    requests.push({ headers: request.headers, body })
    if (options.hang === true) return undefined
    if (options.redirectTo !== undefined) return response.writeHead(307, { location: options.redirectTo }).end()
    const refused = [...busy].find((method) => body.includes(`"${method}"`))
    if (refused !== undefined) {
      busy.delete(refused)
      const later = options.retryAfter === undefined ? {} : { 'retry-after': options.retryAfter }
      response.writeHead(429, { 'content-type': 'application/json', ...later })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32029, message: 'Too many.' } }))
    }
    const { authorization, 'x-user-email': user, 'x-user-token': pass } = request.headers
    const known = authorization === bearer || (user === email && pass === token)
    if (options.status !== undefined || !known) {
      response.writeHead(options.status ?? 401, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Not known.' } }))
    }
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end()
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true } as never)
    const server = newServer()
    response.on('close', () => void server.close())
    await server.connect(transport as Parameters<Server['connect']>[0])
    return transport.handleRequest(request, response, JSON.parse(body))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    requests,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

export function contextTool(answer: McpToolStub['answer'] = () => '{"quote":{"price":100}}'): McpToolStub {
  return { name: 'trade_context', answer }
}
