import { describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../../../src/market/sources/simulated/index.ts'

const NOON = '2026-11-20T17:00:00Z'

function marketAt(instant: string, options: { seed?: number; speed?: number; symbols?: string[] } = {}) {
  return simulatedMarket({ seed: 1, ...options, now: () => new Date(instant) })
}

/** A market whose clock the test moves. */
function clockedMarket(instant: string, options: { seed?: number; speed?: number; alwaysOpen?: boolean } = {}) {
  const clock = { ms: Date.parse(instant) }
  return { clock, market: simulatedMarket({ seed: 1, ...options, now: () => new Date(clock.ms) }) }
}

describe('the simulated market as a pure function of seed and clock', () => {
  it('is equal for the same seed and clock, whatever was asked before and in whichever order', async () => {
    const { clock, market } = clockedMarket('2026-11-17T15:00:00Z')
    const wandered = await market.viewAt()
    for (const symbol of ['TSLA', 'SPX', 'KO']) await wandered.chain(symbol)
    await (await market.viewAt('2024-05-24')).chain('AAPL')
    clock.ms = Date.parse('2026-11-20T20:59:00Z')
    await (await market.viewAt()).chain('AAPL')
    clock.ms = Date.parse(NOON)

    const asked = await market.viewAt()
    const fresh = await marketAt(NOON).viewAt()

    expect(await asked.chain('AAPL')).toEqual(await fresh.chain('AAPL'))
    expect(await asked.quote('AAPL')).toEqual(await fresh.quote('AAPL'))
    expect(await asked.dailyBars('AAPL', {})).toEqual(await fresh.dailyBars('AAPL', {}))
  })

  it('is another market for another seed', async () => {
    const one = await marketAt(NOON).viewAt()
    const two = await marketAt(NOON, { seed: 2 }).viewAt()

    expect((await one.quote('SPY')).price).not.toBe((await two.quote('SPY')).price)
    expect(await one.dailyBars('AAPL', { from: '2026-01-01' })).not.toEqual(
      await two.dailyBars('AAPL', { from: '2026-01-01' }),
    )
  })

  it('does not depend on which other symbols are configured', async () => {
    const alone = await marketAt(NOON, { symbols: ['NVDA'] }).viewAt()
    const among = await marketAt(NOON).viewAt()

    expect(await alone.chain('NVDA')).toEqual(await among.chain('NVDA'))
    await expect(alone.quote('AAPL')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('changes once a second and keeps the chain object in between', async () => {
    const { clock, market } = clockedMarket('2026-11-20T17:00:00.100Z')
    const first = await (await market.viewAt()).chain('SPY')

    clock.ms += 800
    const same = await (await market.viewAt()).chain('SPY')
    clock.ms += 200
    const next = await (await market.viewAt()).chain('SPY')

    expect(same).toBe(first)
    expect(next).not.toBe(first)
    expect(next.asOfMs - first.asOfMs).toBe(1000)
    expect(next.contracts.openInterest).toEqual(first.contracts.openInterest)
  })

  it('keeps a view at its instant while the clock goes on', async () => {
    const { clock, market } = clockedMarket(NOON)
    const view = await market.viewAt()
    const before = await view.quote('AMD')

    clock.ms += 3_600_000

    expect(await view.quote('AMD')).toEqual(before)
    expect((await view.chain('AMD')).asOfMs).toBe(before.asOfMs)
    expect((await (await market.viewAt()).quote('AMD')).asOfMs).toBe(clock.ms)
  })

  it('keeps past dates as they are when the clock advances by months', async () => {
    const early = await marketAt('2025-03-10T15:00:00Z').viewAt('2025-03-07')
    const late = await marketAt(NOON).viewAt('2025-03-07')

    expect(await late.chain('MSFT')).toEqual(await early.chain('MSFT'))
    expect(await late.quote('MSFT')).toEqual(await early.quote('MSFT'))
    expect(await late.dailyBars('MSFT', {})).toEqual(await early.dailyBars('MSFT', {}))
  })
})

describe('the clock of the simulated market', () => {
  it('is open at every hour where it is told so, and quotes move at night and on weekends too', async () => {
    for (const instant of [NOON, '2026-11-20T07:00:00Z', '2026-11-21T15:00:00Z', '2026-11-26T15:00:00Z']) {
      const { clock, market } = clockedMarket(instant, { alwaysOpen: true })
      const prices = new Set<number>()
      for (let minute = 0; minute < 60; minute += 10) {
        clock.ms = Date.parse(instant) + minute * 60_000
        const quote = await (await market.viewAt()).quote('NVDA')
        expect(quote.marketSession).toBe('open')
        prices.add(quote.price)
      }
      expect(prices.size, instant).toBeGreaterThan(3)
    }
  })

  it('belongs to the session that runs, else to the one before', async () => {
    const sessionDates: [string, string][] = [
      ['2026-11-20T14:29:59Z', '2026-11-19'],
      ['2026-11-20T14:30:00Z', '2026-11-20'],
      ['2026-11-22T12:00:00Z', '2026-11-20'],
      ['2026-11-26T17:00:00Z', '2026-11-25'],
    ]
    for (const [instant, sessionDate] of sessionDates) {
      const view = await marketAt(instant).viewAt()
      expect((await view.quote('SPY')).sessionDate, instant).toBe(sessionDate)
      expect((await view.chain('F')).sessionDate, instant).toBe(sessionDate)
      expect((await view.dailyBars('SPY', {})).at(-1)?.date, instant).toBe(sessionDate)
    }
  })

  it('shows a past date at its close, at 13:00 on a half day', async () => {
    const halfDay = await (await marketAt(NOON).viewAt('2025-11-28')).chain('F')
    const wholeDay = await (await marketAt(NOON).viewAt('2025-11-26')).chain('F')

    expect(new Date(halfDay.asOfMs).toISOString()).toBe('2025-11-28T18:00:00.000Z')
    expect(new Date(wholeDay.asOfMs).toISOString()).toBe('2025-11-26T21:00:00.000Z')
  })

  it('comes to the past view exactly when the session ends', async () => {
    const atClose = await marketAt('2026-11-20T21:00:00Z').viewAt()
    const past = await marketAt('2026-11-25T12:00:00Z').viewAt('2026-11-20')

    expect(await atClose.chain('GOOGL')).toEqual(await past.chain('GOOGL'))
    expect(await atClose.quote('GOOGL')).toEqual(await past.quote('GOOGL'))
  })

  it('refuses dates without a finished session by naming the range', async () => {
    const market = marketAt(NOON)

    for (const date of [
      '2026-11-20',
      '2026-11-23',
      '2026-11-14',
      '2022-06-01',
      '2026-07-03',
      'yesterday',
      '2026-02-30',
    ]) {
      await expect(market.viewAt(date), date).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('from 2023-01-04 to 2026-11-19'),
      })
    }
    const [listing] = await market.listings()
    expect(listing).toMatchObject({ optionsFrom: '2023-01-04', optionsTo: '2026-11-19', barsTo: '2026-11-20' })
    expect((await market.viewAt('2023-01-04')).date).toBe('2023-01-04')
  })

  it('has a year of bars behind its first view, for ranks and averages', async () => {
    const view = await marketAt(NOON).viewAt('2023-01-04')

    expect((await view.dailyBars('SPY', {})).length).toBeGreaterThanOrEqual(253)
  })

  it('says what is wrong when the clock stands before the first session', async () => {
    for (const instant of ['2021-06-01T12:00:00Z', '2022-06-01T12:00:00Z', '2023-01-04T20:00:00Z']) {
      await expect(marketAt(instant).viewAt(), instant).rejects.toMatchObject({ code: 'unavailable' })
    }
    const market = marketAt('2023-01-05T15:00:00Z')
    expect((await market.listings())[0]).toMatchObject({ optionsFrom: '2023-01-04', optionsTo: '2023-01-04' })
    expect((await market.viewAt('2023-01-04')).date).toBe('2023-01-04')
  })
})

describe('the speed of the simulated market', () => {
  const minutes = Array.from({ length: 120 }, (_, minute) => Date.parse('2026-11-20T16:00:00Z') + minute * 60_000)

  async function roughness(speed: number): Promise<number> {
    const { clock, market } = clockedMarket(NOON, { speed })
    let sum = 0
    let before = Number.NaN
    for (const ms of minutes) {
      clock.ms = ms
      const { price } = await (await market.viewAt()).quote('TSLA')
      if (!Number.isNaN(before)) sum += Math.log(price / before) ** 2
      before = price
    }
    return sum
  }

  it('makes prices move more between the fixed points of the day', async () => {
    const [slow, usual, fast] = [await roughness(0.1), await roughness(1), await roughness(10)]

    expect(usual / slow).toBeGreaterThan(1.5)
    expect(fast / usual).toBeGreaterThan(2)
  })

  it('leaves finished bars and past views alone but for the last trades', async () => {
    const usual = await marketAt(NOON).viewAt('2026-11-19')
    const fast = await marketAt(NOON, { speed: 50 }).viewAt('2026-11-19')

    expect(await fast.dailyBars('TSLA', {})).toEqual(await usual.dailyBars('TSLA', {}))
    expect(await fast.quote('TSLA')).toEqual(await usual.quote('TSLA'))
    expect((await fast.chain('TSLA')).contracts.bid).toEqual((await usual.chain('TSLA')).contracts.bid)
  })
})
