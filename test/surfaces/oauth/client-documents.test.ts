import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientDocuments } from '../../../src/app/oauth/client-documents.ts'
import { memoryWindows } from '../../../src/lib/async/windows.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { type DocumentServer, documentServer, sendJson } from '../../support/oauth/document-server.ts'
import { OAuthApp } from '../../support/oauth/oauth-app.ts'

const REDIRECT = 'http://localhost:4000/callback'
const CLAUDE_CODE = 'https://claude.ai/oauth/claude-code-client-metadata'

let documents: DocumentServer
let app: TestApp
let oauth: OAuthApp
let count = 0

beforeAll(async () => {
  documents = await documentServer(300)
  const monotonicMs = () => app.clock.now().getTime()
  app = await testApp(
    { MARKET_SYMBOLS: 'SPY' },
    {
      clientDocuments: clientDocuments({ client: documents.client, windows: memoryWindows(monotonicMs), monotonicMs }),
    },
  )
  oauth = new OAuthApp(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await documents[Symbol.asyncDispose]()
})

/** A new address, with the account that brings it. */
async function unknownApp(): Promise<{ id: string; account: TestAccount }> {
  return { id: `${documents.origin}/apps/${++count}`, account: await app.account('vega') }
}

const described = (id: string) => ({
  client_id: id,
  client_name: 'Desk',
  redirect_uris: ['http://localhost/callback', 'javascript:alert(1)'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
})

const seen = (review: { app: { name: string } | null; refusal: string | null }) => review.app?.name ?? review.refusal

describe('an app that is known by a document', () => {
  it('is shown with who publishes it, and connects from any port', async () => {
    const { id, account } = await unknownApp()
    documents.answer((response) => sendJson(response, described(id), { 'cache-control': 'public, max-age=600' }))
    const request = oauth.request(id, REDIRECT)
    const review = (await oauth.review(request.query, account)).json()
    const tokens = await oauth.exchange(request, await oauth.codeFor(request, account))
    const renewed = await oauth.refresh(id, tokens.json().refresh_token)

    expect(review.app).toEqual({ name: 'Desk', publisher: 'docs.example', returns_to: 'localhost', is_local: true })
    expect(renewed.statusCode).toBe(200)
  })

  it('is fetched once while its document counts, without cookies or keys', async () => {
    const { id, account } = await unknownApp()
    documents.answer((response) => sendJson(response, described(id), { 'cache-control': 'max-age=600' }))
    const before = documents.requests.length
    const { query } = oauth.request(id, REDIRECT)
    for (const _ of [1, 2, 3]) await oauth.review(query, account)
    app.clock.advance(601_000)
    await oauth.review(query, account)
    const made = documents.requests.slice(before)

    expect(made.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(Object.keys(made[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie', 'authorization']))
  })

  it.each<[string, (response: ServerResponse, id: string) => void]>([
    ['describes another app', (response) => sendJson(response, described('https://other.example/app'))],
    ['has a secret', (response, id) => sendJson(response, { ...described(id), client_secret: 'x' })],
    ['has no place to return to', (response, id) => sendJson(response, { ...described(id), redirect_uris: [] })],
    ['has a script alone', (response, id) => sendJson(response, { ...described(id), redirect_uris: ['javascript:1'] })],
    ['is a list', (response) => sendJson(response, [])],
    ['is larger than 5 KiB', (response, id) => sendJson(response, { ...described(id), more: 'x'.repeat(6_000) })],
    ['is a page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['is refused', (response) => void response.writeHead(403, { 'content-type': 'text/html' }).end('<html>')],
    ['moved', (response) => void response.writeHead(302, { location: 'https://169.254.169.254/' }).end()],
    ['never ends', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{')],
  ])('is refused where the document %s', async (_, answer) => {
    const { id, account } = await unknownApp()
    documents.answer((response) => answer(response, id))
    const { query } = oauth.request(id, REDIRECT)
    const review = (await oauth.review(query, account)).json()

    expect(review).toMatchObject({ app: null, redirect_to: null, refusal: expect.stringContaining('cannot read') })
  })

  it.each([
    'https://127.0.0.1/app',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/app',
    'https://private.internal/app',
    'https://example.com:22/app',
  ])('is refused at %s, which is not called', async (id) => {
    const account = await app.account('vega')
    const before = documents.requests.length
    const { query } = oauth.request(id, REDIRECT)

    expect((await oauth.review(query, account)).json().refusal).toContain('cannot read')
    expect(documents.requests.length).toBe(before)
  })

  it.each([
    'http://docs.example/app',
    'https://docs.example/',
    'https://docs.example/a/../b',
    'https://u@docs.example/app',
    'https://docs.example/app#x',
  ])('is none at %s, which is an unknown id', async (id) => {
    const { query } = oauth.request(id, REDIRECT)

    expect((await oauth.review(query, await app.account('vega'))).json().refusal).toContain('does not know')
  })

  it('is fetched for nobody who is signed out', async () => {
    const before = documents.requests.length
    const { query } = oauth.request(`${documents.origin}/apps/signed-out`, REDIRECT)
    const payload = { query: new URLSearchParams(query).toString() }
    const headers = { host: '127.0.0.1:3000' }
    const review = await app.request({ method: 'POST', url: '/api/v1/authorizations/review', payload, headers })
    const token = await oauth.refresh(`${documents.origin}/apps/signed-out`, 'owr_none')

    expect([review.statusCode, token.statusCode]).toEqual([401, 401])
    expect(documents.requests.length).toBe(before)
  })

  it('is not fetched again for a minute after it failed, and then it is', async () => {
    const { id, account } = await unknownApp()
    const { query } = oauth.request(id, REDIRECT)
    documents.answer((response) => void response.writeHead(503).end())
    await oauth.review(query, account)
    documents.answer((response) => sendJson(response, described(id)))
    const atOnce = (await oauth.review(query, account)).json()
    app.clock.advance(61_000)
    const later = (await oauth.review(query, account)).json()

    expect(seen(atOnce)).toContain('cannot read')
    expect(seen(later)).toBe('Desk')
  })

  it('is one of at most ten unknown ones of an account in an hour', async () => {
    const { account } = await unknownApp()
    documents.answer((response) => void response.writeHead(404).end())
    const statuses: number[] = []
    for (let tried = 0; tried < 11; tried++) {
      const { query } = oauth.request(`${documents.origin}/many/${tried}`, REDIRECT)
      statuses.push((await oauth.review(query, account)).statusCode)
    }

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('of a vendor whose server refuses is taken from what comes with the program', async () => {
    await using pinned = await testApp({ MARKET_SYMBOLS: 'SPY', MCP_CLIENT_DOCUMENTS: 'pinned' })
    const own = new OAuthApp(pinned)
    const account = await pinned.account('vega')
    const known = await own.review(own.request(CLAUDE_CODE, REDIRECT).query, account)
    const unknown = await own.review(own.request('https://docs.example/app', REDIRECT).query, account)

    expect(known.json().app).toMatchObject({ name: 'Claude Code', publisher: 'claude.ai' })
    expect(seen(unknown.json())).toContain('cannot read')
  })
})
