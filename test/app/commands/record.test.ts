import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { record, recordCommand } from '../../../src/app/commands/record.ts'
import { storedPast } from '../../../src/app/live/stored-past.ts'
import { marketOperations } from '../../../src/app/operations.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import type { MarketSource } from '../../../src/market/ports/market-source.ts'
import { alpacaMarket } from '../../../src/market/sources/alpaca/index.ts'
import { cboeMarket } from '../../../src/market/sources/cboe/index.ts'
import { replayMarket } from '../../../src/market/sources/replay/index.ts'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer } from '../../support/alpaca/alpaca-server.ts'
import { alpacaStream } from '../../support/alpaca/alpaca-stream.ts'
import { vendorClock } from '../../support/alpaca/vendor-clock.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { type CboeServer, cboeServer } from '../../support/cboe/cboe-server.ts'
import { type ImportBench, importBench } from '../../support/market/imports.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'

/** After the close: the day is over, so its bar is part of the recording. */
const EVENING = '2026-11-20T22:00:00.000Z'
const SYMBOLS = ['ZZZ', 'BRK.B', 'SPX']

let app: TestApp
let bench: ImportBench
let folder: TempFolder
let cboe: CboeServer
let alpaca: AlpacaServer
let sources: (MarketSource & AsyncDisposable)[]

beforeEach(async () => {
  app = await testApp()
  app.clock.set(EVENING)
  bench = await importBench()
  folder = tempFolder()
  cboe = await cboeServer(app.clock)
  alpaca = await alpacaServer(app.clock)
  alpaca.pageSize = 1000
  sources = []
})

