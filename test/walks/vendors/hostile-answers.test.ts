import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../support/http/fault-sink.ts'
import { sample } from '../../support/sample.ts'
import { type AlpacaService, alpacaService, smallWorld } from '../../support/vendors/alpaca/service.ts'

/** What each endpoint feeds: the paths that may lack an answer while it is broken. */
const ENDPOINTS = [
  ['/v1beta1/options/snapshots', ['gamma', 'chain', 'flow', 'index', 'overview']],
  ['/v2/options/contracts', []],
  ['/v2/calendar', []],
  ['/v1beta1/options/trades', ['flow']],
  ['/v2/stocks/SPY/snapshot', ['quote', 'history', 'dark']],
  ['/v2/stocks/SPY/bars', ['history']],
  ['/v2/stocks/SPY/trades', ['dark']],
  ['/v1/corporate-actions', []],
  ['/v1beta1/news', []],
  ['/v1beta1/indices', []],
] as const

const PATHS = {
  quote: '/stocks/SPY/quote',
  gamma: '/stocks/SPY/gamma_exposure',
  chain: '/stocks/SPY/options?limit=5',
  index: '/stocks/SPX/gamma_exposure',
  history: '/stocks/SPY/price_history?days=20',
  flow: '/flow?symbol=SPY',
  dark: '/dark_pool_levels?symbol=SPY&days=1',
  news: '/news?symbol=SPY',
  events: '/events?symbol=SPY',
  overview: '/market_overview',
}

const json = (value: unknown): Reply => ({ status: 200, body: JSON.stringify(value) })
const rows = ['snapshots', 'option_contracts', 'trades', 'bars', 'news', 'values', 'corporate_actions', 'latestTrade']
const everyField = (value: unknown) => json(Object.fromEntries(rows.map((name) => [name, value])))
const row = {
  t: 'soon',
  p: '1',
  s: '2',
  c: 3,
  symbol: 4,
  open_interest: {},
  style: 'bermudan',
  S: null,
  v: 'x',
  id: -1,
}

const ANSWERS: readonly (readonly [kind: string, reply: Reply])[] = [
  ['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }],
  ['nothing', { status: 200, body: '' }],
  ['null', json(null)],
  ['a list', json([])],
  ['a number', json(7)],
  ['null for its rows', everyField(null)],
  ['a text for its rows', everyField('none')],
  ['rows of nulls', everyField([null, null])],
  ['rows of other types', everyField([row, row, row])],
  ['rows of other types by symbol', everyField({ SPY: [row], SPY261218C00680000: row })],
  [
    'zipped bytes that end early',
    { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"a":1}'.repeat(99)).subarray(0, 40) },
  ],
]

let resources: AsyncDisposableStack
let service: AlpacaService

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  service = await alpacaService(resources, { world: smallWorld() })
})
afterEach(() => resources.disposeAsync())

const hostOf = (path: string) => (path.startsWith('/v2/options') || path === '/v2/calendar' ? 'paper' : 'data')

describe('an endpoint of Alpaca that answers as no vendor would', () => {
  it.each(ENDPOINTS)('%s costs only what it feeds', async (endpoint, fed) => {
    for (const [kind, reply] of sample(ANSWERS, 4)) {
      service.vendor[hostOf(endpoint)].fail(endpoint, reply)
      for (const [name, path] of Object.entries(PATHS)) {
        const answer = await service.ask(path)
        const isFed = (fed as readonly string[]).includes(name)
        const allowed = isFed ? [200, 404, 503] : [200]
        expect(allowed, `${kind}: ${name} ${JSON.stringify(answer.body).slice(0, 300)}`).toContain(answer.status)
        if (answer.status === 503) expect(answer.body['detail']).toMatch(/Alpaca/)
      }
      service.app.clock.advance(16 * 60_000)
    }
  })
})
