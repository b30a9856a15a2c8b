import { describe, expect, it } from 'vitest'
import { alpacaBroker } from '../../../src/receiver/brokers/alpaca/index.ts'
import { stubBroker } from '../../support/broker/stub-broker.ts'
import { bracket, calm, intent } from './conformance.ts'
import { faultsOfQuestions, KEYS, keyId, opened, secret } from './opened-account.ts'

describe('what an account at Alpaca holds', () => {
  it('is its equity, its positions and its open orders, by three questions that change nothing', async () => {
    await using account = await opened()
    account.stub.hold({
      account: { equity: '990.5', last_equity: '1000' },
      positions: [{}, { symbol: 'TSLA', side: 'short', qty: '-2', market_value: '-500', unrealized_pl: '-20' }],
    })
    await account.broker.submit(intent, calm())
    await account.broker.submit(bracket, calm())
    account.stub.requests.length = 0

    const outcome = await account.broker.holdings(calm())

    expect(outcome).toMatchObject({
      outcome: 'read',
      holdings: {
        equityUsd: 990.5,
        lastEquityUsd: 1000,
        buyingPowerUsd: 200_000,
        positions: [
          { symbol: 'AAPL', side: 'long', qty: 5, marketValueUsd: 600, averageEntryPrice: 100, unrealizedPnlUsd: 100 },
          { symbol: 'TSLA', side: 'short', qty: 2, marketValueUsd: 500, unrealizedPnlUsd: -20 },
        ],
        openOrders: [
          {
            clientOrderId: intent.clientOrderId,
            symbol: 'AAPL',
            side: 'buy',
            notionalUsd: 100,
            qty: null,
            price: null,
          },
          { clientOrderId: bracket.clientOrderId, side: 'buy', notionalUsd: null, qty: 2, price: null },
        ],
      },
    })
    expect(account.stub.requests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /v2/account',
      'GET /v2/orders?status=open&limit=500&nested=true',
      'GET /v2/positions',
    ])
  })

  it.each(faultsOfQuestions(/without a readable list/))(
    'is unknown as a whole when one answer is "%s"',
    async (fault, text) => {
      await using account = await opened()
      for (const path of ['/v2/account', '/v2/positions', '/v2/orders']) {
        account.stub.failHeld(path, fault)
        const outcome = await account.broker.holdings(calm())
        expect(outcome).toEqual({ outcome: 'unknown', text: expect.stringMatching(text) })
        expect(JSON.stringify(outcome)).not.toMatch(KEYS)
        account.stub.failHeld(path, null)
      }
      expect(await account.broker.holdings(calm())).toMatchObject({ outcome: 'read' })
    },
  )

  it('is unknown when the brokerage is too slow, or holds more orders than one answer has', async () => {
    await using slow = await opened(100)
    slow.stub.failHeld('/v2/positions', 'hang')
    await using full = await opened()
    const [placed] = [await full.broker.submit(intent, calm())]
    expect(placed.outcome).toBe('accepted')
    const [order] = full.stub.orders
    if (order) full.stub.orders.push(...Array.from({ length: 499 }, () => order))

    expect(await slow.broker.holdings(calm())).toEqual({
      outcome: 'unknown',
      text: expect.stringContaining('timed out'),
    })
    expect(await full.broker.holdings(calm())).toEqual({
      outcome: 'unknown',
      text: expect.stringContaining('500 open orders'),
    })
  })

  it.each([
    ['a key', { keyId: undefined }, 'ALPACA_API_KEY'],
    ['the paper flag', { paper: false }, 'ALPACA_PAPER'],
  ])('is unknown without %s, and nothing is sent', async (_case, change, name) => {
    await using stub = await stubBroker()
    const options = { keyId, secret, paper: true, baseUrl: stub.url, timeoutMs: 100, ...change }

    expect(await alpacaBroker(options).holdings(calm())).toEqual({
      outcome: 'unknown',
      text: expect.stringContaining(name),
    })
    expect(stub.requests).toEqual([])
  })
})
