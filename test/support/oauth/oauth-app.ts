import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { TestAccount, TestApp } from '../app.ts'

/** What an app sends its user with, and keeps for the exchange of the code. */
export interface AppRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
  readonly query: Readonly<Record<string, string>>
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly token_type: string
}

type Fields = Readonly<Record<string, string>>
type Change = Readonly<Record<string, string | undefined>>

const BASE = 'http://127.0.0.1:3000'
export const RESOURCE = `${BASE}/mcp`

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** One app beside a test service, over HTTP; everything secret that it handles is searched for at the end of the app. */
export class OAuthApp {
  readonly #app: TestApp
  readonly #headers = { host: new URL(BASE).host }

  constructor(app: TestApp) {
    this.#app = app
  }

  form(url: string, fields: Fields | string, headers: Fields = {}): Promise<LightMyRequestResponse> {
    const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return this.#app.request({ method: 'POST', url, payload, headers: { ...this.#headers, ...type, ...headers } })
  }

  register(payload: object, remoteAddress = '192.0.2.7'): Promise<LightMyRequestResponse> {
    return this.#app.request({ method: 'POST', url: '/register', payload, headers: this.#headers, remoteAddress })
  }

  /** A request with everything that the protocol wants; `change` replaces parameters, or removes them by undefined. */
  request(clientId: string, redirectUri: string, change: Change = {}): AppRequest {
    const verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(12).toString('base64')
    for (const secret of [verifier, state]) this.#app.guard(secret)
    const all = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      state,
      scope: 'mcp:read offline_access',
      resource: RESOURCE,
      ...change,
    }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return { clientId, redirectUri, verifier, query: Object.fromEntries(given) }
  }

  review(query: Fields | string, account: TestAccount): Promise<LightMyRequestResponse> {
    return this.#ask('/api/v1/authorizations/review', account, { query: textOf(query) })
  }

  async decide(query: Fields | string, account: TestAccount, decision = 'allow'): Promise<LightMyRequestResponse> {
    const answer = await this.#ask('/api/v1/authorizations', account, { query: textOf(query), decision })
    const code = URL.parse(answer.json().redirect_to ?? '')?.searchParams.get('code')
    if (code) this.#app.guard(code)
    return answer
  }

  /** Allows the request; the code that the browser brings the app. */
  async codeFor(request: AppRequest, account: TestAccount): Promise<string> {
    const { redirect_to: to } = (await this.decide(request.query, account)).json()
    return new URL(to).searchParams.get('code') ?? ''
  }

  exchange(request: AppRequest, code: string, change: Change = {}): Promise<LightMyRequestResponse> {
    const { clientId, redirectUri, verifier } = request
    const all = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: clientId,
      resource: RESOURCE,
      ...change,
    }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return this.#tokens(Object.fromEntries(given))
  }

  refresh(clientId: string, token: string, change: Fields = {}): Promise<LightMyRequestResponse> {
    return this.#tokens({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...change })
  }

  revoke(clientId: string, token: string): Promise<LightMyRequestResponse> {
    return this.form('/revoke', { client_id: clientId, token })
  }

  call(token: string, payload: object = LIST, headers: Fields = {}): Promise<LightMyRequestResponse> {
    const own = { ...this.#headers, authorization: `Bearer ${token}` }
    return this.#app.request({ method: 'POST', url: '/mcp', payload, headers: { ...own, ...headers } })
  }

  #ask(url: string, { session }: TestAccount, payload: object): Promise<LightMyRequestResponse> {
    return this.#app.request({ method: 'POST', url, payload, headers: { ...this.#headers, ...session } })
  }

  async #tokens(fields: Fields): Promise<LightMyRequestResponse> {
    const answer = await this.form('/token', fields)
    const { access_token: access, refresh_token: refresh } = answer.json()
    for (const token of [access, refresh]) if (typeof token === 'string') this.#app.guard(token)
    return answer
  }
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

function textOf(query: Fields | string): string {
  return typeof query === 'string' ? query : new URLSearchParams(query).toString()
}

export interface Connected {
  readonly oauth: OAuthApp
  readonly clientId: string
  readonly request: AppRequest
  readonly code: string
  readonly tokens: Tokens
}

const REDIRECT = 'http://127.0.0.1:33418/callback'

/** An app that is connected to an account: from its registration to its first tokens. */
export async function connectedApp(app: TestApp, account: TestAccount, name = 'Notebook'): Promise<Connected> {
  const oauth = new OAuthApp(app)
  const registered = await oauth.register({ client_name: name, redirect_uris: [REDIRECT] }, `192.0.2.${count++ % 250}`)
  const { client_id: clientId } = registered.json()
  const request = oauth.request(clientId, REDIRECT)
  const code = await oauth.codeFor(request, account)
  const answer = await oauth.exchange(request, code)
  return { oauth, clientId, request, code, tokens: answer.json() }
}

let count = 1
