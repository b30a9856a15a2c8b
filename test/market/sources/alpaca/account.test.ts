import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Account,
  accountOfKey,
  dataRefusal,
  hostOf,
  TRADING_URLS,
  tradingRefusal,
} from '../../../../src/market/sources/alpaca/account.ts'
import { type AlpacaMarket, alpacaMarket } from '../../../../src/market/sources/alpaca/index.ts'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer } from '../../../support/alpaca/alpaca-server.ts'
import { type LiveBench, liveBench } from '../../../support/alpaca/live-bench.ts'
import { vendorClock } from '../../../support/alpaca/vendor-clock.ts'
import { status } from '../../../support/http/fault-server.ts'

describe('the account of a key', () => {
  it.each([
    ['PKABCDEF', 'paper'],
    ['AKABCDEF', 'live'],
    ['CKABCDEF', null],
    ['', null],
  ])('%j is %j', (keyId, account) => {
    expect(accountOfKey(keyId)).toBe(account)
  })

  it('selects the host of the trading interface', () => {
    expect(TRADING_URLS).toEqual({ paper: 'https://paper-api.alpaca.markets', live: 'https://api.alpaca.markets' })
  })
})

describe('a refusal of the keys', () => {
  const cases: readonly [key: string, account: Account, host: string, says: RegExp, advises: RegExp][] = [
    ['AKxyz', 'paper', 'paper-api.alpaca.markets', /refused a live key:/, /set ALPACA_ACCOUNT=live/],
    ['PKxyz', 'live', 'api.alpaca.markets', /refused a paper key:/, /set ALPACA_ACCOUNT=paper/],
    ['PKxyz', 'paper', 'paper-api.alpaca.markets', /refused a paper key/, /check ALPACA_API_KEY and ALPACA_API_SECRET/],
    ['xyz', 'paper', 'paper-api.alpaca.markets', /neither paper nor live/, /set ALPACA_ACCOUNT=live, else check/],
  ]

  it.each(cases)(
    'of %s on the host for %s accounts names host, kind and remedy',
    (key, account, host, says, advises) => {
      const sentence = tradingRefusal(host, account, key)

      expect(sentence.startsWith(`${host} `)).toBe(true)
      expect(sentence).toMatch(says)
      expect(sentence).toMatch(advises)
      expect(sentence).not.toContain('xyz')
    },
  )

  it('names the hosts of the vendor alone', () => {
    expect(hostOf('https://api.alpaca.markets')).toBe('api.alpaca.markets')
    expect(hostOf('http://secret.internal:8080')).toBe('The address in the settings')
  })

  it('by the host of the data is told apart from a missing grant', () => {
    expect(dataRefusal('data.alpaca.markets', 'unauthorized', 'AKxyz')).toMatch(
      /^data\.alpaca\.markets refused a live key: check/,
    )
    expect(dataRefusal('data.alpaca.markets', 'forbidden', 'AKxyz')).toMatch(
      /no grant of this account for these data.*ALPACA_DATA_FEED/,
    )
  })
})

describe('a live account whose keys the trading host refuses', () => {
  let bench: LiveBench
  let data: AlpacaServer
  let trading: AlpacaServer
  let source: AlpacaMarket

  beforeEach(async () => {
    bench = await liveBench('2026-11-20T16:00:00.000Z')
    data = await alpacaServer(bench.clock)
    trading = await alpacaServer(bench.clock)
    source = alpacaMarket({
      access: {
        dataUrl: data.url,
        tradingUrl: trading.url,
        account: 'live',
        ...ALPACA_KEYS,
        requestsPerMinute: 10_000,
      },
      feeds: { stocks: 'sip', options: 'opra' },
      streamUrl: null,
      symbols: ['ZZZ'],
      past: bench.past,
      clock: vendorClock(bench.clock),
    })
  })

  afterEach(async () => {
    await source[Symbol.asyncDispose]()
    await data[Symbol.asyncDispose]()
    await trading[Symbol.asyncDispose]()
    await bench[Symbol.asyncDispose]()
  })

  it('has a chain, which says why its open interest is unknown', async () => {
    trading.fail('/v2/', status(401))
    const chain = await (await source.viewAt()).chain('ZZZ')

    expect(chain.contracts.openInterest.every(Number.isNaN)).toBe(true)
    expect(chain.warnings.at(-1)).toMatch(
      /^Alpaca does not accept the keys \(HTTP 401\)\. The address in the settings refused a key .*\. So adjusted contracts are missing, and open interest is unknown\.$/,
    )
    expect(inspect([chain.warnings, source.sourceHealth()])).not.toContain('CANARY')
  })

  it('only reads from the trading host: contracts and the calendar, by GET', async () => {
    const methods = new Set<string | undefined>()
    trading.server.on('request', ({ method }) => methods.add(method))
    const view = await source.viewAt()
    await view.chain('ZZZ')
    await view.events({ from: '2026-11-20', to: '2026-11-30' })

    expect([...methods]).toEqual(['GET'])
    expect([...new Set(trading.requests.map(({ path }) => path))].sort()).toEqual([
      '/v2/calendar',
      '/v2/options/contracts',
    ])
  })
})
