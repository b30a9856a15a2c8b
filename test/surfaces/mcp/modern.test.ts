import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const SERVER = { 'io.modelcontextprotocol/serverInfo': { name: 'optionwire', title: 'Optionwire', version: '0.1.0' } }

let app: McpApp
beforeAll(async () => {
  app = await mcpApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const request = (method: string, params: Record<string, unknown> = {}, meta: unknown = META) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...params, _meta: meta },
})

/** Sends a request with the headers that belong to it, or others. */
async function send(body: object, headers: Record<string, string> = {}, without: readonly string[] = []) {
  const { method, params } = { method: '', params: {} as Record<string, unknown>, ...body }
  const name = params['name'] ?? params['uri']
  const all: Record<string, string> = {
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([header]) => !without.includes(header)))
  const answer = await app.post(body, { ...(await app.key()), ...sent })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers }
}

describe('a request of version 2026-07-28', () => {
  it('discovers the service without a beginning', async () => {
    const { status, body } = await send(request('server/discover'))

    expect(status).toBe(200)
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {
        resultType: 'complete',
        supportedVersions: [VERSION],
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: expect.stringContaining('Options-market analytics'),
        ttlMs: 3_600_000,
        cacheScope: 'public',
        _meta: SERVER,
      },
    })
  })

  it('lists the same tools as an older one', async () => {
    const old = await app.call('tools/list')
    const { body } = await send(request('tools/list'))

    expect(body.result).toEqual({
      resultType: 'complete',
      tools: old.result?.['tools'],
      ttlMs: 3_600_000,
      cacheScope: 'private',
      _meta: SERVER,
    })
  })

  it('calls a tool, and gets the same structure as an older one, with a short rendering as text', async () => {
    const params = { name: 'iv_term_structure', arguments: { symbol: 'SPY' } }
    const old = await app.call('tools/call', params)
    const { body } = await send(request('tools/call', params))

    const text = expect.stringMatching(/^symbol SPY, .*\n.*\|expiration_date\|dte\|atm_iv\|/s)
    expect(body.result).toEqual({
      resultType: 'complete',
      ...old.result,
      content: [{ type: 'text', text }],
      _meta: SERVER,
    })
    expect(body.result.content[0].text.length).toBeLessThan(0.6 * old.result?.['content'][0].text.length)
  })

  it.each([
    ['optionwire:///glossary', { ttlMs: 3_600_000, cacheScope: 'public' }],
    ['optionwire:///trading_days', { ttlMs: 60_000, cacheScope: 'private' }],
    ['optionwire:///SPY/snapshot', { ttlMs: 0, cacheScope: 'private' }],
  ])('reads %s and says how long it may be kept', async (uri, kept) => {
    const { body } = await send(request('resources/read', { uri }))

    expect(body.result).toMatchObject({ resultType: 'complete', contents: [{ uri }], ...kept })
  })

  it('gets prompts and completions', async () => {
    const prompt = await send(request('prompts/get', { name: 'pre_market_brief' }))
    const list = await send(request('prompts/list'))

    expect(prompt.body.result).toMatchObject({ resultType: 'complete', messages: expect.any(Array) })
    expect(list.body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
  })

  it('takes a name in Base64', async () => {
    const encoded = `=?base64?${Buffer.from('stock_quote').toString('base64')}?=`
    const { status } = await send(request('tools/call', { name: 'stock_quote', arguments: { symbol: 'SPY' } }), {
      'mcp-name': encoded,
    })

    expect(status).toBe(200)
  })

  it('answers a notification by 202', async () => {
    const { id: _, ...notification } = request('notifications/cancelled')

    expect(await send(notification)).toMatchObject({ status: 202, body: null })
  })

  it('ignores the headers of sessions', async () => {
    const { status } = await send(request('tools/list'), { 'mcp-session-id': 'x', 'last-event-id': '1' })

    expect(status).toBe(200)
  })
})

