import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { request as undiciRequest } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'
import { type Tracing, tracing } from '../../../src/app/traces/tracing.ts'
import { AppError } from '../../../src/lib/errors.ts'
import type { Channel, SendResult } from '../../../src/notifications/ports/channel.ts'
import type { Broker } from '../../../src/receiver/ports/broker.ts'
import type { Decider } from '../../../src/receiver/ports/decider.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { type OtlpReceiver, otlpReceiver, type ReceivedSpan } from '../../support/http/otlp-receiver.ts'
import { type Sink, sink } from '../../support/http/sink.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const [HTTP_PARENT, TOOL_PARENT] = ['00f067aa0ba902b7', 'b7ad6b7169203331']
const SERVER = 2
const CLIENT = 3
const ERROR = 2

let collector: OtlpReceiver
let peer: Sink
let traces: Tracing
let lost: unknown[]
beforeEach(async () => {
  collector = await otlpReceiver()
  peer = await sink()
  lost = []
  traces = tracing({
    endpoint: collector.url,
    share: 1,
    headers: { 'x-collector-key': 'canary-collector-key' },
    vendors: new Map([[new URL(peer.url).host, 'cboe']]),
    onLost: (error) => lost.push(error),
  })
})
afterEach(async () => {
  await traces.stop()
  await collector[Symbol.asyncDispose]()
  await peer[Symbol.asyncDispose]()
})

async function received(): Promise<ReceivedSpan[]> {
  await traces.flush()
  expect(collector.faults).toEqual([])
  return collector.spans
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.find((span) => span.name === name) as ReceivedSpan

describe('the spans of a request', () => {
  let app: TestApp
  let account: TestAccount
  beforeEach(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY' }, { metrics: traces })
    account = await app.account('vega')
    app.guard('canary-collector-key')
  })
  afterEach(() => app[Symbol.asyncDispose]())

  it('are below the traceparent of its headers, and name route and operation, not what was asked', async () => {
    const headers = { ...account.key, traceparent: `00-${TRACE}-${HTTP_PARENT}-01` }
    await app.get('/api/v1/stocks/SPY/quote', headers)

    const spans = await received()
    const request = named(spans, 'GET /api/v1/stocks/:symbol/quote')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: HTTP_PARENT, kind: SERVER, service: 'optionwire' })
    expect(request.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/stocks/:symbol/quote',
      'http.response.status_code': expect.toSatisfy((status: unknown) => Number(status) === 200),
    })
    expect(named(spans, 'stock_quote')).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId })
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'canary-collector-key' })
  })

  it('include the transaction of a body that is written, below its operation', async () => {
    const payload = { name: 'canary-name', source: 'option_flow' }
    await app.request({ method: 'POST', url: '/api/v1/alerts', headers: account.key, payload })

    const spans = await received()
    const operation = named(spans, 'create_alert')
    expect(operation.parentSpanId).toBe(named(spans, 'POST /api/v1/alerts').spanId)
    const below = spans.filter(({ parentSpanId }) => parentSpanId === operation.spanId)
    expect(below.map(({ name }) => name)).toContain('store transaction')
  })

  it('hold no secret, no address and nothing that was sent', async () => {
    const payload = { name: 'canary-name', source: 'option_flow' }
    await app.request({ method: 'POST', url: '/api/v1/alerts', headers: account.key, payload })
    await app.get('/api/v1/stocks/NOSUCH/quote?x=canary-query', account.session)
    await app.get('/canary-path')
    await app.get('/api/v1/flow', { ...account.key, 'x-user-token': 'canary-wrong-token' })
    await app.request({
      method: 'POST',
      url: '/api/v1/session',
      payload: { email: account.email, password: 'canary-pass' },
    })

    await received()
    const sent = collector.bodies.join()
    for (const secret of [
      account.email,
      account.token,
      account.password,
      account.session['cookie'] ?? '',
      'NOSUCH',
      'canary',
    ]) {
      expect(sent.includes(secret), secret.slice(0, 6)).toBe(false)
    }
  })

  it('give an error by its code', async () => {
    await app.get('/api/v1/alerts/unknown', account.key)

    const span = named(await received(), 'show_alert')
    expect(span).toMatchObject({ status: { code: ERROR }, attributes: { 'error.type': 'not_found' } })
    expect(span.status.message).toBeUndefined()
  })

  it('of a tool are below the traceparent in _meta, and linked to the request that carried it', async () => {
    const params = {
      name: 'stock_quote',
      arguments: { symbol: 'SPY' },
      _meta: { traceparent: `00-${TRACE}-${TOOL_PARENT}-01` },
    }
    const answer = await app.request({
      method: 'POST',
      url: '/mcp',
      headers: { ...account.key, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })

    expect(answer.statusCode, answer.body).toBe(200)
    const spans = await received()
    const tool = named(spans, 'tools/call stock_quote')
    expect(tool).toMatchObject({ traceId: TRACE, parentSpanId: TOOL_PARENT })
    expect(tool.links).toEqual([{ ...idsOf(named(spans, 'POST /mcp')) }])
    expect(named(spans, 'stock_quote').parentSpanId).toBe(tool.spanId)
  })

  it('of an unknown tool have no name of a stranger', async () => {
    await app.request({
      method: 'POST',
      url: '/mcp',
      headers: { ...account.key, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'canary', _meta: { traceparent: 'junk' } },
      },
    })

    const spans = await received()
    expect(named(spans, 'tools/call unknown').parentSpanId).toBe(named(spans, 'POST /mcp').spanId)
  })
})

