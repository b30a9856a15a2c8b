import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainAnalysis } from '../../../../src/analytics/domain/chain-analysis.ts'
import { FlowSessions } from '../../../../src/flow/operations/flow-sessions.ts'
import { mix, uniform } from '../../../../src/lib/math/seeded-random.ts'
import type { AlpacaMarket } from '../../../../src/market/sources/alpaca/index.ts'
import { type AlpacaBench, alpacaBench, MINUTE, OPTIONS, STOCKS } from '../../../support/alpaca/alpaca-bench.ts'
import type { InventedOptionTrade } from '../../../support/alpaca/alpaca-server.ts'
import type { AlpacaStream } from '../../../support/alpaca/alpaca-stream.ts'
import { status } from '../../../support/http/fault-server.ts'

const CALL = 'ZZZ261218C00100000'
const PUT = 'ZZZ261218P00100000'
const PATIENCE = { timeout: 5000 }

let live: AlpacaBench
let stream: AlpacaStream
let source: AlpacaMarket

beforeEach(async () => {
  live = await alpacaBench()
  ;({ stream } = live)
  source = await live.open()
})

afterEach(() => live[Symbol.asyncDispose]())

/** Somebody looks, and half a minute later quotes are carried: it is 16:00:30. */
async function following(): Promise<void> {
  await tape()
  await live.streaming(OPTIONS, 'quotes')
}

async function tape() {
  return await (await source.viewAt()).optionPrints('ZZZ')
}

function print(t: string, p: number, more: Partial<InventedOptionTrade> = {}): InventedOptionTrade {
  return { t: `2026-11-20T${t}Z`, p, s: 2, x: 'C', c: 'I', ...more }
}

function quoteOf(t: string, bp: number, ap: number, c = 'A') {
  return { t: `2026-11-20T${t}Z`, bx: 'C', bp, bs: 10, ax: 'C', ap, as: 20, c }
}

/** As the vendor does: only what is subscribed is sent, and the latest can be asked for at any time. */
function quote(contract: string, t: string, bp: number, ap: number, c?: string): void {
  live.server.optionQuotes.set(contract, quoteOf(t, bp, ap, c))
  if (stream.subscribed(OPTIONS, 'quotes').has(contract)) {
    stream.send(OPTIONS, { T: 'q', S: contract, ...quoteOf(t, bp, ap, c) })
  }
}

/** Time and quote of each print, once there are so many. */
async function printed(count: number): Promise<string[]> {
  return await vi.waitFor(async () => {
    const { prints } = await tape()
    expect(prints.count).toBe(count)
    return [...prints.executedAtMs].map((ms, row) => {
      const time = new Date(ms).toISOString().slice(11, 19)
      return `${time} ${prints.bid[row]} ${prints.ask[row]} ${prints.underlyingPrice[row]}`
    })
  }, PATIENCE)
}

/** Everything that was sent before has arrived. */
async function arrived(): Promise<void> {
  const marker = `2026-11-20T15:00:00.${String(++markers).padStart(9, '0')}Z`
  const stray = source.sourceHealth().refusedRows
  stream.send(OPTIONS, { T: 'q', S: CALL, t: `${marker} that is no instant` })
  await vi.waitFor(() => expect(source.sourceHealth().refusedRows).toBe(stray + 1), PATIENCE)
}
let markers = 0

