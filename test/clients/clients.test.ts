import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/app/version.ts'
import { announce } from '../../src/notifications/operations/raise/announce.ts'
import type { OpenApiDocument } from '../../src/surfaces/rest/openapi-document.ts'
import { type TestAccount, type TestApp, testApp } from '../support/app.ts'
import { hasPython, type PythonClient, pythonClient } from '../support/clients/python-client.ts'
import { type BuiltClient, typescriptClient } from '../support/clients/typescript-client.ts'
import { sink } from '../support/http/sink.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { anIdeaRecord } from '../support/receiver/idea-records.ts'
import { SECRET_SETTINGS } from '../support/service.ts'
import { ALERT, FAULTS, failing, slowFile } from './faults.ts'
import {
  currentText,
  currentTypescript,
  documentForClients,
  PYTHON_FILE,
  pythonText,
  STAMP_FILE,
  stampOf,
} from './generated.ts'
import { walk } from './walk.ts'
import { ACCEPTED, REFUSED } from './webhook-cases.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
type Json = any

const folder = tempFolder()
const document = documentForClients()
const names = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((it) => it.operationId))
const methodNames = (operation: string) => operation.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

let app: TestApp
let url: string
let whole: OpenApiDocument
let built: BuiltClient

beforeAll(async () => {
  const started = testApp({ MARKET_SYMBOLS: 'SPY,QQQ,AAPL,NVDA' })
  built = await typescriptClient(folder.path)
  app = await started
  await app.parts.store.tradeIdeas.add(anIdeaRecord({ id: 'one' }))
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  whole = JSON.parse(JSON.stringify((await app.get('/api/v1/openapi.json')).json()))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

/** An account with a notification. */
async function reader(): Promise<TestAccount> {
  const account = await app.account('vega')
  await app.asOperator(announce, { title: 'Maintenance', body: `Before ${account.email} reads.` })
  return account
}

function optionwire({ email, token }: Pick<TestAccount, 'email' | 'token'>, sleeps: number[] = []): Json {
  const sleep = async (ms: number) => {
    sleeps.push(ms / 1000)
    app.clock.advance(ms)
  }
  return new built.module.Optionwire({ url, email, token, botSecret: SECRET_SETTINGS.WEBHOOK_SECRET, sleep })
}

/** The operations of the whole document, reduced to those that the clients have. */
function known(): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(whole.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).filter(([, { operationId }]) => names.includes(operationId))),
    ]),
  )
  return { ...whole, paths }
}

describe('the clients in the repository', () => {
  it('are those that the present operations give: see npm run clients', () => {
    expect(currentText(PYTHON_FILE)).toBe(pythonText(document))
    expect(currentText(STAMP_FILE)).toBe(stampOf(document, currentTypescript()))
  })

  it('have every operation that an API key or the webhook secret may call', () => {
    const callable = Object.entries(whole.paths).flatMap(([path, methods]) =>
      Object.values(methods)
        .filter(({ security = [] }) => security.some((it) => 'UserToken' in it || 'BotSecret' in it))
        .filter(() => path !== '/mcp')
        .map(({ operationId }) => operationId),
    )

    expect(callable.length).toBeGreaterThan(80)
    expect(names.sort()).toEqual([...callable, 'health', 'health_ready', 'openapi'].sort())
    for (const name of names) expect(built.module.Optionwire.prototype, name).toHaveProperty(methodNames(name))
  })

  it('have the version of the service and no run-time dependency', () => {
    const manifest = JSON.parse(currentText('clients/typescript/package.json'))

    expect(manifest.version).toBe(VERSION)
    expect(manifest.dependencies ?? manifest.peerDependencies).toBeUndefined()
  })
})

