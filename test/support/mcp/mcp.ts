import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { LightMyRequestResponse } from 'fastify'
import { type TestAccount, type TestApp, testApp } from '../app.ts'
import { answerSchemas } from './answer-schemas.ts'

export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
} as const

/** The whole service with its MCP endpoint, asked below the socket. */
export interface McpApp extends TestApp {
  /** Sends a body as it is, with a key's headers unless others are given. */
  post(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Headers of a key that has room for more: the market stands still while the clock does, and so do the limits. */
  key(): Promise<Record<string, string>>
  /** Result or error of one request. */
  call(method: string, params?: Record<string, unknown>): Promise<RpcAnswer>
  /** What a tool answers. */
  tool(name: string, args?: Record<string, unknown>): Promise<ToolResult>
  readonly caller: TestAccount
}

export interface RpcAnswer {
  readonly id: unknown
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> }
}

export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly body: any
}

/** Well below what an account may send in a minute. */
const USES = 50
const SYMBOLS = 'SPY,QQQ,IWM,DIA,AAPL'

export async function mcpApp(settings: Record<string, string> = {}): Promise<McpApp> {
  // The receiver asks as the first account, which may therefore read its scorecard.
  const app = await testApp({ MARKET_SYMBOLS: SYMBOLS, SERVICE_EMAIL: 'vega-1@optionwire.test', ...settings })
  const caller = await app.account('vega')

  const post = (body: unknown, headers: Record<string, string> = caller.key) =>
    app.request({
      method: 'POST',
      url: '/mcp',
      headers: { host: '127.0.0.1:3000', 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    })

  let used = 0
  let user = caller
  const key = async () => {
    used++
    if (used % USES === 0) user = await app.account('vega')
    return user.key
  }

  const call = async (method: string, params?: Record<string, unknown>) =>
    (await post({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }, await key())).json()

  const tool = async (name: string, args: Record<string, unknown> = {}) => {
    const { result, error } = await call('tools/call', { name, arguments: args })
    if (!result) throw new Error(`${name}: ${error?.message}`)
    return { isError: result.isError === true, text: result.content[0].text, body: result.structuredContent }
  }

  return { ...app, caller, post, key, call, tool, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

/** Listens on a free port of loopback. */
export async function listening({ server }: Pick<TestApp, 'server'>): Promise<URL> {
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  return new URL(`http://127.0.0.1:${port}/mcp`)
}

/** The official client, connected. */
export async function mcpClient(url: URL, headers: Record<string, string>): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: answerSchemas })
  // The SDK's declaration does not hold under exact optional properties.
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

export function bearer({ email, token }: TestAccount, encoding: BufferEncoding = 'base64'): Record<string, string> {
  return { authorization: `Bearer ${Buffer.from(`${email}:${token}`).toString(encoding)}` }
}