describe('a streamed print', () => {
  it('has the quote in force before it, by which flow tells its side', async () => {
    await following()
    quote(CALL, '16:00:20', 3.4, 3.6)
    const prices = [3.61, 3.6, 3.5, 3.4, 3.39]
    for (const [place, price] of prices.entries()) live.trade(CALL, print(`16:00:2${place + 1}`, price), 'stream')
    expect(await printed(5)).toEqual([1, 2, 3, 4, 5].map((second) => `16:00:2${second} 3.4 3.6 NaN`))

    const viewAt = (date?: string) => source.viewAt(date)
    const sessions = new FlowSessions({
      store: live.live.store,
      viewAt,
      analysisOf: (chain) => new ChainAnalysis(chain),
    })
    const { rows } = await sessions.flow(await viewAt(), 'ZZZ')
    expect(rows.map(({ side, lowQuality }) => [side, lowQuality])).toEqual(
      ['above_ask', 'at_ask', 'mid', 'at_bid', 'below_bid'].map((side) => [side, false]),
    )
  })

  it('is compared with quotes by the times of the vendor, to the microsecond, whatever comes first', async () => {
    await following()
    quote(CALL, '16:00:20.000100', 1, 2)
    quote(CALL, '16:00:20.000300', 5, 6)
    live.trade(CALL, print('16:00:20.000200', 3.5, { s: 1 }), 'stream')
    // Not before a print is what came at the same time.
    live.trade(CALL, print('16:00:20.000300', 3.5, { s: 3 }), 'stream')
    live.trade(CALL, print('16:00:20.000301', 3.5, { s: 4 }), 'stream')
    // Told late, made before.
    quote(CALL, '16:00:20.000150', 3, 4)
    await arrived()
    expect(await printed(3)).toEqual(['16:00:20 3 4 NaN', '16:00:20 3 4 NaN', '16:00:20 5 6 NaN'])
  })

  it('keeps the quote that it was read with, whatever is told later', async () => {
    await following()
    quote(CALL, '16:00:20', 1, 2)
    live.trade(CALL, print('16:00:22', 3.5), 'stream')
    expect(await printed(1)).toEqual(['16:00:22 1 2 NaN'])
    quote(CALL, '16:00:21', 3, 4)
    live.trade(CALL, print('16:00:23', 3.5), 'stream')
    expect(await printed(2)).toEqual(['16:00:22 1 2 NaN', '16:00:23 3 4 NaN'])
  })

  it('has none before the first quote of its contract, and none of another', async () => {
    await following()
    quote(PUT, '16:00:19', 1, 2)
    live.trade(CALL, print('16:00:20', 3.5), 'stream')
    quote(CALL, '16:00:21', 3, 4)
    live.trade(CALL, print('16:00:22', 3.5), 'stream')
    expect(await printed(2)).toEqual(['16:00:20 NaN NaN NaN', '16:00:22 3 4 NaN'])
    expect((await tape()).warnings).toContainEqual(
      expect.stringMatching(/1,000 busiest contracts .* bid and ask are known at at least 50 % of these trades/),
    )
  })

  it('knows a quote that has not changed since before anybody looked', async () => {
    quote(CALL, '15:59:00', 3.4, 3.6)
    await following()
    live.trade(CALL, print('16:00:20', 3.5), 'stream')
    expect(await printed(1)).toEqual(['16:00:20 3.4 3.6 NaN'])
  })

  it.each([
    ['F', 'NaN NaN'],
    ['R', 'NaN NaN'],
    ['T', 'NaN NaN'],
    ['X', '3.4 NaN'],
    ['Y', 'NaN 3.6'],
    ['B', '3.4 3.6'],
  ])('has of a quote of condition %s what is firm', async (code, expected) => {
    await following()
    quote(CALL, '16:00:19', 1, 2)
    quote(CALL, '16:00:20', 3.4, 3.6, code)
    live.trade(CALL, print('16:00:21', 3.5), 'stream')
    expect(await printed(1)).toEqual([`16:00:21 ${expected} NaN`])
  })

  it('has no quote of a time that nobody can believe, and none of the evening before', async () => {
    await following()
    quote(PUT, '16:00:10', 1, 2)
    stream.send(OPTIONS, { T: 'q', S: PUT, ...quoteOf('18:00:00', 7, 8) })
    stream.send(OPTIONS, { T: 'q', S: CALL, ...quoteOf('16:00:00', 7, 8), t: '2026-11-19T21:00:00Z' })
    live.trade(PUT, print('16:00:21', 1.5), 'stream')
    live.trade(CALL, print('16:00:22', 3.5), 'stream')
    expect(await printed(2)).toEqual(['16:00:21 1 2 NaN', '16:00:22 NaN NaN NaN'])
    expect(source.sourceHealth().refusedRows).toBe(1)
  })
})

