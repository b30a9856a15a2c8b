import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INITIALIZE, type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']

let app: McpApp
beforeAll(async () => {
  app = await mcpApp()
})
afterAll(() => app[Symbol.asyncDispose]())

function send(body: unknown, headers: Record<string, string> = {}) {
  app.clock.advance(61_000)
  return app.post(body, { ...app.caller.key, ...headers })
}

describe('negotiation', () => {
  it.each([...VERSIONS, '2024-10-07'])('answers the version %s with itself', async (protocolVersion) => {
    const answer = await send({ ...PING, method: 'initialize', params: { ...INITIALIZE, protocolVersion } })

    expect(answer.json().result).toMatchObject({
      protocolVersion,
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      serverInfo: { name: 'optionwire' },
    })
  })

  it.each(['2026-07-28', '2099-01-01', 'bogus'])(
    'offers the newest it knows to %s, in header and body',
    async (version) => {
      const params = { ...INITIALIZE, protocolVersion: version }
      const answer = await send({ ...PING, method: 'initialize', params }, { 'mcp-protocol-version': version })

      expect({ statusCode: answer.statusCode, protocolVersion: answer.json().result.protocolVersion }).toEqual({
        statusCode: 200,
        protocolVersion: '2025-11-25',
      })
    },
  )

  it('promises nothing that it cannot push', async () => {
    const { capabilities, instructions } = (await app.call('initialize', INITIALIZE)).result

    expect(JSON.stringify(capabilities)).toBe('{"tools":{},"resources":{},"prompts":{},"completions":{}}')
    expect(instructions.length).toBeLessThanOrEqual(800)
  })

  it.each(['', '*/*', 'application/json', 'text/event-stream', 'application/json, text/event-stream', 'text/html'])(
    'answers JSON to Accept "%s"',
    async (accept) => {
      const answer = await send(LIST, accept === '' ? {} : { accept })

      expect({ statusCode: answer.statusCode, contentType: answer.headers['content-type'] }).toEqual({
        statusCode: 200,
        contentType: 'application/json; charset=utf-8',
      })
    },
  )

  it.each(VERSIONS)('takes %s as the header of later messages', async (version) => {
    expect((await send(PING, { 'mcp-protocol-version': version })).statusCode).toBe(200)
  })

  it('answers the order of requests of a hosted client: discover, initialize, list, delete, call', async () => {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' }
    const negotiated = { ...headers, 'mcp-protocol-version': '2025-11-25' }
    const discovered = await send({ ...PING, method: 'server/discover', params: {} }, headers)
    const initialized = await send({ ...PING, method: 'initialize', params: INITIALIZE }, negotiated)
    const noted = await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, negotiated)
    const listed = await send(LIST, negotiated)
    const ended = await app.request({
      method: 'DELETE',
      url: '/mcp',
      headers: { host: '127.0.0.1:3000', ...app.caller.key, ...negotiated },
    })
    const params = { name: 'stock_quote', arguments: { symbol: 'SPY' } }
    const called = await send({ ...PING, id: 'call-1', method: 'tools/call', params }, negotiated)

    const statuses = [discovered, initialized, noted, listed, ended, called].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([400, 200, 202, 200, 405, 200])
    expect(initialized.headers['mcp-session-id']).toBeUndefined()
    expect(called.json()).toMatchObject({ id: 'call-1', result: { structuredContent: { symbol: 'SPY' } } })
  })
})

describe('messages', () => {
  it.each([0, -1, 9_007_199_254_740_991, '', 'x', '1', '\u0000', 'ж'.repeat(1000), '__proto__'])(
    'gives back the id %j as it is',
    async (id) => {
      expect((await send({ ...PING, id })).json()).toEqual({ jsonrpc: '2.0', id, result: {} })
      expect((await send({ ...LIST, id })).json().id).toBe(id)
    },
  )

  it.each([null, 1.5, true, [], {}, [1]])('refuses the id %j', async (id) => {
    const answer = await send({ ...PING, id })

    expect({ statusCode: answer.statusCode, code: answer.json().error.code, id: answer.json().id }).toEqual({
      statusCode: 400,
      code: -32600,
      id: null,
    })
  })

  it.each([
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, method: 7 },
    { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] },
    { jsonrpc: '2.0', id: 1, method: 'ping', extra: true },
  ])('refuses %j and names its id', async (message) => {
    const answer = await send(message)

    expect({ statusCode: answer.statusCode, code: answer.json().error.code, id: answer.json().id }).toEqual({
      statusCode: 400,
      code: -32600,
      id: 1,
    })
  })

  it.each([
    'bogus',
    'server/discover',
    'logging/setLevel',
    'resources/subscribe',
    'constructor',
    '__proto__',
    'toString',
  ])('knows no method %s', async (method) => {
    expect((await app.call(method)).error?.code).toBe(-32601)
  })

  it.each([
    ['initialize', {}],
    ['initialize', { ...INITIALIZE, capabilities: { sampling: 5 } }],
    ['tools/call', {}],
    ['tools/call', { name: 7 }],
    ['tools/call', { name: 'stock_quote', arguments: [] }],
    ['tools/list', { cursor: 'x' }],
    ['prompts/get', { name: 'earnings_setup', arguments: { symbol: 7 } }],
    ['prompts/get', { name: 'nothing' }],
    ['completion/complete', { ref: { type: 'ref/other' }, argument: { name: 'a', value: 'b' } }],
    ['resources/read', {}],
  ])('%s %j are invalid params, without the insides of a schema', async (method, params) => {
    const { error } = await app.call(method, params)

    expect(error?.code).toBe(-32602)
    expect(error?.message).toMatch(/^[A-Z\w].*\.$/)
    expect(error?.message).not.toMatch(/invalid_type|\[\s*{/)
  })

  it('answers nothing to notifications, to responses and to an empty batch', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const response = { jsonrpc: '2.0', id: 1, result: {} }

    for (const body of [notification, [notification, notification], response, [response], []]) {
      const answer = await send(body)
      expect({ statusCode: answer.statusCode, body: answer.body }).toEqual({ statusCode: 202, body: '' })
    }
  })
})

