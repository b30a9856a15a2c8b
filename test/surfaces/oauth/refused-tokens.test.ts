import { randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountDelete } from '../../../src/accounts/operations/admin/account-delete.ts'
import { accountSetPlan } from '../../../src/accounts/operations/admin/account-set-plan.ts'
import { accountSuspend } from '../../../src/accounts/operations/admin/account-suspend.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { newApiToken } from '../../../src/lib/node/api-tokens.ts'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { type AppRequest, type Connected, connectedApp, OAuthApp } from '../../support/oauth/oauth-app.ts'

const REDIRECT = 'https://app.example/callback'

let app: TestApp
let oauth: OAuthApp
let account: TestAccount
let clientId: string
let otherId: string

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  oauth = new OAuthApp(app)
  account = await app.account('vega')
  const register = async (name: string) =>
    (await oauth.register({ client_name: name, redirect_uris: [REDIRECT, 'http://localhost/callback'] })).json()
      .client_id
  clientId = await register('App')
  otherId = await register('Other')
})
afterAll(() => app[Symbol.asyncDispose]())

/** A code that waits to be exchanged. */
async function allowed(): Promise<{ request: AppRequest; code: string }> {
  const request = oauth.request(clientId, REDIRECT)
  return { request, code: await oauth.codeFor(request, account) }
}

function errorOf(answer: LightMyRequestResponse): string {
  return `${answer.statusCode} ${answer.json().error}`
}

describe('a code', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }, '400 invalid_grant'],
    ['a verifier of 42 characters', { code_verifier: 'a'.repeat(42) }, '400 invalid_request'],
    ['a verifier of 129 characters', { code_verifier: 'a'.repeat(129) }, '400 invalid_request'],
    ['no verifier', { code_verifier: undefined }, '400 invalid_grant'],
    ['another place to return to', { redirect_uri: 'http://localhost/callback' }, '400 invalid_grant'],
    ['no place to return to', { redirect_uri: undefined }, '400 invalid_request'],
    ['another service', { resource: 'https://other.example/mcp' }, '400 invalid_target'],
    ['an unknown app', { client_id: 'owc_unknown' }, '401 invalid_client'],
    ['no app', { client_id: undefined }, '400 invalid_request'],
    ['no code', { code: undefined }, '400 invalid_request'],
    ['a NUL in the app', { client_id: 'owc_\0' }, '400 invalid_request'],
    ['a code that is none', { code: 'owz_none' }, '400 invalid_grant'],
    ['another grant', { grant_type: 'password' }, '400 unsupported_grant_type'],
    ['a grant of machines', { grant_type: 'client_credentials' }, '400 unsupported_grant_type'],
  ])('is not exchanged with %s', async (_, change, expected) => {
    const { request, code } = await allowed()

    expect(errorOf(await oauth.exchange(request, code, change))).toBe(expected)
  })

  it('is not exchanged by another app', async () => {
    const { request, code } = await allowed()

    expect(errorOf(await oauth.exchange(request, code, { client_id: otherId }))).toBe('400 invalid_grant')
  })

  it('is not exchanged after a minute', async () => {
    const { request, code } = await allowed()
    app.clock.advance(61_000)

    expect(errorOf(await oauth.exchange(request, code))).toBe('400 invalid_grant')
  })

  it('ends the connection that it made when it is sent again, also much later', async () => {
    const { request, code } = await allowed()
    const { access_token: access } = (await oauth.exchange(request, code)).json()
    app.clock.advance(10 * MINUTE_MS)
    const before = await oauth.call(access)
    const again = await oauth.exchange(request, code)

    expect(before.statusCode).toBe(200)
    expect(errorOf(again)).toBe('400 invalid_grant')
    expect((await oauth.call(access)).statusCode).toBe(401)
  })

  it('is exchanged once by many at the same time', async () => {
    const { request, code } = await allowed()
    const answers = await Promise.all([1, 2, 3, 4].map(() => oauth.exchange(request, code)))

    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
  })

  it('is a form of at most 8 KiB, not JSON', async () => {
    const headers = { 'content-type': 'application/json' }

    expect(errorOf(await oauth.form('/token', '{"grant_type":"refresh_token"}', headers))).toBe('400 invalid_request')
    expect((await oauth.form('/token', { code: 'x'.repeat(9_000) })).statusCode).toBe(413)
  })

  it('is not exchanged with a parameter twice', async () => {
    const { request, code } = await allowed()
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, client_id: clientId })
    form.append('redirect_uri', REDIRECT)
    form.append('code_verifier', request.verifier)
    form.append('code', code)

    expect(errorOf(await oauth.form('/token', form.toString()))).toBe('400 invalid_request')
  })
})

