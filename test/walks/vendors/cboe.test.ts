import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/time/duration.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import type { CboeDocument, CboeRow } from '../../support/vendors/cboe/documents.ts'
import { type CboeVendor, cboeVendor } from '../../support/vendors/cboe/server.ts'
import { cboeWorld } from '../../support/vendors/cboe/world.ts'

/** The real service on the vendor as recorded traffic describes it, over real HTTP. Friday, 13:00 in New York. */
const FRIDAY = '2026-11-20T18:00:00.000Z'
const SUNDAY = '2026-11-22T15:00:00.000Z'
const CUT_OFF = gzipSync('{}'.repeat(99)).subarray(0, 20)

const strikes = (spot: number) => Array.from({ length: 21 }, (_, i) => Math.round(spot * (0.9 + i * 0.01)))
const index = { underlying: 'SPX', isIndex: true, spot: 6800, strikes: strikes(6800) }

let resources: AsyncDisposableStack
let vendor: CboeVendor
let app: TestApp
let reader: TestAccount

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  const world = cboeWorld({
    now: () => app.clock.now(),
    pricedAt: new Date(FRIDAY),
    roots: [
      { root: 'SPY', underlying: 'SPY', spot: 680, expirations: ['2026-11-27', '2026-12-18'], strikes: strikes(680) },
      { root: 'QQQ', underlying: 'QQQ', spot: 610, expirations: ['2026-11-27'], strikes: strikes(610) },
      { ...index, root: 'SPX', expirations: ['2026-12-18'] },
      { ...index, root: 'SPXW', expirations: ['2026-11-23', '2026-12-18'] },
    ],
  })
  vendor = resources.use(await cboeVendor({ world }))
  app = resources.use(
    await testApp({ MARKET_SOURCE: 'cboe', MARKET_SYMBOLS: 'SPY,QQQ,SPX,NONE', CBOE_DATA_URL: vendor.url }),
  )
  reader = await app.account('vega')
})
afterEach(() => resources.disposeAsync())

interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: Record<string, unknown> & { readonly warnings: readonly string[]; readonly detail: string }
}

async function ask(path: string): Promise<Answered> {
  const response = await app.get(`/api/v1${path}`, reader.key)
  const retryAfter = response.headers['retry-after']
  return { status: response.statusCode, retryAfter: retryAfter?.toString(), body: response.json() }
}

/** Without the lines on the delay and on what Cboe never publishes, which every answer has. */
const faultsIn = ({ body }: Answered) => body.warnings.filter((it) => !/delayed by 15 minutes|Net GEX is zero/.test(it))

type Rows = readonly CboeRow[]

/** Answers an options file with changed rows. */
function changeRows(file: string, change: (row: CboeRow, place: number) => unknown): void {
  vendor.edit(file, (document) => {
    const data = dataOf(document)
    return { ...document, data: { ...data, options: (data['options'] as Rows).map(change) } }
  })
}

const dataOf = ({ data }: CboeDocument) => data as Record<string, unknown>

describe('Cboe as it usually answers', () => {
  it('a chain and a quote are those of 15 minutes ago', async () => {
    const [quote, gamma] = [await ask('/stocks/SPY/quote'), await ask('/stocks/SPY/gamma_exposure')]

    expect([quote.status, gamma.status]).toEqual([200, 200])
    expect([faultsIn(quote), faultsIn(gamma)]).toEqual([[], []])
    expect(quote.body).toMatchObject({ as_of: '2026-11-20T17:45:00.000Z', price: 680, market_session: 'open' })
    expect(gamma.body).toMatchObject({ as_of: '2026-11-20T17:45:00.000Z', net_gex: expect.any(Number) })
  })

  it('an index is read by its file with an underscore, with both of its roots', async () => {
    const { status, body } = await ask('/stocks/SPX/options?expiration_date=2026-12-18&limit=500')

    expect([status, body['underlying_price']]).toEqual([200, 6800])
    expect(JSON.stringify(body)).toMatch(/SPX {3}261218/)
    expect(JSON.stringify(body)).toMatch(/SPXW {2}261218/)
    expect(new Set(vendor.requests)).toEqual(new Set(['options/_SPX.json']))
  })

  it('daily bars are read though their numbers are texts and the days before the listing are zeros', async () => {
    const { status, body } = await ask('/stocks/SPY/price_history')
    const bars = body['data'] as readonly { readonly date: string; readonly close: number }[]

    expect(status).toBe(200)
    expect(bars.at(-1)).toMatchObject({ date: '2026-11-20', close: 680 })
    expect(bars.at(-2)?.date).toBe('2026-11-19')
    expect(bars.every(({ close }) => close > 600)).toBe(true)
  })

  it('on a Sunday a file of this morning holds the close of Friday', async () => {
    app.clock.set(SUNDAY)
    const [quote, gamma] = [await ask('/stocks/SPY/quote'), await ask('/stocks/SPX/gamma_exposure')]

    expect(quote.body).toMatchObject({ price: 680, market_session: 'closed' })
    expect(gamma.body).toMatchObject({ as_of: '2026-11-20T21:15:00.000Z', session_date: '2026-11-20' })
    expect([faultsIn(quote), faultsIn(gamma)]).toEqual([[], []])
  })

  it('data that did not change are asked for by their mark and kept', async () => {
    await ask('/stocks/SPY/gamma_exposure')
    const asked = vendor.requests.length
    vendor.fail('options/SPY.json', { status: 304 })
    app.clock.advance(2 * MINUTE_MS)
    const again = await ask('/stocks/SPY/gamma_exposure')

    expect([again.status, faultsIn(again)]).toEqual([200, []])
    expect(vendor.requests.length).toBeGreaterThan(asked)
  })
})

