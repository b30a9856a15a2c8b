import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { doctorCommand } from '../../../../src/app/commands/doctor.ts'
import { examineAddress } from '../../../../src/app/doctor/address/examine-address.ts'
import type { Finding } from '../../../../src/app/doctor/finding.ts'
import { readCommandLineConfig, readConfig } from '../../../../src/app/settings/config.ts'
import { webFolder, webIsBuilt } from '../../../support/browser/web-service.ts'
import { authority } from '../../../support/http/certificates.ts'
import { type Faults, type FaultyProxy, faultyProxy } from '../../../support/http/faulty-proxy.ts'
import { type NotificationService, notificationService } from '../../../support/notifications/notification-service.ts'
import { SECRET_SETTINGS } from '../../../support/service.ts'

const examined = (settings: Record<string, string>) =>
  examineAddress(readConfig({ ...SECRET_SETTINGS, ...settings }), { timeoutMs: 5_000 })

const failures = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'failure')
const named = (findings: readonly Finding[], name: string) => findings.find((it) => it.name === name)

/** What a proxy does, the check that finds it, and parts of what is said. */
const FAULTS: readonly (readonly [what: string, faults: Faults, name: string, text: string, fix: string])[] = [
  [
    'another Host',
    { host: 'backend.internal.example' },
    'POST /mcp without a token',
    'under another Host',
    'proxy_set_header Host $host',
  ],
  [
    'a page against bots',
    {
      instead: (_request, response) => {
        const page = '<!DOCTYPE html><title>Just a moment...</title>'
        response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end(page)
        return true
      },
    },
    'POST /token',
    'an HTML page with the title “Just a moment...” in place of JSON, from Cloudflare',
    'Except these paths',
  ],
  [
    'a redirect to a name with www',
    {
      instead: ({ url = '' }, response) => {
        response.writeHead(301, { location: `https://www.127.0.0.1${url}` }).end()
        return true
      },
    },
    'POST /mcp without a token',
    'Apps follow none after a POST',
    'End the redirect',
  ],
  [
    'a header of the refusal that is missing',
    {
      headers: (headers) => {
        delete headers['www-authenticate']
      },
    },
    'POST /mcp without a token',
    'without WWW-Authenticate',
    'pass the header',
  ],
  [
    'metadata with another path',
    { path: (path) => path.replace(/^\/\.well-known.*/, '/health') },
    'GET /.well-known/oauth-protected-resource',
    'The metadata name no resource',
    'forward this path',
  ],
  [
    'a sign-in of its own',
    {
      instead: (_request, response) => {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="staging"' }).end()
        return true
      },
    },
    'POST /mcp without a token',
    'asks for a password of its own',
    'own sign-in',
  ],
  [
    'a header for pages of other sites',
    {
      headers: (headers) => {
        headers['access-control-allow-origin'] = '*'
      },
    },
    'CORS',
    'adds Access-Control-Allow-Origin: “*”',
    'Remove it',
  ],
  [
    'no way to the service',
    {
      instead: (_request, response) => {
        response.writeHead(502).end()
        return true
      },
    },
    'POST /register',
    'does not reach the service',
    'to which the proxy forwards',
  ],
  [
    'a method that is refused',
    {
      instead: ({ method }, response) => {
        if (method !== 'HEAD') return false
        response.writeHead(405).end()
        return true
      },
    },
    'HEAD /mcp',
    'HTTP 405 in place of 401',
    'firewall',
  ],
  [
    'the name of an assistant that is refused',
    {
      instead: ({ headers }, response) => {
        if (headers['user-agent'] !== 'Claude-User') return false
        response.writeHead(403, { 'content-type': 'text/plain' }).end('blocked')
        return true
      },
    },
    'as Claude-User',
    'HTTP 403 in place of 401',
    'protection against bots',
  ],
  [
    'forms with another type',
    {
      instead: (request) => {
        request.headers['content-type'] = 'text/plain'
        return false
      },
    },
    'POST /token',
    'did not arrive as it was sent',
    'Content-Type',
  ],
  [
    'a limit that is reached',
    {
      instead: ({ url }, response) => {
        if (url !== '/register') return false
        response.writeHead(429, { 'content-type': 'application/json' }).end('{}')
        return true
      },
    },
    'POST /register',
    'too many requests',
    'TRUST_PROXY=true',
  ],
  [
    'another page in place of that of the service',
    { body: (text) => text.replace('<title>Optionwire</title>', '<title>Parked</title>') },
    'GET /authorize',
    'not the page of the service',
    'npm run build',
  ],
]