afterEach(async () => {
  for (const source of sources) await source[Symbol.asyncDispose]()
  await cboe[Symbol.asyncDispose]()
  await alpaca[Symbol.asyncDispose]()
  await bench[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

function live(name: 'cboe' | 'alpaca', streamUrl: string | null = null): MarketSource {
  const common = { symbols: SYMBOLS, past: storedPast(app.parts.store), clock: vendorClock(app.clock) }
  const access = { dataUrl: alpaca.url, tradingUrl: alpaca.url, ...ALPACA_KEYS, timeoutMs: 2000 }
  const source =
    name === 'cboe'
      ? cboeMarket({ ...common, baseUrl: cboe.url, timeoutMs: 2000 })
      : alpacaMarket({ ...common, access, streamUrl, feeds: { stocks: 'sip', options: 'opra' } })
  sources.push(source)
  return source
}

/** Imports every folder of a recording with its own kind and symbol, as the report of the command says. */
async function importRecording(path: string): Promise<string[]> {
  const kinds: string[] = []
  for (const symbol of readdirSync(path)) {
    for (const kind of readdirSync(join(path, symbol))) {
      const reports = await bench.importPaths(kind as 'chain', [join(path, symbol, kind)], { symbol })
      expect(reports.map(({ status, reason, refusedRows }) => [status, reason, refusedRows])).toEqual(
        reports.map(() => ['imported', null, 0]),
      )
      kinds.push(`${symbol} ${kind}`)
    }
  }
  return kinds
}

async function answerOf(market: MarketSource, name: string, input: Record<string, unknown>): Promise<string> {
  const operation = marketOperations.find((each) => each.name === name)
  expect.assert(operation, name)
  const parts = { ...app.parts, market, viewAt: (date?: string) => market.viewAt(date) }
  const answer = await invoke(operation, input, contextOf(parts, { caller: OPERATOR }))
  return JSON.stringify({ ...answer, source: 'any' })
}

/** Made of the chain: equal in all but the name of the source. */
const OF_CHAIN: readonly [string, Record<string, unknown>][] = [
  ['options_chain', { limit: 500 }],
  ['option_metrics', {}],
  ['option_metrics', { dte_max: 40 }],
  ['gamma_exposure', {}],
  ['gamma_exposure', { group_by: 'expiration' }],
  ['iv_term_structure', {}],
]

/** Made of prices: the instant is that of the live quote there, and the close here, since files of prices have no quotes. */
const OF_PRICES: readonly [string, Record<string, unknown>][] = [
  ['support_resistance', {}],
  ['trend_analysis', {}],
  ['price_history', { days: 200 }],
]

describe.each(['cboe', 'alpaca'] as const)('a recording of %s', (name) => {
  it.each(SYMBOLS)('of %s is played again to the same analytics, byte for byte', async (symbol) => {
    const market = live(name)
    const asked = { folder: folder.path, symbols: [symbol], times: 1, everyMs: 1 }
    expect((await record(market, asked, async () => 0)).missing).toEqual([])
    await importRecording(folder.path)
    const replay = replayMarket({ market: bench.store })

    for (const [operation, input] of OF_CHAIN) {
      const expected = await answerOf(market, operation, { symbol, ...input })
      expect(expected.length, operation).toBeGreaterThan(500)
      expect(await answerOf(replay, operation, { symbol, ...input }), operation).toBe(expected)
    }
    const instant = /"as_of":"[^"]+"/
    for (const [operation, input] of OF_PRICES) {
      const expected = (await answerOf(market, operation, { symbol, ...input })).replace(instant, '')
      expect((await answerOf(replay, operation, { symbol, ...input })).replace(instant, ''), operation).toBe(expected)
    }
  })
})

describe('a recording of streamed option trades', () => {
  it('holds the quotes at the prints, by which flow is the same again, byte for byte', async () => {
    app.clock.set('2026-11-20T16:00:00.000Z')
    await using stream = alpacaStream(alpaca)
    const market = live('alpaca', stream.url)
    const operations = [
      ['options_flow', { symbol: 'ZZZ' }],
      ['options_flow', { symbol: 'ZZZ', side: 'at_ask' }],
      ['net_flow', { symbol: 'ZZZ' }],
      ['unusual_activity', { symbol: 'ZZZ' }],
      ['option_metrics', { symbol: 'ZZZ' }],
    ] as const
    await answerOf(market, 'options_flow', { symbol: 'ZZZ' })
    await tradedAround(stream)
    const asked = { folder: folder.path, symbols: ['ZZZ'], times: 1, everyMs: 1 }
    expect((await record(market, asked, async () => 0)).missing).toEqual([])
    await importRecording(folder.path)
    const replay = replayMarket({ market: bench.store })

    const sides = (await answerOf(market, 'options_flow', { symbol: 'ZZZ' })).match(/"side":"\w+"/g)
    expect(sides).toEqual(['"side":"mid"', '"side":"at_bid"', '"side":"at_ask"'])
    for (const [operation, input] of operations) {
      const expected = plain(await answerOf(market, operation, input))
      expect(plain(await answerOf(replay, operation, input)), operation).toBe(expected)
    }
  })

  /** At the ask, at the bid, and in a contract that has no quote. */
  async function tradedAround(stream: ReturnType<typeof alpacaStream>): Promise<void> {
    const [call, put] = ['ZZZ261218C00100000', 'ZZZ261218P00100000']
    const at = (second: number) => `2026-11-20T15:59:${second}.5Z`
    const options = 'v1beta1/opra'
    const trade = (S: string, second: number, p: number) => ({ T: 't', S, t: at(second), p, s: 10, x: 'C', c: 'I' })
    await vi.waitFor(() => expect(stream.subscribed(options, 'quotes')).toContain(call), { timeout: 5000 })
    await vi.waitFor(() => expect(stream.subscribed('v2/sip')).toContain('ZZZ'), { timeout: 5000 })
    stream.send('v2/sip', { T: 't', S: 'ZZZ', t: at(40), p: 101.3, s: 100, x: 'V', i: 1, c: ['@'], z: 'C' })
    stream.send(options, { T: 'q', S: call, t: at(41), bx: 'C', bp: 3.4, bs: 1, ax: 'C', ap: 3.6, as: 1, c: 'A' })
    stream.send(options, trade(call, 42, 3.6), trade(call, 43, 3.4), trade(put, 44, 2.1))
    const market = sources.at(-1)
    expect.assert(market)
    await (market as unknown as { tend(): Promise<boolean> }).tend()
    await vi.waitFor(
      async () => {
        const { prints } = await (await market.viewAt()).optionPrints('ZZZ')
        expect(prints.count).toBe(3)
        expect([...prints.underlyingPrice]).toEqual([101.3, 101.3, 101.3])
      },
      { timeout: 5000 },
    )
  }

  /** Without what each source says of itself, and the instant: that of the clock there, of the chain here. */
  function plain(answer: string): string {
    const { as_of: _asOf, to: _to, warnings: _warnings, ...rest } = JSON.parse(answer) as Record<string, unknown>
    return JSON.stringify(rest)
  }
})

describe('a recording', () => {
  it('holds trades, prints, events and news as well', async () => {
    const t = '2026-11-20T15:00:00.25Z'
    alpaca.stockTrades.set('BRK.B', [{ t, p: 498, s: 300, x: 'D', i: 1, c: ['@', 'I'], z: 'A' }])
    alpaca.optionTrades.set('BRKB261218C00500000', [{ t, p: 3.5, s: 2, x: 'C', c: 'S' }])
    alpaca.actions = { forward_splits: [{ symbol: 'BRK.B', ex_date: '2026-12-15', new_rate: 2, old_rate: 1 }] }
    alpaca.news.push({
      id: 1,
      headline: 'News',
      created_at: t,
      updated_at: t,
      summary: '',
      source: 'x',
      url: null,
      symbols: ['BRK.B'],
    })
    await record(live('alpaca'), { folder: folder.path, symbols: ['BRK.B'], times: 1, everyMs: 1 }, async () => 0)

    expect(await importRecording(folder.path)).toEqual(
      ['bars', 'chain', 'events', 'news', 'prints', 'trades'].map((kind) => `BRK.B ${kind}`),
    )
    const prints = await bench.store.marketSessions.load('prints', 'BRK.B', '2026-11-20')
    expect({ optionSymbols: prints?.table.optionSymbols, condition: prints?.table.condition }).toEqual({
      optionSymbols: ['BRKB  261218C00500000'],
      condition: ['S'],
    })
    const view = await replayMarket({ market: bench.store }).viewAt()
    const { sessions } = await view.offExchangeTrades('BRK.B', 1)
    expect({ price: sessions[0]?.trades.price[0], executedAtMs: sessions[0]?.trades.executedAtMs[0] }).toEqual({
      price: 498,
      executedAtMs: Date.parse(t),
    })
    expect((await view.news({ symbol: 'BRK.B', since: '2026-11-01T00:00:00.000Z', limit: 5 })).data[0]?.id).toBe(
      'alpaca:1',
    )
  })

  it('of a running session writes one chain for each instant, and no bar of the unfinished day', async () => {
    app.clock.set('2026-11-20T16:00:00.000Z')
    let waited = 0
    const wait = async () => app.clock.advance(++waited === 1 ? 1000 : 120_000)
    const { files } = await record(live('cboe'), { folder: folder.path, symbols: ['ZZZ'], times: 3, everyMs: 1 }, wait)
    expect(files.filter(({ kind }) => kind === 'chain')).toHaveLength(2)
    await importRecording(folder.path)
    // The published history lags two days.
    expect((await bench.store.dailyBars.latest('ZZZ'))?.date).toBe('2026-11-18')
  })

  it('says what the source did not give', async () => {
    const { files, missing } = await record(
      live('cboe'),
      { folder: folder.path, symbols: ['WHAT'], times: 1, everyMs: 1 },
      async () => 0,
    )
    expect(files).toEqual([])
    expect(missing).toEqual([expect.stringMatching(/^WHAT is not among the 3 symbols/)])
  })
})

describe('the command', () => {
  function run(args: readonly string[], market = live('cboe')) {
    let written = ''
    const write = (text: string) => {
      written += text
      return true
    }
    const stdout = { write } as NodeJS.WriteStream
    const command = recordCommand({ parts: async () => ({ ...app.parts, market }), stderr: stdout })
    return command.run({ args, json: false, stdout } as never).then(() => written)
  }

  it('tells how to import what it wrote', async () => {
    const path = join(folder.path, 'new')
    const text = await run([path, '--symbol', 'zzz'])
    expect(text).toContain(`optionwire import chain ${path}/ZZZ/chain --symbol ZZZ   # 1 file, 60 rows`)
    expect(text).toContain(`optionwire import bars ${path}/ZZZ/bars --symbol ZZZ`)
    await expect(run([path])).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([
    [[], 'Name one folder'],
    [['a', 'b'], 'Name one folder'],
    [['a', '--symbol', '!'], '--symbol must be a ticker'],
    [['a', '--times', '0'], '--times must be a whole number'],
    [['a', '--every', 'x'], '--every must be a whole number'],
    [['a', '--what'], 'optionwire record'],
  ])('refuses %j', async (args, sentence) => {
    await expect(run(args)).rejects.toThrow(sentence)
  })
})
