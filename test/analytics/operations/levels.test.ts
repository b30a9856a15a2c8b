import { describe, expect, it } from 'vitest'
import type { LevelMethod } from '../../../src/analytics/domain/levels/level-candidate.ts'
import { darkPoolLevelsOperation } from '../../../src/analytics/operations/dark-pool-levels.ts'
import { supportResistanceOperation } from '../../../src/analytics/operations/support-resistance.ts'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { testApp } from '../../support/app.ts'
import { importInto } from '../../support/market/imports.ts'

const bars = `date,open,high,low,close\n${Array.from({ length: 17 }, (_, day) => {
  const price = 100 + day
  return `2026-11-${String(day + 1).padStart(2, '0')},${price},${price + 2},${price - 2},${price}`
}).join('\n')}\n`

describe('support and resistance', () => {
  it('come from all methods of the simulated market', async () => {
    await using app = await testApp()

    const answer = supportResistanceOperation.output.parse(
      await app.asOperator(supportResistanceOperation, { symbol: 'SPY' }),
    )

    const sources = new Set([...answer.support, ...answer.resistance].flatMap((level) => level.sources))
    expect([...sources].sort()).toEqual(['dark_pool', 'gamma', 'open_interest', 'pivot', 'swing', 'volume_profile'])
    expect(answer).toMatchObject({ from: '2026-07-24', to: '2026-11-19', warnings: [] })
    expect(answer.pivots?.date).toBe('2026-11-19')
  })

  it('of a past date know nothing of the days after it', async () => {
    await using app = await testApp()
    const ask = () => app.asOperator(supportResistanceOperation, { symbol: 'KO', date: '2026-11-12' })

    const before = await ask()
    app.clock.advance(5 * 86_400_000)

    expect(await ask()).toEqual(before)
    expect(before).toMatchObject({ to: '2026-11-12', session_date: '2026-11-12' })
  })

  it('name in warnings what has no data: an index without a chain, of a few days without volume', async () => {
    await using app = await testApp({ MARKET_SOURCE: 'replay' })
    await importInto(app, 'bars', 'XYZ.csv', bars, { symbol: 'XYZ' })

    const answer = await app.asOperator(supportResistanceOperation, { symbol: 'XYZ', lookback_days: 30 })

    expect(answer['warnings']).toEqual([
      'Fewer than 15 sessions of prices: levels are merged within 0.25 % instead of 0.25 ATR.',
      'No level from swing: the lookback has no swing high or low, or too few sessions.',
      'No level from volume_profile: no session of the lookback has a known volume.',
      'No level from gamma: there is no chain with open interest and quotes.',
      'No level from open_interest: there is no chain with open interest.',
      'No level from dark_pool: there are no off-exchange trades.',
    ])
  })

  it('hand on what the source says of its off-exchange trades, where these are used', async () => {
    await using app = await testApp()
    const context = contextOf(app.parts, { caller: OPERATOR })
    const view = await context.viewAt()
    const offExchangeTrades: typeof view.offExchangeTrades = async (symbol, days) => ({
      ...(await view.offExchangeTrades(symbol, days)),
      warnings: ['The tape ends at 15:00.'],
    })
    const lacking = { ...context, viewAt: async () => ({ ...view, offExchangeTrades }) }
    const ask = (methods: LevelMethod[]) => invoke(supportResistanceOperation, { symbol: 'SPY', methods }, lacking)

    expect(await ask(['dark_pool'])).toMatchObject({ warnings: ['The tape ends at 15:00.'] })
    expect(await ask(['pivot'])).toMatchObject({ warnings: [] })
  })

  it('are those of the methods that were asked for', async () => {
    await using app = await testApp()

    const asked = { symbol: 'AAPL', methods: ['dark_pool', 'pivot'] }
    const answer = supportResistanceOperation.output.parse(await app.asOperator(supportResistanceOperation, asked))

    expect(answer.methods).toEqual(['pivot', 'dark_pool'])
    const sources = new Set([...answer.support, ...answer.resistance].flatMap((level) => level.sources))
    expect([...sources].sort()).toEqual(['dark_pool', 'pivot'])
  })
})

describe('dark pool levels', () => {
  it('of the simulated market name the window that was served', async () => {
    await using app = await testApp()

    const answer = darkPoolLevelsOperation.output.parse(
      await app.asOperator(darkPoolLevelsOperation, { symbol: 'SPY', days: 5, limit: 3 }),
    )

    expect(answer).toMatchObject({ from: '2026-11-16', to: '2026-11-20', sessions: 5, warnings: [] })
    expect(answer.levels).toHaveLength(3)
    expect(answer.largest_prints).toHaveLength(10)
    expect(answer.off_exchange_share_pct).toBeGreaterThan(34)
    expect(answer.off_exchange_share_pct).toBeLessThan(50)
  })

  it('of stored trades alone take the price of the last one, and say so', async () => {
    await using app = await testApp({ MARKET_SOURCE: 'replay' })
    const rows = '36000000,1000000,300,D,1,0\n36060000,1010000,700,N,1,0\n'
    await importInto(app, 'trades', 't.csv', rows, { symbol: 'IBM', date: '2026-11-17' })

    const answer = await app.asOperator(darkPoolLevelsOperation, { symbol: 'IBM' })

    expect(answer).toMatchObject({
      session_date: '2026-11-17',
      underlying_price: 100,
      off_exchange_share_pct: 30,
      warnings: [
        'There is no quote: the price of the underlying is that of its last off-exchange trade in the session.',
      ],
    })
    await expect(app.asOperator(darkPoolLevelsOperation, { symbol: 'IBM', date: '2026-11-16' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