describe('what one failing file of Cboe costs', () => {
  it('a symbol that Cboe does not have is not found, while others are answered', async () => {
    const known = await ask('/stocks/SPY/quote')
    const unknown = await ask('/stocks/NONE/quote')

    expect([known.status, unknown.status]).toEqual([200, 404])
    expect(unknown.body.detail).toBe('Cboe has no data of NONE.')
  })

  it('an address that Cboe refuses gets a sentence with the reason', async () => {
    vendor.fail('quotes/SPY.json', { status: 403 })
    const { status, body } = await ask('/stocks/SPY/quote')

    expect(status).toBe(503)
    expect(body.detail).toMatch(/Cboe refuses the question \(HTTP 403\)/)
  })

  it.each([
    ['limits the rate', { status: 429, headers: { 'retry-after': '60' } }, /limits the request rate/],
    ['fails', { status: 503, headers: { 'retry-after': '60' } }, /Cboe fails \(HTTP 503\)/],
  ])('a file that %s is not available, with the time to ask again', async (_what, reply, sentence) => {
    vendor.fail('options/SPY.json', reply)
    const [gamma, other] = [await ask('/stocks/SPY/gamma_exposure'), await ask('/stocks/QQQ/quote')]

    expect(gamma.status).toBe(503)
    expect(gamma.body.detail).toMatch(sentence)
    expect(Number(gamma.retryAfter)).toBeGreaterThan(0)
    expect(other.status).toBe(reply.status === 429 ? 503 : 200)
  })

  it('a symbol that fails costs the overview that symbol', async () => {
    vendor.fail('options/QQQ.json', { status: 503, headers: { 'retry-after': '60' } })
    const { status, body } = await ask('/market_overview')
    const indices = body['indices'] as readonly { readonly symbol: string; readonly gamma_regime: unknown }[]

    expect(status).toBe(200)
    expect(indices.find(({ symbol }) => symbol === 'SPY')).toMatchObject({ price: 680 })
    expect(body.warnings.join(' ')).toMatch(/QQQ.*Cboe fails \(HTTP 503\)/)
  })

  it('a file cut off in its middle is asked for again', async () => {
    vendor.truncate('quotes/SPY.json')

    expect(await ask('/stocks/SPY/quote')).toMatchObject({ status: 200, body: { price: 680 } })
    expect(vendor.requests.filter((file) => file === 'quotes/SPY.json')).toHaveLength(2)
  })

  it('bars that fail cost a quote its 52 weeks', async () => {
    vendor.fail('charts/historical/SPY.json', { status: 503, headers: { 'retry-after': '60' } })
    const { status, body } = await ask('/stocks/SPY/quote')

    expect(status).toBe(200)
    expect(body).toMatchObject({ price: 680, week_52_high: null })
    expect(body.warnings.join(' ')).toMatch(/The 52 weeks are unknown\. Cboe fails/)
  })

  it('a file that stands still is served with its age', async () => {
    const last_trade_time = '2026-11-20T09:44:00'
    vendor.edit('options/SPY.json', (document) => {
      const data = dataOf(document)
      const options = (data['options'] as Rows).map((row) => ({ ...row, last_trade_time }))
      return { ...document, timestamp: '2026-11-20 15:00:00', data: { ...data, last_trade_time, options } }
    })
    const { status, body } = await ask('/stocks/SPY/gamma_exposure')

    expect(status).toBe(200)
    expect(body['as_of']).toBe('2026-11-20T14:45:00.000Z')
  })

  it('an answer of two minutes ago is given with the reason and its age', async () => {
    await ask('/stocks/SPY/gamma_exposure')
    vendor.fail('options/SPY.json', { status: 500, headers: { 'retry-after': '60' } })
    app.clock.advance(2 * MINUTE_MS)
    const stale = await ask('/stocks/SPY/gamma_exposure')

    expect(stale.status).toBe(200)
    expect(faultsIn(stale)).toEqual([expect.stringMatching(/Cboe fails \(HTTP 500\).*at least a minute old/)])
  })
})

const waits = process.env['VENDOR_WAITS'] === 'all'