describe('a refresh token', () => {
  it('is rotated at each use', async () => {
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, account)
    const next = (await own.refresh(id, tokens.refresh_token)).json()

    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await own.call(next.access_token)).statusCode).toBe(200)
  })

  it('serves nine requests at the same time, and the tenth ends the connection', async () => {
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, account)
    const parallel = await Promise.all(Array.from({ length: 9 }, () => own.refresh(id, tokens.refresh_token)))
    const [first] = parallel
    const works = await own.call(first?.json().access_token)
    const tenth = await own.refresh(id, tokens.refresh_token)

    expect(parallel.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 9 }, () => 200))
    expect(works.statusCode).toBe(200)
    expect(errorOf(tenth)).toBe('400 invalid_grant')
    expect((await own.call(first?.json().access_token)).statusCode).toBe(401)
  })

  it('works again within two minutes of its rotation', async () => {
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, account)
    await own.refresh(id, tokens.refresh_token)
    app.clock.advance(119_000)

    expect((await own.refresh(id, tokens.refresh_token)).statusCode).toBe(200)
  })

  it('is a replay after that: the connection ends, and its owner is notified', async () => {
    const owner = await app.account('vega')
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, owner)
    const next = (await own.refresh(id, tokens.refresh_token)).json()
    app.clock.advance(121_000)
    const replayed = await own.refresh(id, tokens.refresh_token)
    const titles = (await app.get('/api/v1/notifications', owner.session))
      .json()
      .data.map(({ title }: { title: string }) => title)

    expect(errorOf(replayed)).toBe('400 invalid_grant')
    expect((await own.call(next.access_token)).statusCode).toBe(401)
    expect(errorOf(await own.refresh(id, next.refresh_token))).toBe('400 invalid_grant')
    expect(titles).toEqual(['App disconnected', 'App connected'])
  })

  it.each<[string, (it: Connected) => Promise<LightMyRequestResponse>, string]>([
    [
      'that is unknown',
      ({ oauth: own, clientId: id }) => own.refresh(id, newApiToken(randomBytes, 'owr_')),
      '400 invalid_grant',
    ],
    ['of another app', ({ oauth: own, tokens }) => own.refresh(otherId, tokens.refresh_token), '400 invalid_grant'],
    [
      'that is an access token',
      ({ oauth: own, clientId: id, tokens }) => own.refresh(id, tokens.access_token),
      '400 invalid_grant',
    ],
    [
      'for another service',
      ({ oauth: own, clientId: id, tokens }) =>
        own.refresh(id, tokens.refresh_token, { resource: 'https://other.example/' }),
      '400 invalid_target',
    ],
  ])('%s is refused', async (_, use, expected) => {
    const connected = await connectedApp(app, account)

    expect(errorOf(await use(connected))).toBe(expected)
  })
})

/** Another process has a store of its own over the same file. */
async function disconnectElsewhere({ email }: TestAccount): Promise<void> {
  await using store = await openStore({
    path: app.parts.config.databasePath ?? '',
    now: app.clock.now,
    monotonicMs: () => 0,
  })
  const owner = await store.accounts.byEmail(email)
  const [connection] = await store.oauthGrants.ofAccount(owner?.account.id ?? '', { now: app.clock.now(), limit: 1 })
  expect(await store.oauthGrants.removeOf(owner?.account.id ?? '', connection?.id ?? '')).toBe(true)
  // Changes of other processes are looked for every ten milliseconds.
  app.clock.advance(20)
}