describe('the TypeScript client', () => {
  it('calls every operation of a running service', async () => {
    const client: Json = optionwire(await reader())
    const unexpected: string[] = []
    const answers = await walk(known(), async ({ operation, input, problem }) => {
      try {
        const answer = await client[methodNames(operation)](input)
        if (problem) unexpected.push(`${operation}: answered, not ${problem}`)
        return answer
      } catch (error) {
        const { problem: found, message } = error as { problem?: { code: string }; message: string }
        if (!problem || found?.code !== problem) unexpected.push(`${operation}: ${found?.code} ${message}`)
        return undefined
      }
    })

    expect(unexpected).toEqual([])
    expect(Object.keys(answers).sort()).toEqual([...names].sort())
    expect(answers).toMatchObject({
      gamma_exposure: { symbol: 'SPY' },
      create_screen: { name: 'Rich volatility' },
      unread_count: { unread_count: expect.any(Number) },
      receive_trade_idea: { symbol: 'AAPL' },
    })
  })

  it('has types that a program is checked with', async () => {
    const program = `
      import { Optionwire, OptionwireError, rows, verifyWebhook } from 'optionwire-client'
      const client = new Optionwire({ url: '', email: '', token: '' })
      export async function run() {
        const { gamma_flip, net_gex } = await client.gammaExposure({ symbol: 'SPY', greek: 'vanna' })
        const text: number = 1
        for await (const trade of rows((page) => client.optionsFlow({ symbol: 'AMD', ...page }))) trade.premium satisfies number | null | undefined
        const file: Blob = await client.exportData({ dataset: 'bars', symbols: ['SPY'] })
        const message = await verifyWebhook({ body: '', headers: {}, secret: '' })
        if ('source' in message) message.direction satisfies 'bullish' | 'bearish' | 'neutral'
        else message.seq satisfies number
        // @ts-expect-error: not a greek
        await client.gammaExposure({ symbol: 'SPY', greek: 'rho' })
        // @ts-expect-error: the symbol is required
        await client.gammaExposure({})
        return [gamma_flip, net_gex, text, file, new OptionwireError('', {}).problem?.required_plan]
      }`

    expect(await built.check(program)).toBe('')
  })

  it('reads every row of every page once, as the whole list has them', async () => {
    const client = optionwire(await reader())
    const all = await client.optionsChain({ symbol: 'SPY', dte_max: 7, limit: 1000 })

    const found: string[] = []
    for await (const row of built.module.rows((page: object) =>
      client.optionsChain({ symbol: 'SPY', dte_max: 7, limit: 40, ...page }),
    )) {
      found.push(String(row.option_symbol))
    }

    expect(found.length).toBeGreaterThan(80)
    expect(found).toEqual(all.data.map((row: Json) => row.option_symbol))
  })

  it('waits as long as the service says when the limit of requests is reached', async () => {
    const sleeps: number[] = []
    const client = optionwire(await reader(), sleeps)

    for (let call = 0; call < 101; call++) await client.unreadCount()

    expect(sleeps).toEqual([60])
  })

  it('throws what the service answers, with fields, status and request id, and without the token', async () => {
    const account = await reader()
    const error: Json = await optionwire(account)
      .gammaExposure({ symbol: 'SPY', dte_max: -1 })
      .catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(built.module.OptionwireError)
    expect(error).toMatchObject({ status: 422, problem: { code: 'invalid' }, requestId: expect.any(String) })
    expect(error.message).toContain('dte_max')
    expect(JSON.stringify(error)).not.toContain(account.token)
  })
})

