import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AlpacaOptions, alpacaBroker } from '../../../src/receiver/brokers/alpaca/index.ts'
import { type BrokerScript, type QueryFault, stubBroker, symbolOf } from '../../support/broker/stub-broker.ts'
import { bracket, calm, describeBroker, intent } from './conformance.ts'

const keyId = 'PKCANARYKEY000001'
const secret = 'canary/broker+secret=="quoted"'
const canaries = {
  APCA_API_KEY_ID: 'ENVCANARYKEY',
  APCA_API_SECRET_KEY: 'env-canary-secret',
  APCA_API_OAUTH_TOKEN: 'env-canary-oauth-token',
}

beforeEach(() => void Object.assign(process.env, canaries))
afterEach(() => {
  for (const name of Object.keys(canaries)) delete process.env[name]
})

async function opened(change: Partial<AlpacaOptions> = {}) {
  const stub = await stubBroker({ keyId, secret })
  const broker = alpacaBroker({ keyId, secret, paper: true, baseUrl: stub.url, timeoutMs: 5000, ...change })
  return { stub, broker, [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose]() }
}

describeBroker('Alpaca', opened)

describe('an order at Alpaca', () => {
  it('is one POST by amount, as text, with the two keys and nothing of the environment', async () => {
    await using account = await opened()

    await account.broker.submit(intent, calm())

    expect(account.stub.requests).toHaveLength(1)
    const [request] = account.stub.requests
    expect(request).toMatchObject({ method: 'POST', path: '/v2/orders' })
    expect(request?.body).toEqual({
      symbol: 'AAPL',
      notional: '100.00',
      side: 'buy',
      type: 'market',
      time_in_force: 'day',
      client_order_id: intent.clientOrderId,
    })
    expect(request?.headers).toMatchObject({ 'apca-api-key-id': keyId, 'apca-api-secret-key': secret })
    expect(request?.headers['authorization']).toBeUndefined()
    expect(JSON.stringify(request)).not.toMatch(/canary-oauth|ENVCANARY|env-canary/)
  })

  it('with exits is one POST of whole shares, with the class and its legs', async () => {
    await using account = await opened()

    await account.broker.submit(bracket, calm())
    await account.broker.submit({ ...bracket, clientOrderId: 'om-2', style: 'oto', takeProfit: null }, calm())

    const common = { symbol: 'AAPL', side: 'buy', type: 'market', qty: '2', time_in_force: 'gtc' }
    const stop_loss = { stop_price: '95.00' }
    expect(account.stub.requests.map(({ body }) => body)).toEqual([
      {
        ...common,
        client_order_id: bracket.clientOrderId,
        order_class: 'bracket',
        take_profit: { limit_price: '110.00' },
        stop_loss,
      },
      { ...common, client_order_id: 'om-2', order_class: 'oto', stop_loss },
    ])
    expect(account.stub.orders[0]?.legs?.map(({ type, side, status }) => [type, side, status])).toEqual([
      ['limit', 'sell', 'held'],
      ['stop', 'sell', 'held'],
    ])
  })

  it.each([
    ['a target that the market has passed', { takeProfit: '99.00' }, 'take_profit.limit_price must be >= base_price'],
    ['a price between two ticks', { stopLoss: '95.001' }, 'sub-penny increment'],
    ['a part of a share', { qty: '1.5' }, 'fractional orders must be simple orders'],
    ['no stop', { stopLoss: null }, 'bracket orders require stop_loss.stop_price'],
  ])('with %s is refused in the words of the brokerage', async (_case, change, words) => {
    await using stub = await stubBroker({ keyId, secret, prices: { AAPL: 100 } })
    const broker = alpacaBroker({ keyId, secret, paper: true, baseUrl: stub.url, timeoutMs: 5000 })

    const answer = await broker.submit({ ...bracket, ...change }, calm())

    expect(answer).toEqual({ outcome: 'refused', text: expect.stringContaining(words) })
    expect(stub.orders).toEqual([])
  })

  const rows: readonly [BrokerScript, string, RegExp, boolean][] = [
    ['id_used', 'id_in_use', /422 40010001: client_order_id must be unique/, false],
    ['id_exists', 'id_in_use', /client order id already exists/, false],
    ['no_short', 'refused', /422 42210000: fractional orders cannot be sold short/, false],
    ['no_asset', 'refused', /422 42210000: asset "NOASSET" not found/, false],
    ['no_equity', 'refused', /422 40010001: us_equity orders not allowed/, false],
    ['no_power', 'refused', /403 40310000: insufficient buying power/, false],
    ['not_allowed', 'refused', /403 40310000: account is not allowed to short/, false],
    ['wash', 'refused', /potential wash trade detected/, false],
    ['forbidden', 'refused', /403 40310000: forbidden/, false],
    ['bad_body', 'refused', /400 40010000/, false],
    ['auth', 'refused', /401 .*ALPACA_API_KEY and ALPACA_API_SECRET/, false],
    ['html_403', 'refused', /403: an answer that cannot be read/, false],
    ['huge_403', 'refused', /403: an answer that cannot be read/, false],
    ['timeout408', 'unclear', /408/, false],
    ['e500', 'unclear', /500 50010000/, false],
    ['html_502', 'unclear', /502: an answer that cannot be read/, false],
    ['reset', 'unclear', /could not be reached/, false],
    ['redirect', 'unclear', /could not be reached/, false],
    ['accept_500', 'unclear', /500/, true],
    ['accept_504', 'unclear', /504/, true],
    ['accept_reset', 'unclear', /could not be reached/, true],
    ['accept_drop', 'unclear', /could not be reached/, true],
    ['accept_half', 'unclear', /200 without an order/, true],
    ['list_body', 'unclear', /200 without an order/, true],
    ['no_id', 'unclear', /200 without an order/, true],
    ['other_id', 'unclear', /200 without an order/, true],
    ['empty_200', 'unclear', /200 without an order/, true],
    ['html_200', 'unclear', /200 without an order/, true],
    ['huge', 'unclear', /200 without an order/, true],
  ]
  it.each(rows)('that meets "%s" is %s after one request', async (script, outcome, text, kept) => {
    await using account = await opened()

    const answer = await account.broker.submit({ ...intent, symbol: symbolOf(script) }, calm())

    expect(answer).toEqual({ outcome, text: expect.stringMatching(text) })
    expect(account.stub.requests).toHaveLength(1)
    const found = await account.broker.find(intent.clientOrderId, calm())
    expect(found.outcome).toBe(kept ? 'found' : 'absent')
  })

  it.each([
    ['nothing', {}, null],
    ['Retry-After', { 'retry-after': '7' }, 7_000],
    ['an unreadable Retry-After', { 'retry-after': 'soon' }, null],
    ['X-RateLimit-Reset', { date: 'Sun, 22 Nov 2026 15:00:10 GMT', 'x-ratelimit-reset': '1795359630' }, 20_000],
    ['a reset in the past', { date: 'Sun, 22 Nov 2026 15:00:10 GMT', 'x-ratelimit-reset': '1795359600' }, 0],
  ])('that meets a busy brokerage which says %s may be sent again after that time', async (_case, rate, expected) => {
    await using stub = await stubBroker({ keyId, secret, rateHeaders: rate })
    const broker = alpacaBroker({ keyId, secret, paper: true, baseUrl: stub.url, timeoutMs: 5000 })

    const answer = await broker.submit({ ...intent, symbol: symbolOf('rate') }, calm())

    expect(answer).toEqual({
      outcome: 'busy',
      text: 'The brokerage answered 429 42910000: rate limit exceeded',
      retryAfterMs: expected,
    })
    expect(stub.requests).toHaveLength(1)
    expect(await broker.find(intent.clientOrderId, calm())).toEqual({ outcome: 'absent' })
  })

  it.each(['hang', 'accept_hang'] as const)('that meets "%s" is unclear when the time is up', async (script) => {
    await using account = await opened({ timeoutMs: 100 })

    const answer = await account.broker.submit({ ...intent, symbol: symbolOf(script) }, calm())

    expect(answer).toEqual({ outcome: 'unclear', text: expect.stringContaining('timed out') })
    expect(account.stub.requests).toHaveLength(1)
  })

  it('ends as unclear when the caller stops it under way', async () => {
    await using account = await opened()
    const stop = new AbortController()
    const answer = account.broker.submit({ ...intent, symbol: symbolOf('hang') }, stop.signal)
    while (account.stub.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))

    stop.abort()

    expect(await answer).toEqual({ outcome: 'unclear', text: 'The request to the brokerage was stopped.' })
  })

  it('is not followed to where a redirect leads', async () => {
    await using elsewhere = await stubBroker({ keyId, secret })
    await using stub = await stubBroker({ keyId, secret, redirectTo: `${elsewhere.url}/v2/orders` })
    const broker = alpacaBroker({ keyId, secret, paper: true, baseUrl: stub.url, timeoutMs: 5000 })

    await broker.submit({ ...intent, symbol: symbolOf('redirect') }, calm())

    expect([stub.requests.length, elsewhere.requests.length]).toEqual([1, 0])
  })

  it('never shows its keys, even when the answer repeats them', async () => {
    await using account = await opened()

    const answer = await account.broker.submit({ ...intent, symbol: symbolOf('echo_keys') }, calm())

    expect(answer).toMatchObject({ outcome: 'refused', text: expect.stringContaining('[redacted]') })
    expect(JSON.stringify(answer)).not.toMatch(/PKCANARY|canary\/broker|quoted/)
  })
})