describe('a request to a vendor', () => {
  it.each([
    ['of the built-in fetch', () => fetch(`${peer.url}/canary?key=canary`).then((it) => it.text())],
    ['of undici', () => undiciRequest(`${peer.url}/canary?key=canary`).then(({ body }) => body.text())],
  ])('%s has a span below the work that sends it, and carries it on', async (_name, send) => {
    await traces.traced?.('probe', send)

    const spans = await received()
    const vendor = named(spans, 'GET cboe')
    expect(vendor).toMatchObject({ kind: CLIENT, parentSpanId: named(spans, 'probe').spanId })
    expect(peer.calls[0]?.headers['traceparent']).toBe(`00-${vendor.traceId}-${vendor.spanId}-01`)
    expect(collector.bodies.join()).not.toContain('canary')
  })

  it('that fails is an error', async () => {
    peer.misbehave((call) => (call === 0 ? 503 : 'reset'))
    await fetch(peer.url).then((it) => it.text())
    await fetch(peer.url).catch(() => undefined)

    const spans = (await received()).filter(({ name }) => name === 'GET cboe')
    expect(spans.map(({ status }) => status.code)).toEqual([ERROR, ERROR])
  })

  it('to another host does not name it', async () => {
    await using other = await sink()
    await fetch(other.url).then((it) => it.text())

    expect((await received()).map(({ name }) => name)).toEqual(['GET other'])
    expect(collector.bodies.join()).not.toContain(new URL(other.url).host)
  })
})

describe('work without a request', () => {
  const proof = { httpStatus: null, responseHead: null }

  it.each<[string, SendResult, number | undefined]>([
    ['sent', { ok: true, ...proof }, undefined],
    ['failed', { ok: false, retry: true, code: 'http_503', reason: 'canary', ...proof }, ERROR],
  ])('has a span of a delivery that is %s', async (_name, result, status) => {
    const channel: Pick<Channel, 'name' | 'send'> = { name: 'webhook', send: async () => result }
    const channels = traces.channels(new Map([['webhook', channel as Channel]]))
    const endpoint = { id: 'e', address: 'https://canary.example', secrets: ['canary'] }
    const sent = await channels
      .get('webhook')
      ?.send({ deliveryId: 'd', endpoint, body: 'canary' }, AbortSignal.timeout(1000))

    expect(sent).toBe(result)
    const span = named(await received(), 'deliver webhook')
    expect(span.attributes).toEqual({ 'optionwire.channel': 'webhook' })
    expect(span.status.code || undefined).toBe(status)
    expect(collector.bodies.join()).not.toContain('canary')
  })

  it('has a span of a decision, with the calls of its model below it', async () => {
    const decision = { action: 'skip' }
    const decider = {
      mode: 'model',
      decide: async () => {
        await fetch(peer.url).then((it) => it.text())
        return { ok: true, decision }
      },
    } as unknown as Decider
    const broker = { submit: async () => ({ outcome: 'accepted' }) } as unknown as Broker
    const working = traces.receiver({ decider, broker })
    const signal = AbortSignal.timeout(1000)
    await working.decider.decide({} as Parameters<Decider['decide']>[0], signal)
    await working.broker.submit({} as Parameters<Broker['submit']>[0], signal)

    const spans = await received()
    const span = named(spans, 'decide')
    expect(span.attributes).toMatchObject({ 'optionwire.decision.mode': 'model', 'optionwire.decision.action': 'skip' })
    expect(named(spans, 'GET cboe').parentSpanId).toBe(span.spanId)
    expect(named(spans, 'submit order').attributes).toMatchObject({ 'optionwire.order.outcome': 'accepted' })
  })

  it('hands on what it throws', async () => {
    const failing = traces.traced?.('probe', async () => {
      throw new AppError('conflict', 'canary')
    })

    await expect(failing).rejects.toThrow('canary')
    expect(named(await received(), 'probe').attributes).toMatchObject({ 'error.type': 'conflict' })
    expect(collector.bodies.join()).not.toContain('canary')
  })
})

