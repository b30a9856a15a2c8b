import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mix, uniform } from '../../../../../src/lib/math/seeded-random.ts'
import type { AlpacaMarket } from '../../../../../src/market/sources/alpaca/index.ts'
import { instantKey } from '../../../../../src/market/sources/alpaca/rest/rest.ts'
import { SeenTrades } from '../../../../../src/market/sources/alpaca/stream/seen-trades.ts'
import { msgpackCodec } from '../../../../../src/market/sources/alpaca/stream/stream-codec.ts'
import { type AlpacaBench, alpacaBench, MINUTE, OPTIONS, STOCKS } from '../../../../support/alpaca/alpaca-bench.ts'
import type { AlpacaServer, InventedOptionTrade } from '../../../../support/alpaca/alpaca-server.ts'
import type { AlpacaStream } from '../../../../support/alpaca/alpaca-stream.ts'
import { status } from '../../../../support/http/fault-server.ts'

const CONTRACT = 'ZZZ261218C00100000'
const PUT = 'ZZZ261218P00100000'

let live: AlpacaBench
let bench: AlpacaBench['live']
let server: AlpacaServer
let stream: AlpacaStream
let source: AlpacaMarket

beforeEach(async () => {
  live = await alpacaBench()
  ;({ live: bench, server, stream } = live)
  source = await live.open()
})

afterEach(() => live[Symbol.asyncDispose]())

function print(t: string, more: Partial<InventedOptionTrade> = {}): InventedOptionTrade {
  return { t, p: 3.5, s: 2, x: 'C', c: 'I', ...more }
}

const trade = (...args: Parameters<AlpacaBench['trade']>) => live.trade(...args)
const streaming = (path?: string) => live.streaming(path)
const beat = () => live.beat()

async function tape(): Promise<string[]> {
  const { prints } = await (await source.viewAt()).optionPrints('ZZZ')
  return [...prints.executedAtMs].map((ms, row) => `${new Date(ms).toISOString().slice(11, 19)} ${prints.size[row]}`)
}

function handshakes(path: string): number {
  return stream.handshakes.filter((each) => each.includes(path)).length
}

async function received(count: number): Promise<string[]> {
  return await vi.waitFor(
    async () => {
      const rows = await tape()
      expect(rows).toHaveLength(count)
      return rows
    },
    { timeout: 5000 },
  )
}

