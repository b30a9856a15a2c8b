import { randomBytes } from 'node:crypto'
import type { Host } from './hosts.ts'
import { challengeOf } from './oauth-app.ts'

/** What the metadata of the service say, as far as hosts read it. */
interface Metadata {
  readonly resource: string
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly registration_endpoint: string
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
type Body = any

/** One host that connects to the address that its user pasted, over HTTP as the host sends it. */
export class HostSession {
  readonly #host: Host
  readonly #address: string
  readonly #verifier = randomBytes(48).toString('base64url')
  #metadata: Metadata | undefined
  #clientId = ''
  #tokens: { access_token: string; refresh_token: string } = { access_token: '', refresh_token: '' }

  constructor(host: Host, address: string) {
    this.#host = host
    this.#address = address
  }

  /** Everything that must not be found in a log. */
  get secrets(): string[] {
    const { access_token: access, refresh_token: refresh } = this.#tokens
    return [this.#verifier, this.#host.state, access, refresh].filter((secret) => secret !== '')
  }

  /** From the pasted address to the one that the browser opens. */
  async begin(): Promise<string> {
    this.#metadata = await this.#discover()
    this.#clientId = await this.#identify()
    const { redirectUri, state, scope, extra } = this.#host
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.#clientId,
      redirect_uri: redirectUri,
      code_challenge: challengeOf(this.#verifier),
      code_challenge_method: 'S256',
      state,
      resource: this.#metadata.resource,
      ...(scope !== undefined && { scope }),
      ...extra,
    })
    return `${this.#metadata.authorization_endpoint}?${query}`
  }

  /** With the address that the browser was sent back to. */
  async finish(returned: string): Promise<void> {
    const { searchParams } = new URL(returned)
    if (searchParams.get('state') !== this.#host.state) throw new Error('the state has other bytes')
    if (searchParams.get('iss') !== this.#metadata?.issuer) throw new Error('another issuer answered')
    this.#tokens = await this.#token({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: this.#host.redirectUri,
      code_verifier: this.#verifier,
      client_id: this.#clientId,
      resource: this.#metadata.resource,
    })
  }

  /** Hosts refresh one token in several places at once. */
  async refresh(times: number): Promise<void> {
    const resource = this.#host.refreshesFor === 'resource' ? { resource: this.#metadata?.resource ?? '' } : {}
    const { refresh_token: token } = this.#tokens
    const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: this.#clientId, ...resource }
    const pairs = await Promise.all(Array.from({ length: times }, () => this.#token(fields)))
    this.#tokens = pairs.at(-1) ?? this.#tokens
  }

  async message(method: string, params: object = {}, id: number | null = 1): Promise<Body> {
    const body = { jsonrpc: '2.0', method, params, ...(id !== null && { id }) }
    const answer = await this.#post(body, { authorization: `Bearer ${this.#tokens.access_token}` })
    if (!answer.ok) throw new Error(`${method}: ${answer.status} ${await answer.text()}`)
    return id === null ? null : ((await answer.json()) as Body)
  }

  async #discover(): Promise<Metadata> {
    const { probe, looks } = this.#host
    const refused =
      probe === 'POST' ? await this.#post(this.#initialize()) : await fetch(this.#address, { method: probe })
    const header = refused.headers.get('www-authenticate') ?? ''
    const named = /resource_metadata="([^"]+)"/.exec(header)?.[1] ?? ''
    const own = new URL(this.#address)
    const resource = await json(looks === 'header' ? named : `${own.origin}/.well-known/oauth-protected-resource`)
    if (resource.resource !== this.#address) throw new Error('the metadata are of another resource')
    const [issuer] = resource.authorization_servers
    const server = await json(`${issuer}/.well-known/oauth-authorization-server`)
    if (server.issuer !== issuer || !server.code_challenge_methods_supported.includes('S256'))
      throw new Error('no S256')
    return { resource: resource.resource, ...server }
  }

  async #identify(): Promise<string> {
    const { identity } = this.#host
    if ('document' in identity) return identity.document
    const answer = await fetch(this.#metadata?.registration_endpoint ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(identity.registration),
    })
    const { client_id: id, redirect_uris: uris } = (await answer.json()) as Body
    if (answer.status !== 201 || !uris.some((uri: string) => sameBesidesPort(uri, this.#host.redirectUri))) {
      throw new Error(`registration: ${answer.status}`)
    }
    return id
  }

  async #token(fields: Record<string, string>): Promise<Body> {
    const body = new URLSearchParams(fields)
    const answer = await fetch(this.#metadata?.token_endpoint ?? '', { method: 'POST', body })
    if (!answer.ok) throw new Error(`token: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  #initialize(): object {
    const params = {
      protocolVersion: this.#host.protocol,
      capabilities: {},
      clientInfo: { name: 'host', version: '1' },
    }
    return { jsonrpc: '2.0', id: 0, method: 'initialize', params }
  }

  #post(body: object, headers: Record<string, string> = {}): Promise<Response> {
    const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return fetch(this.#address, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) })
  }
}

function sameBesidesPort(left: string, right: string): boolean {
  const bare = (uri: string) => uri.replace(/^(http:\/\/[^/:]+):\d+/, '$1')
  return bare(left) === bare(right)
}

async function json(url: string): Promise<Body> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.json()
}
