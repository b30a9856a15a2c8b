import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, INITIALIZE, type McpApp, mcpApp } from '../../support/mcp/mcp.ts'

/** Where an app without credentials learns how to get some. */
const CHALLENGE =
  'Bearer realm="mcp", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp", scope="mcp:read"'
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

let app: McpApp
beforeAll(async () => {
  app = await mcpApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('who is let in', () => {
  it.each([
    ['none', () => ({})],
    ['a wrong token', () => ({ ...app.caller.key, 'x-user-token': 'ow_wrong' })],
    ['an e-mail alone', () => ({ 'x-user-email': app.caller.email })],
    ['an unreadable bearer', () => ({ authorization: 'Bearer ???' })],
    ['two forms that differ', () => ({ ...app.caller.key, ...bearer({ ...app.caller, token: 'ow_other' }) })],
    ['a sign-in session', () => app.caller.session],
  ])('answers 401 to credentials that are %s, always the same', async (_, headers) => {
    app.clock.advance(3_600_000)
    const session = await app.post(PING, headers())

    expect(session.statusCode).toBe(401)
    const error = 'authorization' in headers() ? ', error="invalid_token"' : ''
    expect(session.headers['www-authenticate']).toBe(`${CHALLENGE}${error}`)
    expect(session.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(session.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32001,
        message:
          'Missing or invalid credentials. Send a valid X-USER-EMAIL and X-USER-TOKEN, or Authorization: Bearer with the Base64 of email:token.',
        data: { status: 401, code: 'unauthenticated' },
      },
    })
  })

  it.each([
    ['both headers', () => app.caller.key],
    ['a bearer token', () => bearer(app.caller)],
    ['a bearer token in the URL-safe alphabet', () => bearer(app.caller, 'base64url')],
    ['Bearer said twice', () => ({ authorization: `Bearer ${bearer(app.caller)['authorization']}` })],
    ['both forms', () => ({ ...app.caller.key, ...bearer(app.caller) })],
  ])('takes %s', async (_, headers) => {
    app.clock.advance(61_000)

    expect((await app.post(PING, headers())).statusCode).toBe(200)
  })

  it.each(['delta', 'gamma', 'theta'] as const)(
    'answers 403 to the plan %s and names the one it needs',
    async (plan) => {
      const { key } = await app.account(plan)
      const answer = await app.post(PING, key)

      expect(answer.statusCode).toBe(403)
      expect(answer.headers['www-authenticate']).toBeUndefined()
      expect(answer.headers['x-ratelimit-limit']).toBe('100')
      expect(answer.json().error).toEqual({
        code: -32003,
        message: 'This needs the Vega plan.',
        data: { status: 403, code: 'forbidden', required_plan: 'vega' },
      })
    },
  )

  it('answers 403 to a suspended account', async () => {
    const { key } = await app.account('vega', { standing: 'suspended' })

    expect((await app.post(PING, key)).json().error).toMatchObject({ code: -32003, data: { status: 403 } })
  })

  it.each([
    [{ host: 'evil.example' }],
    [{ host: '127.0.0.1.evil.example:3000' }],
    [{ host: 'user@127.0.0.1:3000' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://127.0.0.1:9999' }],
    [{ origin: 'https://127.0.0.1:3000' }],
  ])('answers 403 to %j, before it looks at credentials', async (headers) => {
    const answer = await app.post(PING, headers)

    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toMatchObject({ code: -32000, data: { status: 403, code: 'forbidden' } })
  })

  it.each([
    [{ origin: 'http://127.0.0.1:3000' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:3000' }],
    [{ host: '[::1]:3000' }],
    [{ host: 'localhost:8080' }],
  ])('takes %j', async (headers) => {
    app.clock.advance(61_000)

    expect((await app.post(PING, { ...app.caller.key, ...headers })).statusCode).toBe(200)
  })

  it('goes by PUBLIC_URL where the service is bound to all addresses', async () => {
    await using open = await mcpApp({ HOST: '0.0.0.0', PUBLIC_URL: 'https://options.example' })
    const status = async (host: string, origin?: string) =>
      (await open.post(PING, { ...open.caller.key, host, ...(origin && { origin }) })).statusCode

    expect(await status('options.example')).toBe(200)
    expect(await status('options.example', 'https://options.example')).toBe(200)
    expect(await status('options.example', 'https://other.example')).toBe(403)
    expect(await status('options.example', 'http://options.example')).toBe(403)
    expect(await status('127.0.0.1:3000')).toBe(403)
  })
})

describe('methods', () => {
  const OTHERS = ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'QUERY', 'PROPFIND', 'LOCK', 'M-SEARCH']

  it.each(OTHERS)('answers %s by 405', async (method) => {
    app.clock.advance(61_000)
    const answer = await app.request({
      method: method as 'GET',
      url: '/mcp',
      headers: { host: '127.0.0.1:3000', ...app.caller.key },
    })

    expect({ statusCode: answer.statusCode, allow: answer.headers.allow }).toEqual({ statusCode: 405, allow: 'POST' })
    if (method !== 'HEAD') expect(answer.json().error.data).toEqual({ status: 405, code: 'method_not_allowed' })
  })

  it.each(OTHERS)('answers %s without credentials by 401', async (method) => {
    const headers = { host: '127.0.0.1:3000' }
    const answer = await app.request({ method: method as 'GET', url: '/mcp', headers })

    expect({ statusCode: answer.statusCode, wwwAuthenticate: answer.headers['www-authenticate'] }).toEqual({
      statusCode: 401,
      wwwAuthenticate: CHALLENGE,
    })
  })

  it('judges a request in the order Host, credentials, plan, rate, method, body', async () => {
    const { key } = await app.account('delta')
    const ask = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
      const broken = { host: '127.0.0.1:3000', 'content-type': 'text/plain', ...headers }
      return (await app.request({ method, url: '/mcp', headers: broken, payload: '{' })).statusCode
    }

    expect(await ask({ host: 'evil.example' })).toBe(403)
    expect(await ask({})).toBe(401)
    expect(await ask(key)).toBe(403)
    const { key: busy } = await app.account('vega')
    for (let count = 0; count < 100; count++) await app.post(PING, busy)
    expect(await ask(busy)).toBe(429)
    app.clock.advance(61_000)
    expect(await ask(busy)).toBe(405)
    expect(await ask(busy, 'POST')).toBe(415)
  })
})

describe('bodies', () => {
  it.each([
    ['{', 400, -32700],
    ['', 400, -32700],
    ['\u0000', 400, -32700],
    ['{"a":1}garbage', 400, -32700],
    [Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"polluted":1}}', 400, -32700],
    [`${'['.repeat(20)}${']'.repeat(20)}`, 400, -32700],
    [`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 413, -32000],
    [`"${'x'.repeat(1_048_576)}"`, 413, -32000],
    ['null', 400, -32600],
    ['7', 400, -32600],
    ['"ping"', 400, -32600],
    ['{}', 400, -32600],
  ])('%# is refused by %i', async (body, status, code) => {
    app.clock.advance(61_000)
    const answer = await app.post(body)

    expect({ statusCode: answer.statusCode, code: answer.json().error?.code }).toEqual({ statusCode: status, code })
    expect(answer.json().error.data).toEqual({ status, code: status === 413 ? 'too_large' : 'malformed' })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])(
    'answers the content type "%s" by 415',
    async (type) => {
      app.clock.advance(61_000)
      const headers = { host: '127.0.0.1:3000', ...app.caller.key, ...(type && { 'content-type': type }) }
      const answer = await app.request({ method: 'POST', url: '/mcp', headers, payload: JSON.stringify(PING) })

      expect({ statusCode: answer.statusCode, code: answer.json().error.code }).toEqual({
        statusCode: 415,
        code: -32000,
      })
    },
  )

  it('takes a charset, and a body of 255 KiB', async () => {
    app.clock.advance(61_000)
    const long = { ...PING, params: { _meta: { note: 'x'.repeat(255 * 1024) } } }

    expect(
      (await app.post(long, { ...app.caller.key, 'content-type': 'application/json; charset=utf-8' })).statusCode,
    ).toBe(200)
  })

  it.each(['bogus', '2025-11-25, 2025-11-25'])('refuses MCP-Protocol-Version %s', async (version) => {
    app.clock.advance(61_000)
    const answer = await app.post(PING, { ...app.caller.key, 'mcp-protocol-version': version })

    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toEqual({
      code: -32000,
      message: expect.stringContaining('2025-11-25'),
      data: { status: 400, code: 'malformed' },
    })
  })
})

describe('where an OAuth server would be looked for and there is none', () => {
  let without: McpApp
  beforeAll(async () => {
    without = await mcpApp({ MCP_OAUTH: 'false' })
  })
  afterAll(() => without[Symbol.asyncDispose]())

  it('answers 401 as a service without one', async () => {
    const answer = await without.post(PING, {})

    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="mcp"')
  })

  it.each([
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-authorization-server/mcp'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/openid-configuration/mcp'],
    ['GET', '/mcp/.well-known/openid-configuration'],
    ['POST', '/register'],
    ['POST', '/token'],
    ['POST', '/revoke'],
  ] as const)('%s %s answers 404 in JSON, without credentials', async (method, url) => {
    const answer = await without.request({ method, url })

    expect({ statusCode: answer.statusCode, contentType: answer.headers['content-type'] }).toEqual({
      statusCode: 404,
      contentType: 'application/json; charset=utf-8',
    })
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('pages of assistants on the web', () => {
  it('may call with credentials of their own, and read no answer across origins', async () => {
    app.clock.advance(61_000)
    const answer = await app.post(PING, { ...app.caller.key, origin: 'https://claude.ai' })

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the rest of the service around it', () => {
  it('keeps headers and the log of requests, and no token in it', async () => {
    app.clock.advance(61_000)
    const answer = await app.post(
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE },
      bearer(app.caller),
    )

    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '99',
    })
    expect(JSON.parse(app.logged.at(-1) ?? '{}')).toMatchObject({ url: '/mcp', status: 200 })
    expect(app.logged.join('')).not.toContain(bearer(app.caller)['authorization']?.slice(7))
  })

  it('stands in the OpenAPI document', async () => {
    const { paths } = (await app.get('/api/v1/openapi.json')).json()

    expect(Object.keys(paths['/mcp'])).toEqual(['post'])
    expect(Object.keys(paths['/mcp'].post.responses)).toEqual(
      '200 202 400 401 403 404 413 414 415 429 431 500 503'.split(' '),
    )
  })

  it('says in the account how many messages were used', async () => {
    app.clock.advance(61_000)
    await app.post([PING, { ...PING, id: 2 }])
    const { limits } = (await app.get('/api/v1/account', app.caller.session)).json()

    expect(limits).toContainEqual({ name: 'mcp_messages', window: 'minute', limit: 100, used: 2 })
  })
})
