import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSetPlan } from '../../../src/accounts/operations/admin/account-set-plan.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { challengeOf, OAuthApp } from '../../support/oauth/oauth-app.ts'

const REDIRECT = 'https://app.example/callback'
const LOOPBACK = 'http://127.0.0.1/callback'

let app: TestApp
let oauth: OAuthApp
let account: TestAccount
let clientId: string

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  oauth = new OAuthApp(app)
  account = await app.account('vega')
  const registered = await oauth.register({ client_name: 'App', redirect_uris: [REDIRECT, LOOPBACK] })
  clientId = registered.json().client_id
})
afterAll(() => app[Symbol.asyncDispose]())

const UNKNOWN = /does not know the app/
const ELSEWHERE = /did not name before/

describe('a request that nothing may be sent back for', () => {
  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['an unknown app', { client_id: 'owc_unknown' }, UNKNOWN],
    ['no app', { client_id: undefined }, /client_id/],
    ['no place to return to', { redirect_uri: undefined }, /redirect_uri/],
    ['a longer path', { redirect_uri: `${REDIRECT}/more` }, ELSEWHERE],
    ['a query', { redirect_uri: `${REDIRECT}?a=1` }, ELSEWHERE],
    ['another host', { redirect_uri: 'https://evil.example/callback' }, ELSEWHERE],
    ['a host below', { redirect_uri: 'https://app.example.evil.test/callback' }, ELSEWHERE],
    ['http', { redirect_uri: 'http://app.example/callback' }, ELSEWHERE],
    ['another port of a host', { redirect_uri: 'https://app.example:8443/callback' }, ELSEWHERE],
    ['another path over loopback', { redirect_uri: 'http://127.0.0.1:4000/other' }, ELSEWHERE],
    ['another name over loopback', { redirect_uri: 'http://localhost:4000/callback' }, ELSEWHERE],
    ['a name that begins like loopback', { redirect_uri: 'http://127.0.0.1.evil.test/callback' }, ELSEWHERE],
    ['a user that looks like loopback', { redirect_uri: 'http://127.0.0.1:80@evil.test/callback' }, ELSEWHERE],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, ELSEWHERE],
    ['data', { redirect_uri: 'data:text/html,x' }, ELSEWHERE],
    ['a fragment', { redirect_uri: `${REDIRECT}#x` }, ELSEWHERE],
    ['a scheme of another program', { redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback' }, ELSEWHERE],
  ])('is one with %s, allowed or not', async (_, change, sentence) => {
    const { query } = oauth.request(clientId, REDIRECT, change)
    const review = await oauth.review(query, account)
    const decided = await oauth.decide(query, account)

    expect(review.json()).toMatchObject({ app: null, redirect_to: null, refusal: expect.stringMatching(sentence) })
    expect(decided.json()).toEqual({ redirect_to: null, refusal: review.json().refusal })
  })

  it.each(['client_id', 'redirect_uri'])('is one that repeats %s', async (name) => {
    const { query } = oauth.request(clientId, REDIRECT)
    const text = `${new URLSearchParams(query)}&${name}=${encodeURIComponent(query[name] ?? '')}`

    expect((await oauth.review(text, account)).json()).toMatchObject({ app: null, redirect_to: null })
  })
})

describe('a request that returns to the app with an error', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['the challenge itself as the verifier', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method of the challenge', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: challengeOf('x').slice(1) }, 'invalid_request'],
    ['a long challenge', { code_challenge: 'a'.repeat(129) }, 'invalid_request'],
    ['a wish for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['no kind of answer', { response_type: undefined }, 'invalid_request'],
    ['the resource of another service', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another path of this service', { resource: 'http://127.0.0.1:3000/api' }, 'invalid_target'],
    ['a resource with a fragment', { resource: 'http://127.0.0.1:3000/mcp#x' }, 'invalid_target'],
    ['a wish not to ask', { prompt: 'none' }, 'login_required'],
  ])('is one with %s', async (_, change, error) => {
    const { query } = oauth.request(clientId, REDIRECT, change)
    const { redirect_to: to, app: asked } = (await oauth.review(query, account)).json()
    const decided = await oauth.decide(query, account)
    // An app that wishes for a token reads the fragment.
    const returned = new URL(to.replace('#', '?'))

    expect(asked).toBeNull()
    expect(`${returned.origin}${returned.pathname}`).toBe(REDIRECT)
    expect(Object.fromEntries(returned.searchParams)).toMatchObject({
      error,
      state: query['state'],
      iss: 'http://127.0.0.1:3000',
    })
    expect(new URL(decided.json().redirect_to).searchParams.get('code')).toBeNull()
  })

  it('is one that names two services', async () => {
    const { query } = oauth.request(clientId, REDIRECT)
    const text = `${new URLSearchParams(query)}&resource=${encodeURIComponent('https://other.example/')}`
    const { redirect_to: to } = (await oauth.review(text, account)).json()

    expect(new URL(to).searchParams.get('error')).toBe('invalid_target')
  })

  it('is one that the account denies', async () => {
    const { query } = oauth.request(clientId, REDIRECT)
    const { redirect_to: to } = (await oauth.decide(query, account, 'deny')).json()
    const { error, code } = Object.fromEntries(new URL(to).searchParams)

    expect({ error, code }).toEqual({ error: 'access_denied', code: undefined })
  })
})

