/**
 * Lets one published client list the tools of a service and call one, in the folder in which it is installed. CLIENT names
 * it, URL the endpoint, HEADERS the credentials as JSON. Without headers it connects by OAuth: it prints the address that
 * its user would open, and reads where the user was sent back to.
 */
import { createInterface } from 'node:readline'

const { CLIENT = '', URL: url = '', HEADERS } = process.env
const headers = HEADERS === undefined ? undefined : JSON.parse(HEADERS)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const kept = new Map()

/** What each client wants of a program that keeps its tokens. */
const authProvider = {
  redirectUrl: 'http://127.0.0.1:33418/callback',
  clientMetadata: {
    client_name: `Test of ${CLIENT}`,
    redirect_uris: ['http://127.0.0.1:33418/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  state: () => 'c3RhdGU=',
  clientInformation: () => kept.get('client'),
  saveClientInformation: (client) => void kept.set('client', client),
  tokens: () => kept.get('tokens'),
  saveTokens: (tokens) => void kept.set('tokens', tokens),
  saveCodeVerifier: (verifier) => void kept.set('verifier', verifier),
  codeVerifier: () => kept.get('verifier'),
  authorizationServerInformation: () => kept.get('server'),
  saveAuthorizationServerInformation: (server) => void kept.set('server', server),
  redirectToAuthorization: (address) => void kept.set('asked', String(address)),
}

/** Where the user was sent back to. */
async function returned() {
  process.stdout.write(`${JSON.stringify({ open: kept.get('asked') })}\n`)
  return new URL((await lines.next()).value).searchParams
}

/** Allows the client by its own `auth`, before it connects. */
async function authorize(auth) {
  if (headers) return {}
  if ((await auth(authProvider, { serverUrl: url })) !== 'REDIRECT') throw new Error('no redirect')
  const answer = await returned()
  const authorizationCode = answer.get('code')
  const more = { callbackState: answer.get('state'), iss: answer.get('iss') ?? undefined }
  if ((await auth(authProvider, { serverUrl: url, authorizationCode, ...more })) !== 'AUTHORIZED')
    throw new Error('not authorized')
  return { authProvider }
}

const SPY = { symbol: 'SPY' }

const CLIENTS = {
  async 'client v1'() {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
    const access = await authorize(auth)
    const client = new Client({ name: 'v1', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { ...access, requestInit: { headers } }))
    const { tools } = await client.listTools()
    return { tools, answer: await client.callTool({ name: 'stock_quote', arguments: SPY }) }
  },
  async 'client v2'() {
    const { auth, Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const access = await authorize(auth)
    const client = new Client({ name: 'v2', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { ...access, requestInit: { headers } }))
    const { tools } = await client.listTools()
    const answer = await client.callTool({ name: 'stock_quote', arguments: SPY })
    return { tools, answer, version: client.getNegotiatedProtocolVersion?.() }
  },
  async 'AI SDK'() {
    const { auth, createMCPClient } = await import('@ai-sdk/mcp')
    const access = await authorize(auth)
    const client = await createMCPClient({ transport: { type: 'http', url, ...access, ...(headers && { headers }) } })
    const tools = await client.tools()
    const answer = await tools['stock_quote'].execute(SPY, { toolCallId: '1', messages: [] })
    await client.close()
    return { tools: Object.keys(tools), answer }
  },
  async LangChain() {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters')
    const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
    const access = await authorize(auth)
    const server = { transport: 'http', url, ...access, ...(headers && { headers }) }
    const client = new MultiServerMCPClient({ mcpServers: { optionwire: server } })
    const tools = await client.getTools()
    const answer = await tools.find(({ name }) => name === 'stock_quote').invoke(SPY)
    await client.close()
    return { tools, answer }
  },
  async 'OpenAI Agents'() {
    const { MCPServerStreamableHttp } = await import('@openai/agents-core')
    const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
    const access = await authorize(auth)
    const client = new MCPServerStreamableHttp({ url, ...access, requestInit: { headers } })
    await client.connect()
    const tools = await client.listTools()
    const answer = await client.callTool('stock_quote', SPY)
    await client.close()
    return { tools, answer }
  },
}

const { tools, answer, version } = await CLIENTS[CLIENT]()
process.stdout.write(`${JSON.stringify({ tools: tools.length, answer: JSON.stringify(answer), version })}\n`)
process.exit(0)
