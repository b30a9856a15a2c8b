import { existsSync, readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch, WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount } from '../support/add-account.ts'
import { freePort } from '../support/http/free-port.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { PROXIES } from '../support/proxy/proxies.ts'
import { PROXY_NAME, type RunningProxy } from '../support/proxy/running-proxy.ts'
import { type RunningService, startService } from '../support/service.ts'

const SYMBOLS = 'F,KO'

for (const { name, variable, program } of PROXIES) {
  if (!program) {
    console.warn(`There is no ${name} here (${variable}): its configuration in deploy/proxy is not tested.`)
  }
}

for (const kind of PROXIES) {
  describe.skipIf(!kind.program)(`the configuration of ${kind.name}`, { timeout: 60_000 }, () => {
    const folder = tempFolder()
    let service: RunningService
    let proxy: RunningProxy
    let url: string
    let account: { email: string; password: string; token: string }
    let dispatcher: Agent

    beforeAll(async () => {
      const [secure, plain] = [await freePort(), await freePort()]
      url = `https://${PROXY_NAME}:${secure}`
      service = await startService({
        settings: { TRUST_PROXY: 'true', PUBLIC_URL: url, MARKET_SYMBOLS: SYMBOLS },
      })
      const owner = { email: 'proxy@example.com', password: 'canary password 4711' }
      const token = await addAccount(service.environment['DATABASE_PATH'] ?? '', owner)
      account = { ...owner, token }
      for (const secret of [owner.password, token]) service.guard(secret)
      proxy = kind.start({ folder: folder.path, secure, plain, upstream: new URL(service.url).host })
      const lookup: LookupFunction = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
      const certificate = await written(proxy.certificate)
      dispatcher = new Agent({ connect: { ca: certificate, lookup } })
      await answering(() => fetch(`${url}/health`, { dispatcher }))
    }, 60_000)
    afterAll(async () => {
      await proxy?.[Symbol.asyncDispose]()
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
      const moved = await fetch(proxy.plainUrl, { dispatcher, redirect: 'manual' })
      expect([moved.status, moved.headers.get('location')]).toEqual([308, `https://${PROXY_NAME}/`])
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
}

/** Caddy makes its certificates after its start. */
async function written(file: string): Promise<string> {
  for (let tries = 0; tries < 100 && !existsSync(file); tries++) await pause(100)
  return readFileSync(file, 'utf8')
}

async function answering(request: () => Promise<{ readonly ok: boolean }>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await request().catch(() => ({ ok: false }))).ok) return
    await pause(100)
  }
  throw new Error('the proxy does not answer')
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