describe('the stream of option trades', () => {
  it('speaks msgpack, signs in by message, and subscribes to the contracts of the chain', async () => {
    await tape()
    await streaming()
    expect(stream.handshakes).toContain('/v1beta1/opra application/msgpack')
    expect(stream.subscribed(OPTIONS)).toContain(CONTRACT)
    expect(stream.subscribed(OPTIONS).size).toBe(60)
  })

  it('adds what comes to the tape of the pages, each trade once, without asking for pages any more', async () => {
    trade(CONTRACT, print('2026-11-20T15:00:00Z'), 'pages')
    const first = await (await source.viewAt()).optionPrints('ZZZ')
    await streaming()
    const asked = server.count('/options/trades')
    trade(CONTRACT, print('2026-11-20T16:00:01Z', { s: 7 }), 'both')
    trade(PUT, print('2026-11-20T16:00:02Z', { s: 8 }), 'stream')
    expect(await received(3)).toEqual(['15:00:00 2', '16:00:01 7', '16:00:02 8'])
    expect((await (await source.viewAt()).optionPrints('ZZZ')).tape).toBe(first.tape)
    expect(server.count('/options/trades')).toBe(asked)
  })

  it('has no hole and no double after an interruption', async () => {
    trade(CONTRACT, print('2026-11-20T15:59:00Z'), 'pages')
    await tape()
    await streaming()
    trade(CONTRACT, print('2026-11-20T16:00:05Z', { s: 11 }), 'both')
    trade(CONTRACT, print('2026-11-20T16:00:05Z', { s: 11 }), 'both')
    await received(3)

    stream.cut(OPTIONS)
    bench.clock.advance(5 * MINUTE)
    trade(CONTRACT, print('2026-11-20T16:02:00Z', { s: 21 }), 'pages')
    trade(PUT, print('2026-11-20T16:03:00Z', { s: 22 }), 'pages')
    await vi.waitFor(() => expect(stream.subscribed(OPTIONS).size).toBeGreaterThan(0), { timeout: 5000 })
    // Comes before the gap is filled: the pages tell one of the two as well.
    trade(CONTRACT, print('2026-11-20T16:05:00Z', { s: 31 }), 'both')
    trade(CONTRACT, print('2026-11-20T16:05:01Z', { s: 32 }), 'stream')
    await beat()
    const rows = await received(7)
    expect(rows).toEqual([
      '15:59:00 2',
      '16:00:05 11',
      '16:00:05 11',
      '16:02:00 21',
      '16:03:00 22',
      '16:05:00 31',
      '16:05:01 32',
    ])
    expect(source.sourceHealth().state).toBe('fine')
  })

  it.each([1, 2, 3, 4])('tells every trade once, whatever is interrupted when (seed %i)', async (seed) => {
    let draws = 0
    const random = () => uniform(mix(seed, draws++))
    const truth: string[] = []
    await tape()
    await streaming()
    for (let step = 0; step < 40; step++) {
      const dice = random()
      if (dice < 0.6) {
        bench.clock.advance(Math.floor(random() * 20_000))
        const t = new Date(bench.clock.now().getTime() - 1000).toISOString()
        const row = print(t, { s: 1 + Math.floor(random() * 3) })
        // Now and then two equal trades at once.
        for (let twin = random() < 0.2 ? 2 : 1; twin > 0; twin--) {
          trade(random() < 0.5 ? CONTRACT : PUT, row, 'both')
          truth.push(`${t.slice(11, 19)} ${row.s}`)
        }
      } else if (dice < 0.7) stream.cut(OPTIONS)
      else if (dice < 0.85) await beat()
      else await tape()
    }
    await vi.waitFor(() => expect(stream.subscribed(OPTIONS).size).toBeGreaterThan(0), { timeout: 5000 })
    await beat()
    bench.clock.advance(2 * MINUTE)
    await beat()
    const rows = await received(truth.length)
    const sizes = (list: readonly string[]) => list.map((row) => row.split(' ')[1]).sort()
    expect(sizes(rows)).toEqual(sizes(truth))
  })

  it('looks once more for what the pages told late', async () => {
    await tape()
    await streaming()
    trade(CONTRACT, print('2026-11-20T15:59:58Z'), 'pages')
    await beat()
    expect(await tape()).toEqual([])
    bench.clock.advance(2 * MINUTE)
    await beat()
    expect(await tape()).toEqual(['15:59:58 2'])
  })

  it('tries a gap again that cannot be filled, and polls pages meanwhile', async () => {
    await tape()
    server.fail('/options/trades', status(400))
    await streaming()
    trade(CONTRACT, print('2026-11-20T16:00:01Z'), 'both')
    expect(source.sourceHealth().state).toBe('degraded')
    server.fail('/options/trades', null)
    server.fail('/snapshots/', status(500))
    bench.clock.advance(MINUTE)
    await beat()
    expect(source.sourceHealth().state).toBe('degraded')
    server.fail('/snapshots/', null)
    bench.clock.advance(MINUTE)
    await beat()
    expect(await received(1)).toEqual(['16:00:01 2'])
    expect(source.sourceHealth().state).toBe('fine')
  })

  it('notices a connection that is dead without being closed', async () => {
    await tape()
    await streaming()
    stream.silent = true
    await beat()
    await beat()
    expect(source.sourceHealth().detail).toMatch(/fell silent/)
    stream.silent = false
    await vi.waitFor(() => expect(handshakes(OPTIONS)).toBe(2), { timeout: 5000 })
    await vi.waitFor(() => expect(source.sourceHealth().state).toBe('fine'), { timeout: 5000 })
  })

  it('takes a frame that cannot be read as the end of the connection, and comes back', async () => {
    await tape()
    await streaming()
    stream.sendRaw(OPTIONS, new Uint8Array([0xc1, 0xff]))
    await vi.waitFor(() => expect(handshakes(OPTIONS)).toBe(2), { timeout: 5000 })
    await vi.waitFor(() => expect(source.sourceHealth().state).toBe('fine'), { timeout: 5000 })
  })

  it('loses a message that cannot be read, and no other', async () => {
    await tape()
    await streaming()
    stream.send(
      OPTIONS,
      { T: 't', S: 'nonsense', t: '2026-11-20T16:00:01Z' },
      { T: 't', S: CONTRACT, ...print('2026-11-20T16:00:02Z') },
    )
    expect(await received(1)).toEqual(['16:00:02 2'])
    expect(source.sourceHealth().refusedRows).toBe(1)
  })

  it.each([
    [409, /^The stream of Alpaca is not part of the subscription \(code 409\)\./],
    [405, /^The stream of Alpaca allows fewer symbols \(code 405\)\./],
  ])('after refusal %i goes on with pages, and leaves the stream alone', async (code, sentence) => {
    stream.refuse = code
    await tape()
    await vi.waitFor(() => expect(source.sourceHealth().detail).toMatch(sentence), { timeout: 5000 })
    trade(CONTRACT, print('2026-11-20T16:00:01Z'), 'pages')
    bench.clock.advance(MINUTE)
    expect(await tape()).toEqual(['16:00:01 2'])
    expect(handshakes(OPTIONS)).toBe(1)
  })

  it('goes on with pages where no stream can be reached, and closes at once', async () => {
    await source[Symbol.asyncDispose]()
    await stream[Symbol.asyncDispose]()
    server.server.removeAllListeners('upgrade')
    source = await live.open()
    await tape()
    await vi.waitFor(() => expect(source.sourceHealth().detail).toMatch(/^The stream of Alpaca broke off\./), {
      timeout: 5000,
    })
    trade(CONTRACT, print('2026-11-20T16:00:01Z'), 'pages')
    bench.clock.advance(MINUTE)
    expect(await tape()).toEqual(['16:00:01 2'])
  })

  it('keeps nanoseconds, by which two trades of one millisecond are told apart', async () => {
    const { encode, encodeTimeSpecToTimestamp, EXT_TIMESTAMP, ExtensionCodec } = await import('@msgpack/msgpack')
    const extensionCodec = new ExtensionCodec()
    const nanos = new Map<object, number>()
    extensionCodec.register({
      type: EXT_TIMESTAMP,
      encode: (value) =>
        value instanceof Date ? encodeTimeSpecToTimestamp({ sec: 1_700_000_000, nsec: nanos.get(value) ?? 0 }) : null,
      decode: () => null,
    })
    const at = new Date(0)
    nanos.set(at, 123_456_789)
    const bytes = encode([{ t: at }], { extensionCodec })
    const [message] = (await msgpackCodec()).decode(bytes.slice().buffer)
    expect(message).toEqual({ t: '2023-11-14T22:13:20.123456789Z' })
    expect(instantKey('2023-11-14T22:13:20.500000000Z')).toBe(instantKey('2023-11-14T22:13:20.5Z'))
    expect(instantKey('2023-11-14T22:13:20Z')).toBe(instantKey('2023-11-14T22:13:20.000Z'))
    expect(instantKey('2023-11-14T22:13:20.5Z')).not.toBe(instantKey('2023-11-14T22:13:20.50001Z'))
  })

  it('keeps the keys to itself', async () => {
    source = await live.open()
    await tape()
    stream.cut(OPTIONS)
    expect(inspect(source.sourceHealth(), { depth: 9 })).not.toContain('CANARY')
  })
})

