import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { listening } from '../../support/mcp/mcp.ts'

const REDIRECT = 'http://localhost:41234/callback'
const DOCUMENT = 'https://claude.ai/oauth/claude-code-client-metadata'

/** What the official client asks of a host: it keeps everything in memory, and its user allows at once. */
class HostInMemory implements OAuthClientProvider {
  readonly clientMetadataUrl?: string
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = {
    client_name: 'Official client',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  readonly #app: TestApp
  opened: URL | undefined
  #client: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''

  constructor(app: TestApp, clientMetadataUrl?: string) {
    this.#app = app
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
  }

  clientInformation = () => this.#client
  tokens = () => this.#tokens
  codeVerifier = () => this.#verifier
  state = () => 'state/of+the==client'

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens
    this.#app.guard(tokens.access_token)
    this.#app.guard(tokens.refresh_token ?? '')
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
    this.#app.guard(verifier)
  }

  redirectToAuthorization(url: URL): void {
    this.opened = url
  }
}

describe('the official client with its OAuth', () => {
  let app: TestApp
  let url: URL
  let account: TestAccount
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY', MCP_CLIENT_DOCUMENTS: 'pinned' })
    url = await listening(app)
    account = await app.account('vega')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  /** What the page does when its user clicks Allow. */
  async function allow(opened: URL | undefined): Promise<URL> {
    const host = opened?.host ?? ''
    const answer = await fetch(new URL('/api/v1/authorizations', opened), {
      method: 'POST',
      headers: { ...account.session, origin: `http://${host}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: opened?.search.slice(1), decision: 'allow' }),
    })
    const { redirect_to: to } = (await answer.json()) as { redirect_to: string }
    return new URL(to)
  }

  const connect = async (provider: HostInMemory) => {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(url, { authProvider: provider })
    // The SDK's declaration does not hold under exact optional properties.
    await client.connect(transport as never)
    return client
  }

  it.each([
    ['a registration', undefined],
    ['a document', DOCUMENT],
  ])('connects with %s, lists, calls, and renews a token that has ended', async (_, document) => {
    const provider = new HostInMemory(app, document)
    await expect(connect(provider)).rejects.toThrow(/[Uu]nauthorized/)
    const returned = await allow(provider.opened)
    const waiting = new StreamableHTTPClientTransport(url, { authProvider: provider })
    await waiting.finishAuth(returned.searchParams.get('code') ?? '')
    const client = await connect(provider)
    const listed = await client.listTools()
    const before = provider.tokens()?.access_token
    app.clock.advance(3_600_000)
    const called = await client.callTool({ name: 'stock_quote', arguments: { symbol: 'SPY' } })
    await client.close()

    expect(returned.searchParams.get('state')).toBe('state/of+the==client')
    expect(listed.tools.length).toBeGreaterThan(20)
    expect(called.isError).toBeFalsy()
    expect(provider.tokens()?.access_token).not.toBe(before)
  })
})