async function resetPassword({ email }: TestAccount): Promise<void> {
  const { store, identity } = app.parts
  const token = randomBytes(32).toString('base64url')
  app.guard(token)
  await store.mailTokens.add({
    digest: identity.digest('mail', token),
    accountId: (await store.accounts.byEmail(email))?.account.id ?? '',
    purpose: 'reset_password',
    passwordHash: null,
    createdAt: app.clock.now(),
    expiresAt: new Date(app.clock.now().getTime() + MINUTE_MS),
  })
  const payload = { token, password: `another password ${token}` }
  const headers = { origin: 'http://127.0.0.1:3000' }
  expect((await app.request({ method: 'PUT', url: '/api/v1/password_reset', payload, headers })).statusCode).toBe(200)
}

describe('the end of a connection counts at the next request', () => {
  it.each<[string, (it: Connected, owner: TestAccount) => Promise<unknown>]>([
    ['revokes its refresh token', ({ oauth: own, clientId: id, tokens }) => own.revoke(id, tokens.refresh_token)],
    ['revokes its access token', ({ oauth: own, clientId: id, tokens }) => own.revoke(id, tokens.access_token)],
    [
      'is disconnected on the page',
      async (_, owner) => {
        const [connection] = (await app.get('/api/v1/connections', owner.session)).json().data
        const url = `/api/v1/connections/${connection.id}`
        expect((await app.request({ method: 'DELETE', url, headers: owner.session })).statusCode).toBe(204)
      },
    ],
    ['is disconnected by the operator, in another process', (_, owner) => disconnectElsewhere(owner)],
    ['has an owner who resets the password', (_, owner) => resetPassword(owner)],
    ['loses its account', (_, { email }) => app.asOperator(accountDelete, { email })],
  ])('when the app %s', async (_, end) => {
    const owner = await app.account('vega')
    const connected = await connectedApp(app, owner)
    const { oauth: own, clientId: id, tokens } = connected
    expect((await own.call(tokens.access_token)).statusCode).toBe(200)
    await end(connected, owner)

    const refused = await own.call(tokens.access_token)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"')
    expect(errorOf(await own.refresh(id, tokens.refresh_token))).toBe('400 invalid_grant')
  })

  it('but not when a stranger revokes what is no token, or one of another app', async () => {
    const { oauth: own, tokens } = await connectedApp(app, account)

    expect((await own.revoke(otherId, 'owr_none')).statusCode).toBe(200)
    expect((await own.revoke(otherId, tokens.refresh_token)).statusCode).toBe(200)
    expect((await own.call(tokens.access_token)).statusCode).toBe(200)
  })
})