describe('a stream of options that does not behave', () => {
  it('gives up a connection that never answers the sign-in, and comes back', async () => {
    stream.silent = true
    await tape()
    await vi.waitFor(() => expect(handshakes(OPTIONS)).toBe(1), { timeout: 5000 })
    await beat()
    expect(source.sourceHealth().detail).toMatch(/did not answer the sign-in/)
    trade(CONTRACT, print('2026-11-20T16:00:01Z'), 'pages')
    bench.clock.advance(MINUTE)
    expect(await tape()).toEqual(['16:00:01 2'])
    stream.silent = false
    await beat()
    await vi.waitFor(() => expect(source.sourceHealth().state).toBe('fine'), { timeout: 5000 })
  })

  it('waits longer and longer for a vendor that closes each connection soon', async () => {
    await tape()
    for (let times = 1; times <= 8; times++) {
      await vi.waitFor(() => expect(stream.subscribed(OPTIONS).size).toBeGreaterThan(0), { timeout: 5000 })
      await stream.settled()
      stream.cut(OPTIONS)
      await vi.waitFor(() => expect(handshakes(OPTIONS)).toBe(times + 1), { timeout: 5000 })
    }

    const { pauses } = live
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(0)).toBeLessThanOrEqual(1_000)
    expect(pauses.at(-1)).toBeGreaterThan(30_000)
  })

  it('reports no trade from the future, which would hide those that come after it', async () => {
    await tape()
    await streaming()
    trade(CONTRACT, print('2026-11-20T17:30:00Z'), 'stream')
    trade(CONTRACT, print('2026-11-20T15:59:59Z'), 'stream')
    expect(await received(1)).toEqual(['15:59:59 2'])
    bench.clock.set('2026-11-20T17:31:00.000Z')
    expect(await tape()).toEqual(['15:59:59 2'])
  })
})