describe('after an interruption', () => {
  async function interrupted(): Promise<void> {
    await following()
    quote(CALL, '16:00:10', 1, 2)
    live.trade(CALL, print('16:00:20', 1.5, { s: 9 }), 'both')
    await printed(1)
    stream.cut(OPTIONS)
    live.live.clock.advance(2 * MINUTE)
    await vi.waitFor(() => expect(stream.subscribed(OPTIONS, 'quotes').has(CALL)).toBe(true), PATIENCE)
  }

  it('no print has a quote of before, until the vendor tells a new one', async () => {
    await interrupted()
    live.server.optionQuotes.clear()
    live.trade(CALL, print('16:01:00', 3.5), 'pages')
    await live.beat()
    live.trade(CALL, print('16:02:50', 3.5), 'stream')
    quote(CALL, '16:02:51', 3, 4)
    live.trade(CALL, print('16:02:52', 3.5), 'stream')
    expect(await printed(4)).toEqual([
      '16:00:20 1 2 NaN',
      '16:01:00 NaN NaN NaN',
      '16:02:50 NaN NaN NaN',
      '16:02:52 3 4 NaN',
    ])
  })

  it('a quote of before counts where the vendor says that it is in force still', async () => {
    await interrupted()
    await live.beat()
    live.trade(CALL, print('16:02:50', 3.5), 'stream')
    expect((await printed(2))[1]).toBe('16:02:50 1 2 NaN')
  })

  it('a quote that was missed counts from its own time', async () => {
    await interrupted()
    live.server.optionQuotes.set(CALL, quoteOf('16:01:30', 3, 4))
    await live.beat()
    live.trade(CALL, print('16:01:00', 3.5), 'pages')
    live.trade(CALL, print('16:01:31', 3.5), 'pages')
    live.live.clock.advance(2 * MINUTE)
    await live.beat()
    expect(await printed(3)).toEqual(['16:00:20 1 2 NaN', '16:01:00 NaN NaN NaN', '16:01:31 3 4 NaN'])
  })

  it('what the vendor fails to tell is asked for again', async () => {
    await interrupted()
    live.server.fail('/quotes/latest', status(400))
    await live.beat()
    expect(source.sourceHealth().state).toBe('degraded')
    live.server.fail('/quotes/latest', null)
    await live.beat()
    expect(source.sourceHealth().state).toBe('fine')
    live.trade(CALL, print('16:03:10', 3.5), 'stream')
    expect((await printed(2))[1]).toBe('16:03:10 1 2 NaN')
  })
})

describe('whatever is interrupted when', () => {
  it.each([1, 2, 3, 4, 5, 6])('a print has the quote that was in force, or none (seed %i)', async (seed) => {
    let draws = 0
    const dice = () => uniform(mix(seed, draws++))
    const { clock } = live.live
    const quotes: Record<string, number[][]> = { [CALL]: [], [PUT]: [] }
    const instant = () => clock.now().toISOString().slice(11, -1)
    await following()
    for (let step = 0; step < 120; step++) {
      clock.advance(1 + Math.floor(dice() * 300))
      const contract = dice() < 0.5 ? CALL : PUT
      const what = dice()
      if (what < 0.45) {
        const bid = 1 + Math.floor(dice() * 50)
        quotes[contract]?.push([clock.now().getTime(), bid])
        quote(contract, instant(), bid, bid + 1)
      } else if (what < 0.85)
        live.trade(contract, print(instant(), 3, { s: 1 + step }), dice() < 0.8 ? 'both' : 'pages')
      else if (what < 0.9) stream.cut(OPTIONS)
      else if (what < 0.95) await live.beat()
      else await tape()
    }
    await vi.waitFor(() => expect(stream.subscribed(OPTIONS).size).toBeGreaterThan(0), PATIENCE)
    for (let beats = 0; beats < 8; beats++) await live.beat()

    const { prints } = await tape()
    const bids = [...prints.size].map((size, row) => {
      const traded = live.server.optionTrades
      const name = (prints.optionSymbols.at(row) ?? '').replaceAll(' ', '')
      const t = Date.parse(traded.get(name)?.find(({ s }) => s === size)?.t ?? '')
      return [prints.bid[row], quotes[name]?.findLast(([atMs = 0]) => atMs < t)?.[1]]
    })
    const known = bids.filter(([bid]) => !Number.isNaN(bid))
    expect(prints.count).toBeGreaterThan(30)
    expect(known.length).toBeGreaterThan(5)
    expect(known.filter(([bid, truth]) => bid !== truth)).toEqual([])
  })
})

