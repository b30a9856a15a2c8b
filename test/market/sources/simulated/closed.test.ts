import { describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'

const FRIDAY = '2026-11-20'
const CLOSE_MS = Date.parse('2026-11-20T21:00:00Z')
/** Friday evening, Sunday noon, Monday before the open. */
const CLOSED = ['2026-11-20T22:30:00Z', '2026-11-22T17:00:00Z', '2026-11-23T13:00:00Z']

function market(instant: string, alwaysOpen = false) {
  const clock = { ms: Date.parse(instant) }
  const source = simulatedMarket({ seed: 1, alwaysOpen, now: () => new Date(clock.ms) })
  return { clock, source }
}

describe('a closed simulated market', () => {
  it.each(CLOSED)('stands still at the last close at %s', async (instant) => {
    const { clock, source } = market(instant)
    const view = await source.viewAt()
    const [quote, chain, past] = [await view.quote('SPY'), await view.chain('SPY'), await source.viewAt(FRIDAY)]
    clock.ms += 600_000
    const later = await source.viewAt()

    expect(await view.moment()).toMatchObject({ asOfMs: CLOSE_MS, sessionDate: FRIDAY })
    expect(await later.chain('SPY')).toBe(chain)
    expect((await later.quote('SPY')).price).toBe(quote.price)
    expect(await past.chain('SPY')).toBe(chain)
    expect(quote.asOfMs).toBe(CLOSE_MS)
  })

  it.each(CLOSED)('quotes the last close of the price history at %s', async (instant) => {
    const view = await market(instant).source.viewAt()

    for (const symbol of ['SPY', 'AAPL', 'SPX']) {
      const bars = await view.dailyBars(symbol, { from: '2026-11-18' })
      expect(bars.at(-1)).toMatchObject({ date: FRIDAY, close: (await view.quote(symbol)).price })
    }
  })

  it('says whether the market is open, by the calendar of the exchanges', async () => {
    const sessionAt = async (instant: string) => {
      const view = await market(instant).source.viewAt()
      return (await view.quote('SPY')).marketSession
    }

    expect(await sessionAt('2026-11-20T12:00:00Z')).toBe('pre')
    expect(await sessionAt('2026-11-20T15:00:00Z')).toBe('open')
    expect(await sessionAt('2026-11-20T21:30:00Z')).toBe('post')
    expect(await sessionAt('2026-11-21T04:00:00Z')).toBe('closed')
    expect(await sessionAt('2026-11-22T17:00:00Z')).toBe('closed')
    // The day after Thanksgiving closes at 13:00.
    expect(await sessionAt('2026-11-26T17:00:00Z')).toBe('closed')
    expect(await sessionAt('2026-11-27T18:30:00Z')).toBe('post')
  })

  it('tells in the same second that it has opened', async () => {
    const { clock, source } = market('2026-11-23T14:29:59.999Z')
    const before = await (await source.viewAt()).quote('SPY')
    clock.ms += 1
    const after = await (await source.viewAt()).quote('SPY')

    expect(before).toMatchObject({ marketSession: 'pre', sessionDate: FRIDAY })
    expect(after).toMatchObject({ marketSession: 'open', sessionDate: '2026-11-23' })
  })

  it('has no notice', async () => {
    const { source } = market('2026-11-22T17:00:00Z')

    expect(source.notice).toBeUndefined()
    expect((await source.viewAt()).notice).toBeUndefined()
  })
})

describe('a simulated market that is always open', () => {
  it('moves on a Sunday, and says so', async () => {
    const { clock, source } = market('2026-11-22T17:00:00Z', true)
    const prices = new Set<number>()
    for (let minute = 0; minute < 60; minute++) {
      clock.ms += 60_000
      const view = await source.viewAt()
      const { price, marketSession } = await view.quote('SPY')
      expect(marketSession).toBe('open')
      expect(view.notice).toMatch(/always open \(MARKET_ALWAYS_OPEN=true\)/)
      prices.add(price)
    }

    expect(prices.size).toBeGreaterThan(5)
    expect(source.notice).toMatch(/always open/)
  })
})
