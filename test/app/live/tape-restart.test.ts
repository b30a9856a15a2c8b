import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liveWorker } from '../../../src/app/live/live-worker.ts'
import { storedPast } from '../../../src/app/live/stored-past.ts'
import { tapeKeeping } from '../../../src/app/live/tape-keeping.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { netFlowOperation } from '../../../src/flow/operations/net-flow.ts'
import { optionsFlowOperation } from '../../../src/flow/operations/options-flow.ts'
import { unusualActivityOperation } from '../../../src/flow/operations/unusual-activity.ts'
import { type AlpacaMarket, alpacaMarket } from '../../../src/market/sources/alpaca/index.ts'
import {
  ALPACA_KEYS,
  type AlpacaServer,
  alpacaServer,
  type InventedOptionTrade,
} from '../../support/alpaca/alpaca-server.ts'
import { vendorClock } from '../../support/alpaca/vendor-clock.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { status } from '../../support/http/fault-server.ts'

const CALL = 'ZZZ261218C00100000'
const PUT = 'ZZZ261218P00100000'
const MINUTE = 60_000

let app: TestApp
let server: AlpacaServer

beforeEach(async () => {
  app = await testApp()
  app.clock.set('2026-11-20T16:00:00.000Z')
  server = await alpacaServer(app.clock)
  server.pageSize = 1_000
})

afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** A process with the live source: its memory ends with it, the store stays. */
function aProcess() {
  const market = alpacaMarket({
    access: { dataUrl: server.url, tradingUrl: server.url, ...ALPACA_KEYS, timeoutMs: 2000 },
    streamUrl: null,
    feeds: { stocks: 'sip', options: 'opra' },
    symbols: ['ZZZ'],
    past: storedPast(app.parts.store),
    clock: vendorClock(app.clock),
  })
  const parts = { ...app.parts, market, viewAt: (date?: string) => market.viewAt(date) }
  const context = contextOf(parts, { caller: OPERATOR })
  const keeping = tapeKeeping(parts)
  expect.assert(keeping)
  return {
    market,
    context,
    keeping,
    async [Symbol.asyncDispose]() {
      await keeping[Symbol.asyncDispose]()
      await market[Symbol.asyncDispose]()
    },
  }
}

function trade(contract: string, t: string, more: Partial<InventedOptionTrade> = {}): void {
  const row = { t, p: 3.5, s: 2, x: 'C', c: 'I', ...more }
  server.optionTrades.set(contract, [...(server.optionTrades.get(contract) ?? []), row])
}

async function tape(market: AlpacaMarket): Promise<string[]> {
  const { prints } = await (await market.viewAt()).optionPrints('ZZZ')
  return [...prints.executedAtMs].map(
    (ms, row) => `${new Date(ms).toISOString().slice(11, 19)} ${prints.size[row]} ${prints.volume[row]}`,
  )
}

