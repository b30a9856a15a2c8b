import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../../support/notifications/notification-service.ts'

/**
 * The published clients bring 175 MB with them, and their own versions of packages that this project has: too large, and
 * too many licences, for dependencies. Install them in a folder, and name it in MCP_CLIENTS.
 */
const FOLDER = process.env['MCP_CLIENTS']
const CLIENTS = [
  ['client v1', '@modelcontextprotocol/sdk'],
  ['client v2', '@modelcontextprotocol/client'],
  ['AI SDK', '@ai-sdk/mcp'],
  ['LangChain', '@langchain/mcp-adapters'],
  ['OpenAI Agents', '@openai/agents-core'],
] as const
if (!FOLDER) {
  const names = CLIENTS.map(([, name]) => name).join(' ')
  console.warn(`MCP_CLIENTS is not set: the tests by published clients are skipped. They need npm install ${names}.`)
}

const DRIVER = readFileSync(resolve(import.meta.dirname, '../../support/mcp/clients/driver.mjs'), 'utf8')
const PASSWORD = 'a password of a test'

interface Ended {
  readonly tools: number
  readonly answer: string
  readonly version?: string
}

describe.skipIf(!FOLDER)('a published client', { timeout: 60_000 }, () => {
  let service: NotificationService
  let account: NotifiedAccount
  let cookie: string
  beforeAll(async () => {
    service = await notificationService({ works: false, from: '2026-11-20T18:00:00.000Z' })
    account = await service.account()
    const payload = JSON.stringify({ email: account.email, password: PASSWORD })
    const headers = { 'content-type': 'application/json', origin: service.url }
    const answer = await fetch(`${service.url}/api/v1/session`, { method: 'POST', headers, body: payload })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  })
  afterAll(() => service?.[Symbol.asyncDispose]())

  /** What the page does when its user clicks Allow. */
  async function allow(address: string): Promise<string> {
    const body = JSON.stringify({ query: new URL(address).search.slice(1), decision: 'allow' })
    const headers = { 'content-type': 'application/json', origin: service.url, cookie }
    const answer = await fetch(`${service.url}/api/v1/authorizations`, { method: 'POST', headers, body })
    const { redirect_to: to } = (await answer.json()) as { redirect_to: string }
    return to
  }

  async function run(client: string, headers: Record<string, string> | undefined): Promise<Ended> {
    const credentials = headers ? { HEADERS: JSON.stringify(headers) } : {}
    const child = spawn(process.execPath, ['--input-type=module', '--eval', DRIVER], {
      cwd: FOLDER,
      env: { PATH: process.env['PATH'] ?? '', CLIENT: client, URL: `${service.url}/mcp`, ...credentials },
    })
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text
    })
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line)
      if (said.open === undefined) return said
      child.stdin.write(`${await allow(said.open)}\n`)
    }
    throw new Error(complaints)
  }

  it.each(CLIENTS)('%s (%s) lists and calls by OAuth, and with a key', async (client, name) => {
    const file = join(FOLDER ?? '', 'node_modules', name, 'package.json')
    expect(existsSync(file), `${name} is not installed`).toBe(true)
    const { version } = JSON.parse(readFileSync(file, 'utf8'))
    const [connected, keyed] = [await run(client, undefined), await run(client, account.key)]
    console.log(`${name} ${version}: ${connected.tools} and ${keyed.tools} tools, ${keyed.version ?? 'older version'}`)

    // A connected app is not offered the tool that changes something.
    expect(keyed.tools).toBe(connected.tools + 1)
    for (const { answer } of [connected, keyed]) expect(answer).toContain('SPY')
    if (client === 'client v2') expect([connected.version, keyed.version]).toEqual(['2026-07-28', '2026-07-28'])
  })
})
