import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replayMarket } from '../../../../src/market/sources/replay/index.ts'
import { type ImportBench, importBench, quoteTable } from '../../../support/market/imports.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench[Symbol.asyncDispose]())

/** Rows of a Lean trade file: minute of the day, USD, shares, exchange. */
function ticks(...rows: readonly (readonly [number, number, number, string])[]): string {
  return rows
    .map(([minute, price, size, code]) => `${minute * 60_000},${price * 10_000},${size},${code},1,0\n`)
    .join('')
}

const tapeOf = async (symbol: string, days: number, date?: string) =>
  (await replayMarket({ market: bench.store }).viewAt(date)).offExchangeTrades(symbol, days)

describe('stored trades', () => {
  it('of a symbol without chains and bars make its present; trades on exchanges count for the volume alone', async () => {
    await bench.import('trades', '20261117_trade.csv', ticks([600, 100, 300, 'D'], [601, 101, 700, 'N']), {
      symbol: 'IBM',
      date: '2026-11-17',
    })

    const { sessions, sessionDate, asOfMs, warnings } = await tapeOf('IBM', 20)

    expect({ sessionDate, asOfMs, warnings }).toEqual({
      sessionDate: '2026-11-17',
      asOfMs: Date.parse('2026-11-17T21:00:00Z'),
      warnings: [],
    })
    expect(sessions.map(({ trades, volume }) => [[...trades.price], trades.count, volume])).toEqual([[[100], 1, 1000]])
  })

  it('of a window are those up to the date, and none of later days', async () => {
    for (const [day, price] of [
      ['16', 100],
      ['17', 101],
      ['18', 102],
    ] as const) {
      const date = `2026-11-${day}`
      await bench.import('trades', `${day}.csv`, ticks([600, price, 300, 'D']), { symbol: 'IBM', date })
    }
    const prices = async (days: number, date?: string) =>
      (await tapeOf('IBM', days, date)).sessions.map(({ trades }) => trades.price[0])

    expect(await prices(20)).toEqual([100, 101, 102])
    expect(await prices(20, '2026-11-17')).toEqual([100, 101])
    expect(await prices(1, '2026-11-17')).toEqual([101])
  })

  it('of a tape that was cut down to one kind tell no whole volume', async () => {
    await bench.import('trades', 'a.csv', ticks([600, 100, 300, 'D']), { symbol: 'IBM', date: '2026-11-17' })

    expect((await tapeOf('IBM', 1)).sessions[0]?.volume).toBeNaN()
  })

  it('of the session of a chain end at the instant of the chain', async () => {
    await bench.import('chain', 'a.csv', quoteTable({ stamp: 'November 19, 2026 at 10:30 AM EST' }))
    const rows = ticks([600, 650, 300, 'D'], [660, 651, 300, 'D'], [661, 652, 300, 'N'])
    await bench.import('trades', 't.csv', rows, { symbol: 'SPY', date: '2026-11-19' })

    const { sessions } = await tapeOf('SPY', 1)

    expect([...(sessions[0]?.trades.price ?? [])]).toEqual([650])
    expect(sessions[0]?.volume).toBeNaN()
  })

  it('from before a split are in the shares of the session that looks back', async () => {
    await bench.import('trades', '1.csv', ticks([600, 700, 10, 'D'], [600, 700, 10, 'N']), {
      symbol: 'AAPL',
      date: '2014-06-06',
    })
    await bench.import('trades', '2.csv', ticks([600, 100, 70, 'D']), { symbol: 'AAPL', date: '2014-06-09' })
    await bench.import('events', 'aapl.csv', '20140606,1,0.142857,700\n20501231,1,1,0\n', { symbol: 'AAPL' })

    const { sessions } = await tapeOf('AAPL', 20, '2014-06-09')
    const before = await tapeOf('AAPL', 20, '2014-06-06')

    expect(sessions.map(({ trades }) => [trades.price[0], trades.size[0]])).toEqual([
      [expect.closeTo(100, 3), expect.closeTo(70, 3)],
      [100, 70],
    ])
    expect(sessions[0]?.volume).toBeCloseTo(140, 3)
    expect(before.sessions.map(({ trades }) => trades.price[0])).toEqual([700])
  })

  it('that are missing are said to be', async () => {
    await bench.import('chain', 'a.csv', quoteTable())

    expect(await tapeOf('SPY', 3)).toMatchObject({
      sessions: [],
      warnings: ['No trades of SPY are stored from 2026-11-17 to 2026-11-19: import some first.'],
    })
    await expect(tapeOf('XYZ', 3)).rejects.toMatchObject({ code: 'not_found' })
  })
})