describe('an access token', () => {
  it('is refused everywhere but at the MCP endpoint', async () => {
    const { tokens } = await connectedApp(app, account)
    const headers = { authorization: `Bearer ${tokens.access_token}`, host: '127.0.0.1:3000' }
    const feed = { ...headers, connection: 'upgrade', upgrade: 'websocket' }

    for (const path of ['/api/v1/stocks/SPY/quote', '/api/v1/account', '/api/v1/connections', '/api/v1/methodology']) {
      expect([path, (await app.get(path, headers)).statusCode]).toEqual([path, 401])
    }
    expect((await app.get('/ws/notifications', feed)).statusCode).toBe(401)
  })

  it('has no tool that changes something', async () => {
    const { oauth: own, tokens } = await connectedApp(app, account)
    const listed = (await own.call(tokens.access_token)).json().result.tools.map(({ name }: { name: string }) => name)
    const params = { name: 'create_alert', arguments: { name: 'x', source: 'option_flow' } }
    const called = await own.call(tokens.access_token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })

    expect(listed).toContain('show_watchlist')
    expect(listed).not.toContain('create_alert')
    expect(called.json().error.code).toBe(-32602)
  })

  it('ends after an hour', async () => {
    const { oauth: own, tokens } = await connectedApp(app, account)
    app.clock.advance(60 * MINUTE_MS)

    expect((await own.call(tokens.access_token)).statusCode).toBe(401)
  })

  it.each<[string, (it: Connected) => [string, Record<string, string>]]>([
    ['a refresh token', ({ tokens }) => [tokens.refresh_token, {}]],
    ['a code', ({ code }) => [code, {}]],
    ['one with other credentials beside it', ({ tokens }) => [tokens.access_token, account.key]],
    ['an unknown one', () => [newApiToken(randomBytes, 'owa_'), {}]],
    ['one with a wrong checksum', ({ tokens }) => [`${tokens.access_token.slice(0, -1)}_`, {}]],
  ])('is not %s', async (_, made) => {
    const connected = await connectedApp(app, account)
    const [token, headers] = made(connected)

    expect((await connected.oauth.call(token, undefined, headers)).statusCode).toBe(401)
  })

  it('that is wrong delays nobody at the same address', async () => {
    const { oauth: own, tokens } = await connectedApp(app, account)
    for (let count = 0; count < 200; count++) await own.call(newApiToken(randomBytes, 'owa_'))

    expect((await own.call(tokens.access_token)).statusCode).toBe(200)
    expect(
      (
        await app.request({
          method: 'POST',
          url: '/mcp',
          payload: {},
          headers: { ...account.key, host: '127.0.0.1:3000' },
        })
      ).statusCode,
    ).not.toBe(429)
  })

  it('shares the limit of its account with the keys', async () => {
    const owner = await app.account('vega')
    const { oauth: own, tokens } = await connectedApp(app, owner)
    const byApp = await own.call(tokens.access_token)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const byKey = await app.request({
      method: 'POST',
      url: '/mcp',
      payload: ping,
      headers: { ...owner.key, host: '127.0.0.1:3000' },
    })

    expect(byApp.headers['x-ratelimit-remaining']).toBe('99')
    expect(byKey.headers['x-ratelimit-remaining']).toBe('98')
  })

  it('of an account that lost the plan is refused by 403 naming it, and works again with it', async () => {
    const owner = await app.account('vega')
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, owner)
    await app.asOperator(accountSetPlan, { email: owner.email, plan: 'theta' })
    const refused = await own.call(tokens.access_token)
    const refreshed = await own.refresh(id, tokens.refresh_token)
    await app.asOperator(accountSetPlan, { email: owner.email, plan: 'vega' })

    expect(refused.statusCode).toBe(403)
    expect(refused.headers['www-authenticate']).toBeUndefined()
    expect(refused.json().error.data).toMatchObject({ required_plan: 'vega' })
    expect(refreshed.statusCode).toBe(200)
    expect((await own.call(refreshed.json().access_token)).statusCode).toBe(200)
  })

  it('of a suspended account is refused, and not renewed', async () => {
    const owner = await app.account('vega')
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, owner)
    await app.asOperator(accountSuspend, { email: owner.email })

    expect((await own.call(tokens.access_token)).statusCode).toBe(403)
    expect(errorOf(await own.refresh(id, tokens.refresh_token))).toBe('400 invalid_grant')
  })

  it('is refused under a foreign host', async () => {
    const { oauth: own, tokens } = await connectedApp(app, account)

    expect((await own.call(tokens.access_token, undefined, { host: 'evil.example' })).statusCode).toBe(403)
  })
})

describe('connections of an account', () => {
  it('are at most 50: the longest unused one ends', async () => {
    const owner = await app.account('vega')
    const first = await connectedApp(app, owner)
    for (let count = 0; count < 50; count++) {
      app.clock.advance(1_000)
      const request = oauth.request(clientId, REDIRECT)
      await oauth.exchange(request, await oauth.codeFor(request, owner))
    }

    expect((await first.oauth.call(first.tokens.access_token)).statusCode).toBe(401)
  })

  it('are those whose app has fetched tokens', async () => {
    const owner = await app.account('vega')
    await oauth.codeFor(oauth.request(clientId, REDIRECT), owner)

    expect((await app.get('/api/v1/connections', owner.session)).json().data).toEqual([])
  })
})

describe('after a long time', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS

  it('a refresh token that was not used for 30 days is refused', async () => {
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, await app.account('vega'))
    app.clock.advance(30 * DAY_MS)

    expect(errorOf(await own.refresh(id, tokens.refresh_token))).toBe('400 invalid_grant')
  })

  it('a connection ends after 180 days, however often it was used', async () => {
    const { oauth: own, clientId: id, tokens } = await connectedApp(app, await app.account('vega'))
    let token = tokens.refresh_token
    for (let days = 0; days < 174; days += 29) {
      app.clock.advance(29 * DAY_MS)
      token = (await own.refresh(id, token)).json().refresh_token
    }
    expect(token).toMatch(/^owr_/)
    app.clock.advance(7 * DAY_MS)

    expect(errorOf(await own.refresh(id, token))).toBe('400 invalid_grant')
  })
})