describe('a question for an order at Alpaca', () => {
  const rows: readonly [QueryFault, RegExp][] = [
    ['500', /500/],
    ['429', /429/],
    ['reset', /could not be reached/],
    ['html_404', /404: an answer that cannot be read/],
    ['other_order', /200/],
  ]
  it.each(rows)('that meets "%s" stays unclear', async (fault, text) => {
    await using account = await opened()
    await account.broker.submit(intent, calm())
    account.stub.failQueries(1, fault)

    const first = await account.broker.find(intent.clientOrderId, calm())
    const second = await account.broker.find(intent.clientOrderId, calm())

    expect(first).toEqual({ outcome: 'unclear', text: expect.stringMatching(text) })
    expect(second.outcome).toBe('found')
  })

  it('that hangs stays unclear when the time is up', async () => {
    await using account = await opened({ timeoutMs: 100 })
    account.stub.failQueries(1, 'hang')

    expect(await account.broker.find(intent.clientOrderId, calm())).toMatchObject({ outcome: 'unclear' })
  })

  it('carries the client order id as one value, whatever it holds', async () => {
    await using account = await opened()

    await account.broker.find('om-1&client_order_id=om-2', calm())

    expect(new URL(account.stub.requests[0]?.path ?? '', 'http://stub').searchParams.getAll('client_order_id')).toEqual(
      ['om-1&client_order_id=om-2'],
    )
  })
})