describe('the TypeScript client and a peer that fails', () => {
  it.each(FAULTS.map((fault) => [fault.name, fault] as const))('handles %s', async (_name, fault) => {
    await using peer = await failing(fault)
    const sleeps: number[] = []
    const sleep = async (ms: number) => void sleeps.push(ms / 1000)
    const client = new built.module.Optionwire({ url: peer.url, email: 'a@b.test', token: 'ow_canary', sleep })

    const result = fault.method === 'GET' ? client.unreadCount() : client.createAlert(ALERT)
    const error: Json = await result.then(() => null).catch((thrown: unknown) => thrown)

    expect(peer.calls.length).toBe(fault.calls)
    expect(sleeps).toEqual(fault.sleeps)
    expect(error === null ? null : error.status).toBe(fault.status)
    expect(String(error)).not.toContain('ow_canary')
  })

  it('follows no redirect, because the token would go with it', async () => {
    await using other = await sink()
    await using peer = await sink()
    peer.misbehave(() => ({ status: 302, headers: { location: `${other.url}/` } }))
    const sleep = async () => {}
    const client = new built.module.Optionwire({ url: peer.url, email: 'a@b.test', token: 'ow_canary', sleep })

    await expect(client.unreadCount()).rejects.toThrow(built.module.OptionwireError)
    expect(other.calls).toEqual([])
  })

  it('limits the time to the begin of an answer, not that of a file', async () => {
    await using peer = await sink()
    await using slow = await slowFile(300)
    peer.misbehave(() => 'hold')
    const client = (url: string) => new built.module.Optionwire({ url, timeoutMs: 150, retries: 0 })

    await expect(client(peer.url).unreadCount()).rejects.toThrow('does not answer: no answer within 150 ms')
    const file = await client(slow.url).exportData({ dataset: 'bars' })
    expect(await file.text()).toBe('symbol,close')
  })

  it('stops when its caller does', async () => {
    await using peer = await sink()
    peer.misbehave(() => ({ status: 429, headers: { 'retry-after': '30' } }))
    const stop = new AbortController()
    const client = new built.module.Optionwire({ url: peer.url })
    const result = client.unreadCount({ signal: stop.signal })
    await expect.poll(() => peer.calls.length).toBe(1)
    stop.abort()

    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    expect(peer.calls.length).toBe(1)
  })
})

describe('webhooks in TypeScript', () => {
  const verified = ({ now, ...rest }: { readonly now: number }) =>
    built.module.verifyWebhook({ ...rest, now: now * 1000 })

  it.each(ACCEPTED)('are accepted: %s', async (_name, request) => {
    expect(await verified(request)).toEqual(JSON.parse(request.body))
  })

  it.each(REFUSED)('are refused: %s', async (_name, request, reason) => {
    await expect(verified(request)).rejects.toThrow(reason)
  })
})