describe('what is refused', () => {
  const quote = { name: 'stock_quote', arguments: { symbol: 'SPY' } }

  it.each<[string, object, Record<string, string>, readonly string[], number, number]>([
    ['an unknown method', request('nope'), {}, [], 404, -32601],
    ['ping', request('ping'), {}, [], 404, -32601],
    ['initialize with a claim', request('initialize'), {}, [], 404, -32601],
    ['logging', request('logging/setLevel'), {}, [], 404, -32601],
    ['no _meta', request('tools/list', {}, null), {}, [], 400, -32602],
    ['a list as _meta', request('tools/list', {}, []), {}, [], 400, -32602],
    [
      'no capabilities',
      request('tools/list', {}, { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined }),
      {},
      [],
      400,
      -32602,
    ],
    [
      'a number as version',
      request('tools/list', {}, { ...META, 'io.modelcontextprotocol/protocolVersion': 1 }),
      {},
      [],
      400,
      -32602,
    ],
    ['another method in the header', request('tools/list'), { 'mcp-method': 'tools/call' }, [], 400, -32020],
    ['no method in the header', request('tools/list'), {}, ['mcp-method'], 400, -32020],
    ['another name in the header', request('tools/call', quote), { 'mcp-name': 'foo' }, [], 400, -32020],
    ['no name in the header', request('tools/call', quote), {}, ['mcp-name'], 400, -32020],
    ['no version in the header', request('tools/list'), {}, ['mcp-protocol-version'], 400, -32020],
    ['a later version in the header', request('tools/list'), { 'mcp-protocol-version': '2027-01-01' }, [], 400, -32020],
    ['a batch', [request('tools/list')], {}, [], 400, -32600],
    ['a batch of the older form', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], {}, [], 400, -32600],
    ['another kind of JSON-RPC', { ...request('tools/list'), jsonrpc: '1.0' }, {}, [], 400, -32600],
    ['an unknown tool', request('tools/call', { name: 'nope' }), {}, [], 200, -32602],
    ['an unknown resource', request('resources/read', { uri: 'optionwire:///NOPE/snapshot' }), {}, [], 200, -32602],
    ['a second page of a list with one', request('tools/list', { cursor: 'x' }), {}, [], 200, -32602],
  ])('%s', async (_, body, headers, without, status, code) => {
    const answer = await send(body, headers, without)

    expect({ status: answer.status, code: answer.body.error.code }).toEqual({ status, code })
  })

  it('a version that does not exist here, with those that do', async () => {
    const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }
    const { status, body } = await send(request('tools/list', {}, meta), { 'mcp-protocol-version': '2027-01-01' })

    expect(status).toBe(400)
    expect(body.error).toEqual({
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported: [VERSION], requested: '2027-01-01' },
    })
  })

  it('credentials and plan come before the version', async () => {
    const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': 'nope' }

    expect((await app.post(request('nope'), headers)).statusCode).toBe(401)
  })
})

describe('apps between two versions', () => {
  it('negotiate an older one by initialize, whatever the header says', async () => {
    const params = { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    const answer = await app.post(body, { ...(await app.key()), 'mcp-protocol-version': VERSION })

    expect(answer.json().result.protocolVersion).toBe('2025-11-25')
  })

  it('may send the header of the beginning with a body of this version, and no other headers', async () => {
    const older = { 'mcp-protocol-version': '2025-11-25' }
    const lenient = await send(request('tools/list'), older, ['mcp-method'])
    const wrong = await send(request('tools/list'), { ...older, 'mcp-method': 'tools/call' })

    expect(lenient.body.result.resultType).toBe('complete')
    expect(wrong.body.error.code).toBe(-32020)
  })

  it('may not where MCP_STRICT_HEADERS is true', async () => {
    await using strict = await mcpApp({ MCP_STRICT_HEADERS: 'true' })
    const headers = { ...(await strict.key()), 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list' }
    const answer = await strict.post(request('tools/list'), headers)

    expect({ status: answer.statusCode, code: answer.json().error.code }).toEqual({ status: 400, code: -32020 })
  })
})