describe('other names of the only resource', () => {
  it.each([
    undefined,
    'http://127.0.0.1:3000',
    'http://127.0.0.1:3000/',
    'http://127.0.0.1:3000/mcp/',
    'HTTP://127.0.0.1:3000/mcp',
  ])('%s is taken for it', async (resource) => {
    const request = oauth.request(clientId, REDIRECT, { resource })
    const code = await oauth.codeFor(request, account)
    const answer = await oauth.exchange(request, code, { resource })

    expect(answer.statusCode).toBe(200)
  })
})

describe('who cannot allow a request', () => {
  const asked = (url: string, headers: Record<string, string>) => {
    const { query } = oauth.request(clientId, REDIRECT)
    const payload = { query: `${new URLSearchParams(query)}`, decision: 'allow' }
    return app.request({ method: 'POST', url, payload, headers: { host: '127.0.0.1:3000', ...headers } })
  }
  const URL_OF_DECISION = '/api/v1/authorizations'

  it('is who is signed out', async () => {
    expect((await asked(URL_OF_DECISION, {})).statusCode).toBe(401)
  })

  it('is a page of another site, in the browser of who is signed in', async () => {
    const headers = { ...account.session, origin: 'https://evil.example' }

    expect((await asked(URL_OF_DECISION, headers)).statusCode).toBe(403)
  })

  it('is a key', async () => {
    expect((await asked(URL_OF_DECISION, account.key)).statusCode).toBe(403)
  })

  it('is a request that names another host', async () => {
    const answer = await asked(URL_OF_DECISION, { ...account.session, host: 'evil.example' })

    expect(answer.statusCode).toBe(403)
  })

  it.each<[string, () => Promise<TestAccount>, string]>([
    ['below the Vega plan', () => app.account('theta'), 'the Vega plan'],
    ['without a confirmed address', () => app.account('vega', { verified: false }), 'a confirmed e-mail address'],
    ['suspended', () => app.account('vega', { standing: 'suspended' }), 'an account that is not suspended'],
  ])('is an account that is %s, which learns what is missing', async (_, made, missing) => {
    const other = await made()
    const { query } = oauth.request(clientId, REDIRECT)
    const review = await oauth.review(query, other)
    const decided = await oauth.decide(query, other)

    expect(review.json()).toMatchObject({ app: { name: 'App' }, missing: [missing] })
    expect(decided.statusCode).toBe(403)
    expect(decided.json().detail).toContain(missing)
    expect((await app.get('/api/v1/connections', other.session)).json().data).toEqual([])
  })

  it('may allow it once nothing is missing', async () => {
    const other = await app.account('theta')
    await app.asOperator(accountSetPlan, { email: other.email, plan: 'vega' })
    const { query } = oauth.request(clientId, REDIRECT)

    expect((await oauth.decide(query, other)).json().redirect_to).toContain('code=')
  })
})

describe('a registration', () => {
  it.each<[string, object]>([
    ['no place to return to', { client_name: 'App' }],
    ['an empty list', { redirect_uris: [] }],
    ['a script alone', { redirect_uris: ['javascript:alert(1)'] }],
    ['a file alone', { redirect_uris: ['file:///etc/passwd'] }],
    ['plain http alone', { redirect_uris: ['http://app.example/callback'] }],
    ['a fragment', { redirect_uris: ['https://app.example/#x'] }],
    ['a user in the address', { redirect_uris: ['https://user@app.example/callback'] }],
    ['a text in place of a list', { redirect_uris: 'https://app.example/callback' }],
    ['a list', []],
  ])('with %s is refused', async (_, body) => {
    const answer = await oauth.register(body, '192.0.2.8')

    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatch(/^invalid_(redirect_uri|client_metadata|request)$/)
  })

  it('that is not JSON, or too large, is refused', async () => {
    const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' }
    const send = (payload: string) => app.request({ method: 'POST', url: '/register', payload, headers })

    expect((await send('{')).json()).toMatchObject({ error: 'invalid_request' })
    expect((await send('x'.repeat(9_000))).statusCode).toBe(413)
  })

  it('keeps the places that it may return to, and gives the same app the same id on every port', async () => {
    const wish = (port: number) => ({
      client_name: 'Desk\u202E\n',
      redirect_uris: [`http://localhost:${port}/callback`, 'javascript:alert(1)'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'implicit'],
    })
    const first = (await oauth.register(wish(4_000), '192.0.2.9')).json()
    const second = (await oauth.register(wish(4_001), '192.0.2.9')).json()

    expect(first).toMatchObject({
      client_id: expect.stringMatching(/^owc_\w{22}$/),
      client_name: 'Desk',
      redirect_uris: ['http://localhost:4000/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    })
    expect(first.client_secret).toBeUndefined()
    expect(second.client_id).toBe(first.client_id)
  })

  it('is the 21st of an address within an hour', async () => {
    const body = { redirect_uris: [REDIRECT] }
    for (let count = 0; count < 20; count++) await oauth.register(body, '198.51.100.200')
    const answer = await oauth.register(body, '198.51.100.200')

    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