describe.skipIf(!webIsBuilt)('the check of a public address', () => {
  let proxy: FaultyProxy
  let service: NotificationService
  beforeAll(async () => {
    proxy = await faultyProxy()
    service = await notificationService({ settings: { PUBLIC_URL: proxy.url }, works: false, pages: webFolder })
    proxy.target = service.url
  })
  afterEach(() => {
    proxy.faults = {}
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  })

  const behind = (faults: Faults) => {
    proxy.faults = faults
    return examined({ PUBLIC_URL: proxy.url })
  }

  it('finds nothing wrong with a service behind a proxy that changes nothing, and leaves nothing behind', async () => {
    const findings = await behind({})

    expect(failures(findings)).toEqual([])
    expect(findings.map(({ name }) => name)).toEqual([
      'PUBLIC_URL',
      'POST /mcp without a token',
      'HEAD /mcp',
      'GET /.well-known/oauth-protected-resource',
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-authorization-server/mcp',
      'POST /register',
      'POST /token',
      'GET /authorize',
      'CORS',
      'as Claude-User',
      'as openai-mcp/1.0.0',
    ])
    expect(await service.parts.store.oauthClients.countUnused()).toBe(0)
  })

  it.each(FAULTS)('finds %s, and says what to change', async (_what, faults, name, text, fix) => {
    const finding = named(await behind(faults), name)

    expect(finding).toMatchObject({ state: 'failure', text: expect.stringContaining(text) })
    expect(finding?.fix).toContain(fix)
  })

  it('finds a service that has another address than the one it was asked about', async () => {
    const other = `http://localhost:${new URL(proxy.url).port}`
    proxy.faults = { host: new URL(proxy.url).host }
    const findings = await examined({ PUBLIC_URL: other })

    expect(named(findings, 'POST /mcp without a token')).toMatchObject({
      text: expect.stringContaining('resource_metadata is'),
      fix: expect.stringContaining('Set PUBLIC_URL'),
    })
    expect(failures(findings).map(({ name }) => name)).toContain('GET /.well-known/oauth-authorization-server')
  })

  it('shows what a hostile answer says as one line without markup of a terminal', async () => {
    const evil = {
      issuer: `http://evil\u001b[31m\nok  ${'x'.repeat(5_000)}`,
      authorization_endpoint: '',
      token_endpoint: '',
    }
    const findings = await behind({
      body: (text) => (text.includes('authorization_endpoint') ? JSON.stringify(evil) : text),
    })
    const text = named(findings, 'GET /.well-known/oauth-authorization-server')?.text ?? ''

    expect(text).toContain('issuer is')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f]/)
    expect(text.length).toBeLessThan(500)
  })
})

describe('the check of a public address before any request', () => {
  it('is part of the report of doctor --oauth', async () => {
    const environment = { ...SECRET_SETTINGS, PUBLIC_URL: 'http://options.example' }
    const config = () => readCommandLineConfig(environment)
    const command = doctorCommand({ config, lenientConfig: config })
    const written: string[] = []
    const run = (args: string[]) =>
      command.run({ args, json: false, stdout: { write: (text) => written.push(String(text)) } }).catch(String)

    expect(await run(['--oauth'])).toBe('AppError: 1 check failed.')
    expect(written.join('')).toContain('Connect by URL\n  FAIL  PUBLIC_URL: It is http')
    expect(await run([])).toBeUndefined()
  })

  it.each([
    ['MCP_OAUTH is false', { MCP_OAUTH: 'false' }, 'Remove MCP_OAUTH=false'],
    ['It is http', { PUBLIC_URL: 'http://options.example' }, 'https address'],
    ['more than a host', { PUBLIC_URL: 'https://example.com/options' }, 'a host of its own'],
    ['It is not set', { PORT: '0' }, 'that users type'],
  ])('says that %s', async (text, settings, fix) => {
    expect(await examined(settings)).toMatchObject([
      { state: 'failure', text: expect.stringContaining(text), fix: expect.stringContaining(fix) },
    ])
  })

  it('says that nobody answers, once', async () => {
    const gone = await faultyProxy()
    await gone[Symbol.asyncDispose]()
    const findings = await examined({ PUBLIC_URL: gone.url })

    expect(failures(findings)).toMatchObject([
      { text: expect.stringContaining('ECONNREFUSED'), fix: expect.stringContaining('on another') },
    ])
  })

  it('says that a certificate is not one that apps accept, and that visitors share a limit', async () => {
    const server = createServer(authority().issue(['127.0.0.1']), (_request, response) => response.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const findings = await examined({ PUBLIC_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })
    server.close()

    expect(failures(findings)).toMatchObject([
      { text: expect.stringContaining('certificate is refused'), fix: expect.stringContaining('public authority') },
    ])
    expect(named(findings, 'TRUST_PROXY')).toMatchObject({ state: 'warning' })
  })
})
