import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch, WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount } from '../support/add-account.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { type RunningService, startService } from '../support/service.ts'

/** nginx of the machine, or the one that NGINX_PROGRAM names. */
const nginx = [process.env['NGINX_PROGRAM'] ?? '', '/usr/sbin/nginx', '/usr/bin/nginx'].find((it) => existsSync(it))
if (!nginx) console.warn('There is no nginx here: its configuration in deploy/proxy is not tested.')

const OPENSSL = '/usr/bin/openssl'
const CONFIGURATION = resolve(import.meta.dirname, '../../deploy/proxy/nginx.conf')
const SYMBOLS = 'F,KO'

describe.skipIf(!nginx)('the configuration of nginx', { timeout: 60_000 }, () => {
  const folder = tempFolder()
  let service: RunningService
  let proxy: ReturnType<typeof spawn>
  let url: string
  let plain: number
  let account: { email: string; password: string; token: string }
  let dispatcher: Agent

  beforeAll(async () => {
    const [secure, open] = [await freePort(), await freePort()]
    plain = open
    url = `https://options.localhost:${secure}`
    service = await startService({
      settings: { TRUST_PROXY: 'true', PUBLIC_URL: url, MARKET_SYMBOLS: SYMBOLS },
    })
    const owner = { email: 'proxy@example.com', password: 'canary password 4711' }
    const token = await addAccount(service.environment['DATABASE_PATH'] ?? '', owner)
    account = { ...owner, token }
    for (const secret of [owner.password, token]) service.guard(secret)
    certify(folder.path)
    writeFileSync(
      folder.file('nginx.conf'),
      configuration({ folder: folder.path, secure, open, upstream: service.url }),
    )
    proxy = spawn(nginx ?? '', ['-p', folder.path, '-c', folder.file('nginx.conf')], { stdio: 'inherit' })
    dispatcher = new Agent({
      connect: {
        ca: readFileSync(folder.file('own.pem')),
        lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    })
    await answering(() => fetch(`${url}/health`, { dispatcher }))
  }, 60_000)
  afterAll(async () => {
    proxy?.kill('SIGQUIT')
    await dispatcher?.close()
    await service?.[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  const signIn = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/v1/session`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify({ email: account.email, password: account.password }),
    })
    return {
      status: answer.status,
      cookie: answer.headers
        .getSetCookie()
        .map((it) => it.split(';')[0])
        .join('; '),
    }
  }

  it('passes the name, so that a browser signs in, and sends http to https', async () => {
    expect((await signIn()).status).toBe(200)
    const moved = await fetch(`http://127.0.0.1:${plain}/docs`, {
      headers: { host: 'options.example' },
      redirect: 'manual',
    })
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'https://127.0.0.1/docs'])
  })

  it('names the client, and nothing that the client says of itself counts', async () => {
    await fetch(`${url}/docs?mark=forwarded`, { dispatcher, headers: { 'x-forwarded-for': '203.0.113.9' } })

    const line = await lineWith(service, 'mark=forwarded')

    expect(JSON.parse(line)).toMatchObject({ address: '127.0.0.1', status: 200 })
  })

  it('lets the WebSocket of the bell through', async () => {
    const { cookie } = await signIn()
    const socket = new WebSocket(`${url.replace('https', 'wss')}/ws/notifications`, {
      dispatcher,
      headers: { cookie, origin: url },
    })

    const first = await new Promise<unknown>((hear, refuse) => {
      socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data))))
      socket.addEventListener('error', refuse)
      socket.addEventListener('close', ({ code }) => refuse(new Error(`closed by ${code}`)))
    })
    socket.close()

    expect(first).toMatchObject({ type: expect.any(String) })
  })

  it('sends the progress of a tool while it works, not with its answer', async () => {
    const answer = await fetch(`${url}/mcp`, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${Buffer.from(`${account.email}:${account.token}`).toString('base64')}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'market_overview', arguments: { date: '2026-11-12' }, _meta: { progressToken: 7 } },
      }),
    })

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const chunks: string[] = []
    for await (const chunk of answer.body ?? []) chunks.push(Buffer.from(chunk).toString())
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks[0]).toContain('notifications/progress')
    expect(chunks[0]).not.toContain('"result"')
    expect(chunks.at(-1)).toContain('"result"')
  })
})

/** A certificate of its own for the name, as `own.pem` and `own.key`. */
function certify(folder: string): void {
  const names = 'subjectAltName=DNS:options.localhost'
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', join(folder, 'own.key'), '-out', join(folder, 'own.pem')]
  execFileSync(OPENSSL, [...words, ...files, '-subj', '/CN=options.localhost', '-addext', names], { stdio: 'ignore' })
}

interface Places {
  readonly folder: string
  readonly secure: number
  readonly open: number
  readonly upstream: string
}

/** The file of `deploy` with the names of this test, inside the least that nginx needs around it. */
function configuration({ folder, secure, open, upstream }: Places): string {
  const site = readFileSync(CONFIGURATION, 'utf8')
    .replace('127.0.0.1:3000', new URL(upstream).host)
    .replace('listen 80;', `listen 127.0.0.1:${open};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${folder}/own.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/own.key;`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((it) => `${it}_temp_path ${folder}/${it};`)
  return `daemon off; user root; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1; events {} http { access_log off; ${paths.join(' ')} ${site} }`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

async function answering(request: () => Promise<{ readonly ok: boolean }>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await request().catch(() => ({ ok: false }))).ok) return
    await pause(100)
  }
  throw new Error('nginx does not answer')
}

async function lineWith({ output }: RunningService, text: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const line = output()
      .split('\n')
      .find((it) => it.includes(text))
    if (line) return line
    await pause(50)
  }
  throw new Error(`no line of the log has ${text}`)
}