describe.runIf(hasPython)('the Python client', () => {
  let python: PythonClient
  const client = ({ email, token }: TestAccount) => ({ url, email, token, bot_secret: SECRET_SETTINGS.WEBHOOK_SECRET })

  beforeAll(async () => {
    const { email, token } = await reader()
    const env = { OPTIONWIRE_URL: url, OPTIONWIRE_EMAIL: email, OPTIONWIRE_TOKEN: token }
    python = await pythonClient((seconds) => app.clock.advance(seconds * 1000), env)
  })
  afterAll(() => python[Symbol.dispose]())

  it('has every operation', async () => {
    const { value } = await python.run({ kind: 'operations' })

    expect(value.sort()).toEqual([...names].sort())
  })

  it('calls every operation of a running service', async () => {
    const settings = client(await reader())
    const unexpected: string[] = []
    const answers = await walk(known(), async ({ operation, input, problem }) => {
      const result = await python.run({ kind: 'call', client: settings, operation, input })
      const found = result.problem?.code ?? (result.failure ? 'failure' : undefined)
      if (found !== problem) unexpected.push(`${operation}: ${JSON.stringify(result).slice(0, 300)}`)
      return result.value
    })

    expect(unexpected).toEqual([])
    expect(Object.keys(answers).sort()).toEqual([...names].sort())
    expect(answers).toMatchObject({
      gamma_exposure: { symbol: 'SPY' },
      export_data: { begins: expect.stringContaining('symbol') },
    })
  })

  it('reads every row of every page once', async () => {
    const account = await reader()
    const input = { symbol: 'SPY', dte_max: 7 }
    const all = await python.run({
      kind: 'rows',
      client: client(account),
      operation: 'options_chain',
      input: { ...input, limit: 1000 },
    })
    const found = await python.run({
      kind: 'rows',
      client: client(account),
      operation: 'options_chain',
      input: { ...input, limit: 40 },
    })
    const pages = await python.run({
      kind: 'pages',
      client: client(account),
      operation: 'options_chain',
      input: { ...input, limit: 40 },
    })

    expect(all.value.length).toBeGreaterThan(80)
    expect(found.value).toEqual(all.value)
    expect(pages.value).toBe(Math.ceil(all.value.length / 40))
  })

  it('waits as long as the service says when the limit of requests is reached', async () => {
    const settings = client(await reader())
    const before = python.sleeps.length

    for (let call = 0; call < 101; call++)
      await python.run({ kind: 'call', client: settings, operation: 'unread_count', input: {} })

    expect(python.sleeps.slice(before)).toEqual([60])
  })

  it('raises what the service answers, with the fields, and without the token', async () => {
    const account = await reader()
    const input = { symbol: 'SPY', dte_max: -1 }
    const { problem } = await python.run({ kind: 'call', client: client(account), operation: 'gamma_exposure', input })

    expect(problem).toMatchObject({ status: 422, code: 'invalid', errors: [{ path: 'dte_max' }] })
    expect(problem.text).toContain('dte_max')
    expect(JSON.stringify(problem)).not.toContain(account.token)
  })

  it('runs the notebook of the examples', async () => {
    const result = await python.run({
      kind: 'notebook',
      file: join(import.meta.dirname, '../../examples/optionwire.ipynb'),
    })

    expect(result.failure ?? result.problem).toBeUndefined()
    expect(result.value).toMatch(/unusual trades[\s\S]*422 invalid/)
  })

  it('makes a data frame of an answer, or says what it needs', async () => {
    const row = { symbol: 'SPY', executed_at: '2026-11-20T15:00:00.000Z', premium: 1.5 }
    const others = [null, '2026-11-20T15:00:00Z'].map((executed_at) => ({ ...row, executed_at }))
    const answer = { as_of: 'x', data: [row, ...others] }
    const result = await python.run({ kind: 'frame', answer })

    if (python.hasPandas) {
      expect(result.value.columns).toEqual(['symbol', 'executed_at', 'premium'])
      expect(result.value.types[1]).toMatch(/^datetime64\[\w+, UTC\]$/)
      expect(result.value.empty).toBe(1)
    } else expect(result.failure).toContain('pip install pandas')
  })
  it.each(FAULTS.map((fault) => [fault.name, fault] as const))('handles %s', async (_name, fault) => {
    await using peer = await failing(fault)
    const before = python.sleeps.length
    const [operation, input] = fault.method === 'GET' ? ['unread_count', {}] : ['create_alert', ALERT]

    const settings = { url: peer.url, email: 'a@b.test', token: 'ow_canary' }
    const result = await python.run({ kind: 'call', client: settings, operation, input })

    expect(peer.calls.length).toBe(fault.calls)
    expect(python.sleeps.slice(before)).toEqual(fault.sleeps)
    if (fault.status === null) expect(result).toEqual({ value: {} })
    else expect(result.problem).toMatchObject({ status: fault.status ?? null })
    expect(JSON.stringify(result)).not.toContain('ow_canary')
  })

  it('follows no redirect, because the token would go with it', async () => {
    await using other = await sink()
    await using peer = await sink()
    peer.misbehave(() => ({ status: 302, headers: { location: `${other.url}/` } }))
    const result = await python.run({
      kind: 'call',
      client: { url: peer.url, email: 'a', token: 'b' },
      operation: 'unread_count',
      input: {},
    })

    expect(result.problem).toMatchObject({ status: 302 })
    expect(other.calls).toEqual([])
  })

  it.each(ACCEPTED)('accepts a webhook: %s', async (_name, request) => {
    expect(await python.run({ kind: 'webhook', ...request })).toEqual({ value: JSON.parse(request.body) })
  })

  it.each(REFUSED)('refuses a webhook: %s', async (_name, request, reason) => {
    const { failure } = await python.run({ kind: 'webhook', ...request })

    expect(failure).toMatch(/^(WebhookError|ValueError): /)
    expect(failure).toContain(reason)
  })
})