describe('the contracts that are followed', () => {
  it('are no more than the account may have, the busiest first, and trades are carried all the same', async () => {
    stream.most.quotes = 50
    quote(CALL, '15:59:00', 3.4, 3.6)
    await following()
    expect(stream.subscribed(OPTIONS, 'quotes').size).toBe(50)
    live.trade(CALL, print('16:00:20', 3.5), 'stream')
    expect(await printed(1)).toEqual(['16:00:20 3.4 3.6 NaN'])
    expect(stream.subscribed(OPTIONS).size).toBe(60)
    expect(stream.asked.flatMap(({ quotes }) => quotes ?? [])).not.toContain('*')
    expect(source.sourceHealth().state).toBe('fine')
    // The wings of the chain have least volume.
    const followed = [...stream.subscribed(OPTIONS, 'quotes')]
    expect(followed.filter((name) => /00100000$|00105000$|00095000$/.test(name)).length).toBeGreaterThan(0)
    const volume = await volumes()
    const left = [...volume.keys()].filter((name) => !followed.includes(name)).map((name) => volume.get(name) ?? 0)
    expect(Math.max(...left)).toBeLessThanOrEqual(Math.min(...followed.map((name) => volume.get(name) ?? 0)))
  })

  it('are chosen anew by what was traded, not for a little more, and changed by the difference', async () => {
    stream.most.quotes = 50
    await following()
    const before = new Set(stream.subscribed(OPTIONS, 'quotes'))
    const volume = await volumes()
    const [left] = [...volume.keys()].filter((name) => !before.has(name))
    const least = Math.min(...[...before].map((name) => volume.get(name) ?? 0))
    expect.assert(left)
    const asked = stream.asked.length

    tradedNow(left, Math.floor(least * 1.2))
    await chosenAnew()
    expect(stream.asked.slice(asked).filter(({ action }) => action === 'unsubscribe')).toEqual([])

    tradedNow(left, least * 2)
    await chosenAnew()
    await vi.waitFor(() => expect(stream.subscribed(OPTIONS, 'quotes').has(left)).toBe(true), PATIENCE)
    const changes = stream.asked.slice(asked).filter(({ quotes }) => quotes !== undefined)
    expect(changes).toEqual([
      { action: 'unsubscribe', quotes: [expect.any(String)] },
      { action: 'subscribe', quotes: [left] },
    ])
    expect(stream.subscribed(OPTIONS, 'quotes').size).toBe(50)
  })

  it('are given up with their trades when nobody looks, and taken up again without a hole or a double', async () => {
    await following()
    live.trade(CALL, print('16:00:20', 1.5, { s: 9 }), 'both')
    await printed(1)
    for (let minutes = 0; minutes < 30; minutes++) {
      live.live.clock.advance(MINUTE / 2)
      await tape()
      await arrived()
      await live.beat()
    }
    quote(CALL, '16:30:10', 1, 2)
    live.trade(CALL, print('16:30:20', 1.5, { s: 8 }), 'both')
    await printed(2)
    for (let beats = 0; beats < 24; beats++) await live.beat()
    await vi.waitFor(() => expect(stream.subscribed(OPTIONS, 'quotes').size).toBe(0), PATIENCE)
    expect([stream.subscribed(OPTIONS).size, stream.subscribed(STOCKS).size]).toEqual([0, 0])

    live.trade(CALL, print('16:42:20', 3.5), 'pages')
    live.live.clock.advance(20 * MINUTE)
    const before = ['16:00:20 NaN NaN NaN', '16:30:20 1 2 NaN', '16:42:20 NaN NaN NaN']
    expect(await printed(3)).toEqual(before)
    await live.streaming(OPTIONS, 'quotes')
    quote(CALL, '17:02:50', 3, 4)
    live.trade(CALL, print('17:02:55', 3.5, { s: 7 }), 'both')
    expect(await printed(4)).toEqual([...before, '17:02:55 3 4 NaN'])
  })

  it('are none on the free feed, whose quotes are changed by the vendor', async () => {
    source = await live.open({ stocks: 'iex', options: 'indicative' })
    live.trade(CALL, print('15:30:00', 3.5), 'pages')
    await tape()
    await live.streaming(STOCKS)
    expect(stream.subscribed(OPTIONS, 'quotes').size).toBe(0)
    expect((await tape()).warnings).toContainEqual(
      expect.stringMatching(/^Alpaca changes the quotes of its feed indicative, so none is taken for a print/),
    )
  })

  async function volumes(): Promise<Map<string, number>> {
    const { contracts } = await (await source.viewAt()).chain('ZZZ')
    return new Map(contracts.optionSymbols.map((occ, row) => [occ.replaceAll(' ', ''), contracts.volume[row] ?? 0]))
  }

  function tradedNow(name: string, v: number): void {
    live.server.alter = (path, answer) => {
      if (!path.includes('/snapshots/')) return answer
      const { snapshots } = answer as { snapshots: Record<string, { dailyBar: object }> }
      const snapshot = snapshots[name]
      if (snapshot) snapshot.dailyBar = { ...snapshot.dailyBar, v }
      return answer
    }
  }

  async function chosenAnew(): Promise<void> {
    live.live.clock.advance(MINUTE)
    await tape()
    await arrived()
  }
})