describe('the stream of stock trades', () => {
  const row = (t: string, i: number, x = 'D') => ({ t, p: 101.25, s: 300, x, i, c: ['@'], z: 'C' })

  it('adds to the running session, each trade once, without what was taken back', async () => {
    server.stockTrades.set('ZZZ', [row('2026-11-20T15:59:00Z', 1)])
    const view = await source.viewAt()
    const session = async () => (await view.offExchangeTrades('ZZZ', 1)).sessions[0]!
    await session()
    await streaming(STOCKS)
    server.stockTrades.get('ZZZ')!.push(row('2026-11-20T15:59:59Z', 2))
    stream.send(
      STOCKS,
      { T: 't', S: 'ZZZ', ...row('2026-11-20T15:59:59Z', 2) },
      { T: 't', S: 'ZZZ', ...row('2026-11-20T15:59:59.5Z', 3, 'V') },
    )
    stream.send(STOCKS, { T: 'x', S: 'ZZZ', i: 1, x: 'D', p: 101.25, s: 300, t: '2026-11-20T15:59:59.6Z', z: 'C' })
    await vi.waitFor(async () => expect((await session()).volume).toBe(600), { timeout: 5000 })
    bench.clock.advance(2 * MINUTE)
    const { trades, volume } = await session()
    expect([trades.count, [...trades.suspicious], volume]).toEqual([1, [0], 600])
    expect(stream.handshakes).toEqual(['/v2/sip application/json'])
  })
})

describe('a stock that nobody looks at any more', () => {
  it('is read from the pages again, each trade once', async () => {
    const row = (t: string, i: number) => ({ t: `2026-11-20T${t}Z`, p: 101.25, s: 300, x: 'D', i, c: ['@'], z: 'C' })
    let junk = 0
    /** Told by both channels, and arrived, though nobody looks. */
    const told = async (t: string, i: number) => {
      server.stockTrades.set('ZZZ', [...(server.stockTrades.get('ZZZ') ?? []), row(t, i)])
      stream.send(STOCKS, { T: 't', S: 'ZZZ', ...row(t, i) }, { T: 'junk' })
      junk++
      await vi.waitFor(() => expect(source.sourceHealth().refusedRows).toBe(junk), { timeout: 5000 })
    }
    const beats = async (count: number) => {
      for (let done = 0; done < count; done++) await beat()
    }
    const count = async () => (await (await source.viewAt()).offExchangeTrades('ZZZ', 1)).sessions[0]?.trades.count ?? 0
    await count()
    await streaming(STOCKS)
    await beats(4)
    await told('16:02:20', 1)
    await beats(14)
    await told('16:09:20', 2)
    await beats(4)
    await vi.waitFor(() => expect(stream.subscribed(STOCKS).size).toBe(0), { timeout: 5000 })
    server.stockTrades.get('ZZZ')?.push(row('16:11:40', 3))
    bench.clock.advance(MINUTE)
    expect(await count()).toBe(3)
  })
})

describe('trades told by two channels', () => {
  it('are taken as often as the channel that tells them more often, whatever the order', () => {
    const trades = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 })
    fc.assert(
      fc.property(
        trades,
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 0, max: 30 }),
        (times, isStreamed, cut) => {
          const all = times.sort().map((ms) => ({ key: `k${ms}`, ms }))
          const seen = new SeenTrades(1000)
          const taken = [
            ...seen.newOf(all.slice(0, cut)),
            ...all.slice(cut).filter((each, place) => isStreamed[place] && seen.isNew(each)),
            ...seen.newOf(all),
            ...seen.newOf(all),
          ]
          expect(taken.map(({ key }) => key).sort()).toEqual(all.map(({ key }) => key).sort())
          expect(seen.size).toBe(new Set(times).size)
        },
      ),
    )
  })

  it('are forgotten after a while, so that memory stays bounded', () => {
    const seen = new SeenTrades(1000)
    for (let ms = 0; ms < 100_000; ms += 10) seen.isNew({ key: `k${ms}`, ms })
    expect(seen.size).toBeLessThan(400)
  })
})

describe('an old connection that is still open', () => {
  it('is waited for, and the new one carries on alone', async () => {
    stream.refuse = 406
    await tape()
    await vi.waitFor(() => expect(live.pauses.filter((ms) => ms >= 30_000 && ms <= 60_000).length).toBeGreaterThan(1))
    stream.refuse = null
    await streaming()
    trade(CONTRACT, print('2026-11-20T16:00:01Z'), 'stream')

    expect(await received(1)).toEqual(['16:00:01 2'])
    expect(new Set(live.pauses)).toEqual(new Set([45_000]))
  })
})