describe('the walls around Alpaca', () => {
  it.each([
    'https://api.alpaca.markets',
    'http://paper-api.alpaca.markets',
    'https://paper-api.alpaca.markets:8443',
    'https://paper-api.alpaca.markets.evil.example',
    'https://evil.example/paper-api.alpaca.markets',
    'https://user:pass@paper-api.alpaca.markets',
    'https://user@paper-api.alpaca.markets',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://192.168.1.5:9000',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'not an address',
    '',
  ])('refuse the address %j whatever the flags say', async (baseUrl) => {
    for (const paper of [true, false]) {
      const broker = alpacaBroker({ keyId, secret, paper, baseUrl, timeoutMs: 1000 })

      expect(await broker.submit(intent, calm())).toEqual({
        outcome: 'refused',
        text: expect.stringContaining('ALPACA_BASE_URL'),
      })
      expect(await broker.find(intent.clientOrderId, calm())).toEqual({
        outcome: 'unclear',
        text: expect.stringContaining('ALPACA_BASE_URL'),
      })
    }
  })

  it('open no socket to an address of this machine that is not loopback', async () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const addresses = own.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
    let connections = 0
    const server = createServer().on('connection', () => connections++)
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    for (const host of ['0.0.0.0', ...addresses]) {
      const broker = alpacaBroker({ keyId, secret, paper: true, baseUrl: `http://${host}:${port}`, timeoutMs: 1000 })
      expect(await broker.submit(intent, calm())).toMatchObject({ outcome: 'refused' })
      expect(await broker.find(intent.clientOrderId, calm())).toMatchObject({ outcome: 'unclear' })
    }
    await new Promise((resolve) => server.close(resolve))

    expect(connections).toBe(0)
  })

  it.each([
    ['ALPACA_PAPER', { paper: false }],
    ['ALPACA_API_KEY', { keyId: undefined }],
    ['ALPACA_API_KEY', { keyId: '  ' }],
    ['ALPACA_API_SECRET', { secret: undefined }],
    ['ALPACA_API_SECRET', { secret: '' }],
  ] as const)('send nothing and name %s when it forbids orders (%j)', async (name, change) => {
    let connections = 0
    const server = createServer().on('connection', () => connections++)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const broker = alpacaBroker({ keyId, secret, paper: true, baseUrl, timeoutMs: 1000, ...change })

    const submitted = await broker.submit(intent, calm())
    const found = await broker.find(intent.clientOrderId, calm())
    await new Promise((resolve) => server.close(resolve))

    expect(submitted).toEqual({ outcome: 'refused', text: expect.stringContaining(name) })
    expect(found).toEqual({ outcome: 'unclear', text: expect.stringContaining(name) })
    expect(connections).toBe(0)
  })
})
