import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { connectedApp, OAuthApp, RESOURCE } from '../../support/oauth/oauth-app.ts'

describe('an app that connects by address', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it('finds from a refused call who grants access, and how', async () => {
    const host = '127.0.0.1:3000'
    const refused = await app.request({ method: 'POST', url: '/mcp', payload: {}, headers: { host } })
    const header = String(refused.headers['www-authenticate'])
    const metadata = /resource_metadata="([^"]+)"/.exec(header)?.[1] ?? ''
    const resource = (await app.get(new URL(metadata).pathname, { host })).json()
    const [issuer] = resource.authorization_servers
    const server = (await app.get('/.well-known/oauth-authorization-server', { host })).json()

    expect(refused.statusCode).toBe(401)
    expect(header).toBe(
      'Bearer realm="mcp", resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp", scope="mcp:read"',
    )
    expect(resource).toMatchObject({ resource: RESOURCE, scopes_supported: ['mcp:read'] })
    expect(server).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
  })

  it('names the address that the user typed, where the machine has several names', async () => {
    const host = 'localhost:3000'
    const { resource } = (await app.get('/.well-known/oauth-protected-resource', { host })).json()
    const { issuer } = (await app.get('/.well-known/oauth-authorization-server/mcp', { host })).json()

    expect({ resource, issuer }).toEqual({ resource: 'http://localhost:3000/mcp', issuer: 'http://localhost:3000' })
  })

  it('registers, is allowed, and calls the tools', async () => {
    const account = await app.account('vega')
    const oauth = new OAuthApp(app)
    const redirectUri = 'http://127.0.0.1:33418/callback'
    const registered = await oauth.register({ client_name: 'Notebook', redirect_uris: [redirectUri] })
    const request = oauth.request(registered.json().client_id, redirectUri)
    const review = await oauth.review(request.query, account)
    const decided = await oauth.decide(request.query, account)
    const returned = new URL(decided.json().redirect_to)
    const tokens = await oauth.exchange(request, returned.searchParams.get('code') ?? '')
    const called = await oauth.call(tokens.json().access_token, {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'stock_quote', arguments: { symbol: 'SPY' } },
    })

    expect(registered.statusCode).toBe(201)
    expect(review.json()).toEqual({
      app: { name: 'Notebook', publisher: null, returns_to: '127.0.0.1', is_local: true },
      missing: [],
      redirect_to: null,
      refusal: null,
    })
    expect(`${returned.origin}${returned.pathname}`).toBe(redirectUri)
    expect(returned.searchParams.get('state')).toBe(request.query['state'])
    expect(returned.searchParams.get('iss')).toBe('http://127.0.0.1:3000')
    expect(tokens.headers['cache-control']).toBe('no-store')
    expect(tokens.json()).toEqual({
      access_token: expect.stringMatching(/^owa_\w{49}$/),
      refresh_token: expect.stringMatching(/^owr_\w{49}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'mcp:read',
    })
    expect(called.json().result.structuredContent.symbol).toBe('SPY')
  })

  it('is listed with its last use, and notified of', async () => {
    const account = await app.account('vega')
    const { oauth, tokens } = await connectedApp(app, account)
    await oauth.call(tokens.access_token)
    const lastUsed = async () => (await app.get('/api/v1/connections', account.session)).json().data[0].last_used_at
    // Times of use are collected for a second before they are written together.
    await expect.poll(lastUsed, { timeout: 10_000 }).toBe(app.clock.now().toISOString())
    const listed = (await app.get('/api/v1/connections', account.session)).json()
    const notifications = (await app.get('/api/v1/notifications', account.session)).json()

    expect(listed.data).toMatchObject([{ name: 'Notebook', publisher: null, returns_to: '127.0.0.1' }])
    expect(notifications.data.map(({ title }: { title: string }) => title)).toContain('App connected')
  })
})