describe('the settings of traces', () => {
  const settings = (more: Record<string, string>) =>
    readConfig({ ...SECRET_SETTINGS, DATABASE_PATH: ':memory:', ...more })

  it('are off without an address, and then nothing of OpenTelemetry is loaded', async () => {
    expect(settings({}).traces).toBeUndefined()
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ resolve(specifier, context, next) {
        const found = next(specifier, context)
        if (found.url.includes('@opentelemetry')) loaded.push(specifier)
        return found
      } })
      const root = ${JSON.stringify(join(import.meta.dirname, '../../../src/app'))}
      const { startMetrics } = await import(root + '/metrics/start-metrics.ts')
      const life = { own: (_name, it) => it }
      const off = await startMetrics({}, life, undefined)
      const before = loaded.length
      const traces = { endpoint: 'http://127.0.0.1:9', share: 1, headers: {} }
      const none = { market: { alpaca: {} }, broker: {}, decision: { fallback: [], provider: 'openai' }, secrets: {} }
      const on = await startMetrics({ ...none, traces }, life, undefined)
      console.log(JSON.stringify([before, loaded.length > 5, 'metrics' in off.overrides, 'metrics' in on.overrides]))
      process.exit()`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])

    expect(JSON.parse(stdout)).toEqual([0, true, false, true])
  })

  it('read the headers of the collector as pairs', () => {
    const config = settings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb,x=Basic%20YQ==',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })

    expect(config.traces).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      share: 0.1,
      headers: { 'api-key': 'a,b', x: 'Basic YQ==' },
    })
    expect(config.secrets.traces).toEqual(['a,b', 'Basic YQ=='])
  })

  it.each(['canary', 'a=canary b', '=canary'])(
    'refuse headers that are no pairs, without repeating them: %s',
    (headers) => {
      const read = () => settings({ OTEL_EXPORTER_OTLP_HEADERS: headers })

      expect(read).toThrow('OTEL_EXPORTER_OTLP_HEADERS')
      expect(read).not.toThrow('canary')
    },
  )

  it('trace nothing where the share is 0, whatever a caller asks for', async () => {
    await traces.stop()
    traces = tracing({
      endpoint: collector.url,
      share: 0,
      headers: {},
      vendors: new Map(),
      onLost: (error) => lost.push(error),
    })
    await using app = await testApp({}, { metrics: traces })
    await app.get('/health', { traceparent: `00-${TRACE}-${HTTP_PARENT}-01` })

    expect(await received()).toEqual([])
  })

  it('leave the service at work where the collector is away', async () => {
    await collector[Symbol.asyncDispose]()
    await using app = await testApp({}, { metrics: traces })

    expect((await app.get('/health')).statusCode).toBe(200)
    await traces.stop()
    expect(String(lost[0])).toContain('ECONNREFUSED')
  })
})

const idsOf = ({ traceId, spanId }: ReceivedSpan) => ({ traceId, spanId })