describe('batches', () => {
  it('are answered in their order, whatever their ids', async () => {
    const quote = { ...PING, method: 'tools/call', params: { name: 'stock_quote', arguments: { symbol: 'SPY' } } }
    const answer = await send([
      { ...quote, id: 2 },
      { ...PING, id: '2' },
      { jsonrpc: '2.0', method: 'notifications/x' },
      PING,
    ])

    expect(answer.json().map(({ id }: { id: unknown }) => id)).toEqual([2, '2', 1])
  })

  it('of one are answered as a batch', async () => {
    expect((await send([PING])).json()).toEqual([{ result: {}, jsonrpc: '2.0', id: 1 }])
  })

  it('hold 100 messages and no more', async () => {
    const hundred = Array.from({ length: 100 }, (_, id) => ({ ...PING, id }))
    const taken = await send(hundred)
    const refused = await send([...hundred, { ...PING, id: 100 }])

    expect({ statusCode: taken.statusCode, json: taken.json().length }).toEqual({ statusCode: 200, json: 100 })
    expect({ statusCode: refused.statusCode, code: refused.json().error.code }).toEqual({
      statusCode: 400,
      code: -32600,
    })
  })

  it.each([
    ['two requests of one id', [PING, PING]],
    [
      'initialize among others',
      [
        { ...PING, method: 'initialize', params: INITIALIZE },
        { ...PING, id: 2 },
      ],
    ],
    ['one message that is none', [PING, {}]],
    ['a batch', [[PING]]],
  ])('are refused with %s', async (_, batch) => {
    const answer = await send(batch)

    expect({ statusCode: answer.statusCode, code: answer.json().error.code }).toEqual({ statusCode: 400, code: -32600 })
  })

  it('answer also what they cancel: there is nothing left to cancel', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }

    expect((await send([LIST, cancel])).json()).toHaveLength(1)
    expect((await send([cancel, LIST])).json()).toHaveLength(1)
  })
})

describe('the prepared list of tools', () => {
  it('is byte for byte what the server of an exchange sends', async () => {
    const ids = [1, 0, 'a"b', 'ж\u0000', -5]
    for (const id of ids) {
      const alone = await send({ ...LIST, id })
      const withParams = await send({ ...LIST, id, params: { _meta: { progressToken: 1 } } })
      const inBatch = await send([{ ...LIST, id }])

      expect(`[${alone.body}]`).toBe(inBatch.body)
      expect(withParams.body).toBe(alone.body)
    }
  })
})

describe('whatever is sent', () => {
  it('is answered by JSON-RPC, and never by a fault', { timeout: 120_000 }, async () => {
    const method = fc.constantFrom(
      'initialize',
      'ping',
      'tools/list',
      'tools/call',
      'resources/read',
      'prompts/get',
      'completion/complete',
    )
    const name = fc.constantFrom(
      'stock_quote',
      'options_chain',
      'price_history',
      'events',
      'trade_context',
      '__proto__',
    )
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('SPY', '\u0000', '2026-11-19', '0001-01-01', '9999-12-31', 'detailed'),
    )
    const key = fc.constantFrom(
      'from',
      'to',
      'symbol',
      'date',
      'limit',
      'cursor',
      'response_format',
      'days',
      'constructor',
      'toString',
      'fields',
    )
    const args = fc.dictionary(key, value, { maxKeys: 4 })
    const params = fc.oneof(
      fc.record({ name, arguments: args }, { requiredKeys: ['name'] }),
      fc.dictionary(fc.constantFrom('uri', 'ref', 'argument', 'name', 'arguments'), value, { maxKeys: 3 }),
    )
    const message = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.oneof(fc.integer(), fc.string()), method, params })

    await fc.assert(
      fc.asyncProperty(message, async (sent) => {
        const answer = await send(sent)
        const body = answer.json()

        expect([200, 400]).toContain(answer.statusCode)
        expect(body.jsonrpc).toBe('2.0')
        expect(JSON.stringify(body)).not.toMatch(/Internal error|node_modules|\bat \w+ \(|SELECT /)
      }),
      { numRuns: 150 },
    )
  })
})