describe('a file of Cboe that is never answered', () => {
  const timed = async (path: string) => {
    const startMs = performance.now()
    return { ...(await ask(path)), seconds: (performance.now() - startMs) / 1000 }
  }

  it.runIf(waits)('gives the last answer with a warning after four seconds', async () => {
    await ask('/stocks/QQQ/gamma_exposure')
    app.clock.advance(2 * MINUTE_MS)
    vendor.fail('options/QQQ.json', 'hang')
    const known = await timed('/stocks/QQQ/gamma_exposure')

    expect(known.status).toBe(200)
    expect(faultsIn(known)).toContainEqual(expect.stringMatching(/not answer in time.*at least a minute old/))
    expect(known.seconds).toBeGreaterThan(3.9)
    expect(known.seconds).toBeLessThan(15)
  })

  it.runIf(waits)('is 503 with the time to ask again where there is no answer yet', async () => {
    vendor.fail('options/SPY.json', 'hang')
    const { status, retryAfter, seconds } = await timed('/stocks/SPY/options')

    expect([status, Number(retryAfter) > 0]).toEqual([503, true])
    expect(seconds).toBeLessThan(25)
  })
})

describe('rows of Cboe that are not as expected', () => {
  it('nulls and missing fields are unknown', async () => {
    changeRows('options/SPY.json', ({ option, bid, ask }) => ({ option, bid, ask, iv: null, last_trade_time: null }))
    const answer = await ask('/stocks/SPY/options?expiration_date=2026-12-18&limit=500')
    const [row] = answer.body['data'] as readonly Record<string, unknown>[]

    expect(answer.status).toBe(200)
    expect(row).toMatchObject({ open_interest: null, volume: null })
    expect(row?.['bid']).toEqual(expect.any(Number))
  })

  it('a row of the wrong type costs that row, and the answer counts it', async () => {
    changeRows('options/SPY.json', (row, place) => (place < 3 ? { ...row, bid: 'n/a' } : row))
    const answer = await ask('/stocks/SPY/gamma_exposure')

    expect(answer.status).toBe(200)
    expect(faultsIn(answer)).toEqual(['Rows of Cboe left out because they cannot be read: 3.'])
  })

  it.each<readonly [what: string, file: string, edit: (document: CboeDocument) => unknown]>([
    ['another form', 'options/SPY.json', () => ({ rows: [] })],
    ['texts for prices', 'options/SPY.json', (it) => ({ ...it, data: { ...dataOf(it), current_price: '680' } })],
    ['no rows', 'options/SPY.json', (it) => ({ ...it, data: { ...dataOf(it), options: [] } })],
    ['a stamp that is no time', 'options/SPY.json', (it) => ({ ...it, timestamp: 'soon' })],
    ['a stamp of the future', 'options/SPY.json', (it) => ({ ...it, timestamp: '2026-11-20 19:00:00' })],
    ['null for its rows', 'options/SPY.json', (it) => ({ ...it, data: { ...dataOf(it), options: null } })],
  ])('a file with %s is refused with a sentence, and other symbols are answered', async (_what, file, edit) => {
    vendor.edit(file, edit)
    const [broken, other] = [await ask('/stocks/SPY/gamma_exposure'), await ask('/stocks/QQQ/gamma_exposure')]

    expect([broken.status, other.status]).toEqual([503, 200])
    expect(broken.body.detail).toMatch(
      /Cboe (answers in another form|cannot be read|are stamped in the future)|rows of Cboe cannot be read/,
    )
  })

  it.each([
    ['texts for numbers', ({ bid, ask, ...row }: CboeRow) => ({ ...row, bid: String(bid), ask: String(ask) })],
    ['times in nanoseconds', (row: CboeRow) => ({ ...row, last_trade_time: 1_795_197_600_000_000_000n.toString() })],
    ['words that are new', (row: CboeRow) => ({ ...row, tick: 'sideways', session: 'overnight' })],
  ])('rows with %s are read or refused as one, and no other symbol suffers', async (_what, change) => {
    changeRows('options/SPY.json', change)
    const [changed, other] = [await ask('/stocks/SPY/gamma_exposure'), await ask('/stocks/QQQ/gamma_exposure')]

    expect([200, 503]).toContain(changed.status)
    expect(other.status).toBe(200)
  })

  it('contracts that are listed twice count once', async () => {
    const once = await ask('/stocks/SPY/gamma_exposure')
    app.clock.advance(2 * MINUTE_MS)
    vendor.edit('options/SPY.json', (document) => {
      const options = dataOf(document)['options'] as Rows
      return { ...document, data: { ...dataOf(document), options: [...options, ...options.slice(0, 3)] } }
    })
    const twice = await ask('/stocks/SPY/gamma_exposure')

    expect(faultsIn(twice)).toEqual(['Rows left out because an earlier row is of the same contract: 3.'])
    expect(Number(twice.body['call_gex']) / Number(once.body['call_gex'])).toBeCloseTo(1, 3)
  })

  it.each([
    ['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }],
    ['zipped bytes that end early', { status: 200, headers: { 'content-encoding': 'gzip' }, body: CUT_OFF }],
  ])('%s for a file is no answer, and other symbols are answered', async (_what, reply) => {
    vendor.fail('options/SPY.json', reply)
    const [broken, other] = [await ask('/stocks/SPY/gamma_exposure'), await ask('/stocks/QQQ/quote')]

    expect([broken.status, other.status]).toEqual([503, 200])
    expect(broken.body.detail).toMatch(/Cboe/)
  })
})