describe('a live source after a restart', () => {
  it('has every trade at its place, none twice, and those that came while it was away', async () => {
    trade(CALL, '2026-11-20T15:00:00Z', { s: 1 })
    trade(CALL, '2026-11-20T15:59:00Z', { s: 2 })
    // Two equal trades are two.
    trade(PUT, '2026-11-20T15:59:30Z', { s: 3 })
    trade(PUT, '2026-11-20T15:59:30Z', { s: 3 })
    {
      await using first = aProcess()
      await tape(first.market)
      // Reported late: it stands behind what was there.
      trade(CALL, '2026-11-20T15:58:00Z', { s: 4 })
      app.clock.advance(MINUTE)
      expect(await tape(first.market)).toEqual([
        '15:00:00 1 1',
        '15:59:00 2 3',
        '15:59:30 3 3',
        '15:59:30 3 6',
        '15:59:30 4 7',
      ])
    }
    trade(CALL, '2026-11-20T16:02:00Z', { s: 2 })
    app.clock.advance(5 * MINUTE)
    await using second = aProcess()

    expect(await tape(second.market)).toEqual([
      '15:00:00 1 1',
      '15:59:00 2 3',
      '15:59:30 3 3',
      '15:59:30 3 6',
      '15:59:30 4 7',
      '16:02:00 2 9',
    ])
    // Only what the last process had not read for sure is asked for again.
    const asked = server.requests.filter(({ path }) => path.endsWith('/options/trades')).at(-1)
    expect(asked?.query.get('start')).toBe('2026-11-20T15:58:00.000Z')
  })

  it('answers the running session from the store while the vendor does not answer', async () => {
    trade(CALL, '2026-11-20T15:00:00Z', { s: 700, p: 9 })
    let before: unknown
    {
      await using first = aProcess()
      before = await invoke(optionsFlowOperation, { symbol: 'ZZZ' }, first.context)
    }
    server.fail('/', status(500))
    app.clock.advance(MINUTE)
    await using second = aProcess()
    const after = await invoke(optionsFlowOperation, { symbol: 'ZZZ' }, second.context)

    expect(after['data']).toEqual((before as typeof after)['data'])
    expect(after['data']).toHaveLength(1)
    expect(after['warnings']).toContainEqual(expect.stringMatching(/Trades since the last good answer are missing/))
  })

  it('answers a finished session from the store alone, the same as from the tape', async () => {
    for (let minute = 0; minute < 50; minute++) {
      const t = new Date(Date.parse('2026-11-20T15:00:00Z') + minute * MINUTE).toISOString()
      trade(minute % 3 ? CALL : PUT, t, { s: 1 + 40 * (minute % 7), p: 2 + minute / 100, x: minute % 2 ? 'C' : 'A' })
    }
    app.clock.set('2026-11-20T21:30:00.000Z')
    const questions = [
      [optionsFlowOperation, { symbol: 'ZZZ', date: '2026-11-20', limit: 7 }],
      [optionsFlowOperation, { date: '2026-11-20', min_size: 100, option_type: 'put' }],
      [optionsFlowOperation, { symbol: 'ZZZ', date: '2026-11-20', min_premium: 100_000, max_premium: 900_000 }],
      [optionsFlowOperation, { date: '2026-11-20', since: '2026-11-20T15:10:00Z', until: '2026-11-20T15:20:00Z' }],
      [unusualActivityOperation, { symbol: 'ZZZ', date: '2026-11-20', min_score: 0, limit: 11 }],
      [unusualActivityOperation, { date: '2026-11-20', min_score: 70 }],
      [netFlowOperation, { symbol: 'ZZZ', from: '2026-11-18', to: '2026-11-23', resolution: '5m' }],
    ] as const
    const answers = async (context: ReturnType<typeof aProcess>['context']) => {
      const all: unknown[] = []
      for (const [operation, input] of questions) {
        let cursor: unknown
        do {
          const answer = await invoke(operation, { ...input, ...(cursor ? { cursor } : {}) }, context)
          const { as_of: _asOf, ...told } = answer
          all.push(told)
          cursor = answer['next_cursor']
        } while (cursor)
      }
      return all
    }
    await using first = aProcess()
    const worker = liveWorker({ ...app.parts, market: first.market })
    expect.assert(worker)
    worker.start()
    await expect.poll(() => app.parts.store.chains.latest('ZZZ', '2026-11-20'), { timeout: 10_000 }).toBeDefined()
    await worker.stop()
    // The end of the session was read by itself.
    app.clock.set('2026-11-23T15:00:00.000Z')
    const fromTape = await answers(first.context)
    await first.keeping[Symbol.asyncDispose]()
    await using second = aProcess()
    const asked = server.count('/options/trades')
    const fromStore = await answers(second.context)

    expect((await app.parts.store.flowTotals.day('ZZZ', '2026-11-20'))?.isWhole).toBe(true)
    expect(fromStore).toEqual(fromTape)
    expect(fromStore.length).toBeGreaterThan(14)
    // The last question has a running session too, which is read.
    expect(server.count('/options/trades') - asked).toBeLessThanOrEqual(1)
  })

  it('keeps finished off-exchange sessions, and asks the vendor for them no more', async () => {
    server.stockTrades.set('ZZZ', [
      { t: '2026-11-19T16:00:00Z', p: 100, s: 500, x: 'D', i: 1, c: ['@'], z: 'C' },
      { t: '2026-11-19T16:00:01Z', p: 100.1, s: 300, x: 'V', i: 2, c: ['@'], z: 'C' },
    ])
    const ask = async ({ market }: { readonly market: AlpacaMarket }) =>
      (await (await market.viewAt()).offExchangeTrades('ZZZ', 2)).sessions.map(({ trades, volume }) => ({
        trades: { ...trades },
        volume,
      }))
    let before: unknown
    {
      await using first = aProcess()
      before = await ask(first)
    }
    const asked = server.requests.length
    await using second = aProcess()
    const after = await ask(second)

    expect(after).toEqual(before)
    expect(after).toMatchObject([{ volume: 800, trades: { count: 1 } }])
    const starts = server.requests
      .slice(asked)
      .filter(({ path }) => path.endsWith('/stocks/ZZZ/trades'))
      .map(({ query }) => query.get('start'))
    expect(starts).toEqual(['2026-11-20T05:00:00.000Z'])
  })
})
