import { Alpaca } from '@alpacahq/alpaca-trade-api'
import { decode, encode } from '@msgpack/msgpack'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { testClock } from '../support/clock.ts'
import { BASIC_PLAN } from '../support/vendors/alpaca/grants.ts'
import { type Keys, LIVE_KEYS, PAPER_KEYS } from '../support/vendors/alpaca/hosts.ts'
import { type AlpacaVendor, type AlpacaVendorOptions, alpacaVendor } from '../support/vendors/alpaca/server.ts'
import { alpacaWorld } from '../support/vendors/alpaca/world.ts'

const NOW = '2026-11-20T18:00:00.000Z'
const strikes = [6700, 6800, 6900]
const world = alpacaWorld({
  now: testClock(NOW).now,
  stocks: { SPY: 680, AAPL: 270 },
  indices: { SPX: 6800, VIX: 16 },
  roots: [
    { root: 'SPY', underlying: 'SPY', spot: 680, expirations: ['2026-11-20', '2026-12-18'], strikes: [670, 680, 690] },
    { root: 'SPX', underlying: 'SPX', isIndex: true, spot: 6800, expirations: ['2026-12-18'], strikes },
    { root: 'SPXW', underlying: 'SPX', isIndex: true, spot: 6800, expirations: ['2026-11-23'], strikes },
  ],
})

let resources: AsyncDisposableStack
let vendor: AlpacaVendor
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  vendor = resources.use(await alpacaVendor({ world }))
})
afterEach(() => resources.disposeAsync())

async function started(options: Partial<AlpacaVendorOptions>) {
  vendor = resources.use(await alpacaVendor({ world, ...options }))
}

/** The SDK asks the vendor's own hosts; its requests are led to the fakes of these hosts. */
function official(): Alpaca {
  const hosts: Readonly<Record<string, string>> = {
    'https://data.alpaca.markets': vendor.data.url,
    'https://paper-api.alpaca.markets': vendor.paper.url,
  }
  const fetchApi: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return fetch(url.href.replace(url.origin, hosts[url.origin] ?? 'http://unknown.invalid'), init)
  }
  return new Alpaca({ keyId: PAPER_KEYS.id, secret: PAPER_KEYS.secret, fetchApi, retry: false })
}