describe('the price of the underlying at a print', () => {
  const stock = (t: string, p: number, more: object = {}) =>
    stream.send(STOCKS, {
      T: 't',
      S: 'ZZZ',
      t: `2026-11-20T${t}Z`,
      p,
      s: 100,
      x: 'V',
      i: ++ids,
      c: ['@'],
      z: 'C',
      ...more,
    })
  let ids = 0

  async function priced(): Promise<void> {
    await following()
    await vi.waitFor(() => expect(stream.subscribed(STOCKS)).toEqual(new Set(['ZZZ'])), PATIENCE)
  }

  /** The last row, once its price has come by the other stream. */
  async function last(count: number): Promise<string | undefined> {
    return (await printed(count)).at(-1)?.split(' ')[3]
  }

  /** Everything of the stream of stocks that was sent before has arrived. */
  async function stocksArrived(): Promise<void> {
    const stray = source.sourceHealth().refusedRows
    stream.send(STOCKS, { T: 'what' })
    await vi.waitFor(() => expect(source.sourceHealth().refusedRows).toBe(stray + 1), PATIENCE)
  }

  it('is that of the last trade before it on an exchange, at the price of the market', async () => {
    await priced()
    stock('16:00:10', 101)
    stock('16:00:11', 99, { x: 'D' })
    stock('16:00:12', 98, { c: ['@', 'W'] })
    stock('16:00:20.5', 102)
    await stocksArrived()
    live.trade(CALL, print('16:00:20', 3.5), 'stream')
    expect(await last(1)).toBe('101')
    live.trade(CALL, print('16:00:21', 3.5), 'stream')
    expect(await last(2)).toBe('102')
  })

  it('is unknown after a minute without a trade, and after an interruption', async () => {
    await priced()
    stock('15:59:00', 101)
    await stocksArrived()
    live.trade(CALL, print('16:00:20', 3.5), 'stream')
    expect(await last(1)).toBe('NaN')
    stock('16:00:21', 102)
    await stocksArrived()
    stream.cut(STOCKS)
    await vi.waitFor(() => expect(stream.subscribed(STOCKS).size).toBe(1), PATIENCE)
    live.trade(CALL, print('16:00:25', 3.5), 'stream')
    expect(await last(2)).toBe('NaN')
  })

  it('is no matter of health on a feed that has nothing else to stream', async () => {
    source = await live.open({ stocks: 'iex', options: 'indicative' })
    Object.assign(stream, { refuse: 409, refuseOn: STOCKS })
    live.trade(CALL, print('15:30:00', 3.5), 'pages')
    await tape()
    await vi.waitFor(() => expect(stream.ended).toEqual(['/v2/iex']), PATIENCE)
    expect(source.sourceHealth().state).toBe('fine')
    expect((await tape()).warnings).toContainEqual(expect.stringMatching(/the price of the underlying at none\./))
  })

  it('is found for trades that the free feed tells 15 minutes late', async () => {
    source = await live.open({ stocks: 'iex', options: 'indicative' })
    await tape()
    await vi.waitFor(() => expect(stream.subscribed(STOCKS)).toEqual(new Set(['ZZZ'])), PATIENCE)
    // The stream of options alters its prints there, and is not opened.
    expect(stream.handshakes).toEqual(['/v2/iex application/json'])
    stock('16:00:10', 101)
    await stocksArrived()
    live.live.clock.advance(17 * MINUTE)
    stock('16:16:00', 120)
    await stocksArrived()
    live.trade(CALL, print('16:00:20', 3.5), 'pages')
    expect(await last(1)).toBe('101')
  })
})