async function get(url: string, path: string, keys: Keys = PAPER_KEYS) {
  const headers = { 'APCA-API-KEY-ID': keys.id, 'APCA-API-SECRET-KEY': keys.secret }
  const response = await fetch(`${url}${path}`, { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}

interface Body {
  readonly snapshots: Readonly<Record<string, object>>
  readonly next_page_token: string | null
  readonly option_contracts: readonly { readonly root_symbol: string }[]
  readonly message: string
}

describe('the fake of Alpaca over HTTP', () => {
  it('is read by the official SDK', async () => {
    const sdk = official()
    const chain = await sdk.data.options.optionChain({ underlyingSymbol: 'SPY', limit: 4 })
    const stocks = await sdk.data.stocks.stockSnapshots({ symbols: 'SPY,AAPL' })
    const bars = await sdk.data.stocks.stockBars({
      symbols: 'SPY',
      timeframe: '1Day',
      start: new Date('2026-11-16T05:00:00Z'),
    })
    const values = await sdk.data.indices.indexLatestValues({ symbols: 'SPX' })
    const { optionContracts } = await sdk.trading.assets.getOptionsContracts({ underlyingSymbols: 'SPY' })

    expect(Object.values(chain.snapshots)).toHaveLength(4)
    expect(Object.values(chain.snapshots)[0]?.latestQuote).toMatchObject({ ap: expect.any(Number), ax: 'B' })
    expect(Object.keys(stocks)).toEqual(['SPY', 'AAPL'])
    expect(bars.bars['SPY']?.map(({ t }) => new Date(t).toISOString().slice(0, 10))).toEqual(
      [16, 17, 18, 19, 20].map((day) => `2026-11-${day}`),
    )
    expect(values.values['SPX']?.v).toBe(6800)
    expect(optionContracts[0]).toMatchObject({ rootSymbol: 'SPY', openInterest: expect.any(String), multiplier: '100' })
  })

  it('refuses the keys of the other kind on a trading host, and takes both on the data host', async () => {
    const statusOf = async (url: string, path: string, keys: Keys) => (await get(url, path, keys)).status

    expect(await statusOf(vendor.paper.url, '/v2/clock', LIVE_KEYS)).toBe(401)
    expect(await statusOf(vendor.live.url, '/v2/clock', PAPER_KEYS)).toBe(401)
    expect(await statusOf(vendor.live.url, '/v2/clock', LIVE_KEYS)).toBe(200)
    expect(await statusOf(vendor.data.url, '/v2/stocks/snapshots?symbols=SPY', LIVE_KEYS)).toBe(200)
    expect(await statusOf(vendor.data.url, '/v2/stocks/snapshots?symbols=SPY', PAPER_KEYS)).toBe(200)
  })

  it('gives a chain in pages, and of an index only the root of that name', async () => {
    const first = await get(vendor.data.url, '/v1beta1/options/snapshots/SPY?limit=7')
    const second = await get(
      vendor.data.url,
      `/v1beta1/options/snapshots/SPY?limit=7&page_token=${first.body.next_page_token}`,
    )
    const index = await get(vendor.data.url, '/v1beta1/options/snapshots/SPX?limit=1000')
    const contracts = await get(
      vendor.paper.url,
      '/v2/options/contracts?underlying_symbols=SPX&expiration_date_lte=2027-01-01',
    )

    expect([Object.keys(first.body.snapshots).length, Object.keys(second.body.snapshots).length]).toEqual([7, 5])
    expect(second.body.next_page_token).toBeNull()
    expect(Object.keys(index.body.snapshots).every((it) => it.startsWith('SPX26'))).toBe(true)
    expect(new Set(contracts.body.option_contracts.map((it) => it.root_symbol))).toEqual(new Set(['SPX', 'SPXW']))
  })

  it('refuses by grant what the basic plan lacks', async () => {
    await started({ grants: BASIC_PLAN })
    const opra = await get(vendor.data.url, '/v1beta1/options/snapshots/SPY?feed=opra')
    const free = await get(vendor.data.url, '/v1beta1/options/snapshots/SPY')
    const sip = await get(vendor.data.url, `/v2/stocks/SPY/trades?feed=sip&start=2026-11-20T14:30:00Z&end=${NOW}`)
    const old = await get(
      vendor.data.url,
      '/v2/stocks/SPY/bars?feed=sip&timeframe=1Day&start=2026-11-02&end=2026-11-10',
    )
    const index = await get(vendor.data.url, '/v1beta1/indices/latest/values?symbols=SPX,VIX')

    expect([opra.status, free.status, sip.status, old.status, index.status]).toEqual([403, 200, 403, 200, 403])
    expect(sip.body.message).toBe('subscription does not permit querying recent SIP data')
  })

  it('counts requests of a minute in its headers, and refuses more', async () => {
    await started({ grants: { ...BASIC_PLAN, ratePerMinute: 2 } })
    const path = '/v2/stocks/snapshots?symbols=SPY'
    const answers = [
      await get(vendor.data.url, path),
      await get(vendor.data.url, path),
      await get(vendor.data.url, path),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0'])
    expect(answers[2]?.headers.get('x-ratelimit-reset')).toBe(String(Date.parse(NOW) / 1000 + 60))
  })

  it('fails and hangs as it is told, one path at a time', async () => {
    vendor.data.fail('/v1/corporate-actions', { status: 500 })
    const failed = await fetch(`${vendor.data.url}/v1/corporate-actions`, {
      headers: { 'APCA-API-KEY-ID': PAPER_KEYS.id, 'APCA-API-SECRET-KEY': PAPER_KEYS.secret },
    })
    vendor.data.repair('/v1/corporate-actions')

    expect(failed.status).toBe(500)
    expect((await get(vendor.data.url, '/v1/corporate-actions')).status).toBe(200)
  })
})

/** A client of the stream: what it has been sent so far, and a way to wait for more. */
async function connect(path: string) {
  const socket = new WebSocket(`${vendor.data.url.replace('http', 'ws')}${path}`)
  resources.defer(() => socket.terminate())
  const binary = path.startsWith('/v1beta1')
  const seen: Record<string, unknown>[] = []
  let arrived = Promise.withResolvers<void>()
  socket.on('message', (data: Buffer) => {
    const messages = binary ? decode(data) : JSON.parse(data.toString())
    seen.push(...(messages as Record<string, unknown>[]))
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await arrived.promise
  }
  const send = (message: object) => socket.send(binary ? encode(message) : JSON.stringify(message))
  await until(1)
  return { seen, send, until }
}

const AUTH = { action: 'auth', key: PAPER_KEYS.id, secret: PAPER_KEYS.secret }

describe('the fake of Alpaca as a stream', () => {
  it('welcomes, authenticates, and brings cancels and corrections with the trades of stocks', async () => {
    const client = await connect('/v2/sip')
    client.send(AUTH)
    client.send({ action: 'subscribe', trades: ['SPY'] })
    await client.until(3)
    const t = Date.parse(NOW)
    vendor.stream.publish('/v2/sip', { T: 't', S: 'SPY', i: 7, x: 'D', p: 680, s: 100, c: ['@'], z: 'B', t })
    vendor.stream.publish('/v2/sip', { T: 'x', S: 'SPY', i: 7, x: 'D', p: 680, s: 100, a: 'C', z: 'B', t })
    await client.until(5)

    expect(client.seen.slice(0, 3)).toMatchObject([
      { T: 'success', msg: 'connected' },
      { T: 'success', msg: 'authenticated' },
      { T: 'subscription', trades: ['SPY'], corrections: ['SPY'], cancelErrors: ['SPY'] },
    ])
    expect(client.seen.slice(3)).toMatchObject([
      { T: 't', i: 7, t: NOW },
      { T: 'x', i: 7, a: 'C' },
    ])
  })

  it('speaks msgpack on the option feeds, with its own instants', async () => {
    const client = await connect('/v1beta1/opra')
    client.send(AUTH)
    client.send({ action: 'subscribe', quotes: ['*'] })
    client.send({ action: 'subscribe', trades: ['*'] })
    await client.until(4)
    vendor.stream.publish('/v1beta1/opra', {
      T: 't',
      S: 'SPY261218C00680000',
      p: 9,
      s: 1,
      x: 'C',
      c: 'A',
      t: Date.parse(NOW),
    })
    await client.until(5)

    expect(client.seen[2]).toEqual({ T: 'error', code: 413, msg: 'star subscription is not allowed for option quotes' })
    expect(client.seen[4]).toMatchObject({ T: 't', c: 'A', t: new Date(NOW) })
  })

  it.each([
    ['a wrong secret', { ...AUTH, secret: 'other' }, 402, 'auth failed'],
    ['a message before authentication', { action: 'subscribe', trades: ['SPY'] }, 401, 'not authenticated'],
    ['another action', { action: 'hello' }, 401, 'not authenticated'],
  ])('refuses %s', async (_name, message, code, msg) => {
    const client = await connect('/v2/sip')
    client.send(message)
    await client.until(2)

    expect(client.seen[1]).toEqual({ T: 'error', code, msg })
  })

  it('refuses a second connection, a feed without a grant, and late authentication', async () => {
    await started({ grants: BASIC_PLAN, authTimeoutMs: 50 })
    const first = await connect('/v2/iex')
    first.send(AUTH)
    await first.until(2)
    const second = await connect('/v2/iex')
    second.send(AUTH)
    const foreign = await connect('/v1beta1/opra')
    foreign.send(AUTH)
    const silent = await connect('/v1beta1/indicative')
    await Promise.all([second.until(2), foreign.until(2), silent.until(2)])

    expect([second, foreign, silent].map(({ seen }) => seen[1]?.['code'])).toEqual([406, 409, 404])
  })
})
