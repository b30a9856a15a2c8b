import { describe, expect, it } from 'vitest'
import { LevelCriteria } from '../../../src/alerts/contract/criteria.ts'
import { levelAlertContent } from '../../../src/alerts/domain/level-contents.ts'
import type { LevelSide } from '../../../src/alerts/domain/level-kinds.ts'
import { type LevelFigures, levelReading } from '../../../src/alerts/domain/level-reading.ts'
import { aFlowRule } from '../../support/notifications/notification-rows.ts'

const FIGURES: LevelFigures = {
  atMs: 2_000,
  chainAtMs: 1_000,
  price: 603,
  gamma_flip: 598,
  call_wall: 610,
  put_wall: 590,
  support: 601,
  resistance: 606,
  iv_rank: 41,
  net_gex: -3e8,
  gross_gex: 2e9,
  earnings_days: 5,
}
const SYMBOLS = ['SPY']

describe('a rule on a level', () => {
  it.each<[object, object]>([
    [
      { level: 'price', value: 605 },
      { value: 603, level: 605, rearm: 1.5125, atMs: 2_000 },
    ],
    [
      { level: 'price', value: 605, rearm_distance: 1 },
      { value: 603, level: 605, rearm: 6.05, atMs: 2_000 },
    ],
    [{ level: 'gamma_flip' }, { value: 603, level: 598, rearm: 1.495, atMs: 2_000 }],
    [{ level: 'support' }, { value: 603, level: 601, rearm: 1.5025, atMs: 2_000 }],
    [
      { level: 'iv_rank', value: 50 },
      { value: 41, level: 50, rearm: 2, atMs: 1_000 },
    ],
    [{ level: 'net_gex' }, { value: -3e8, level: 0, rearm: 4e7, atMs: 1_000 }],
    [
      { level: 'earnings_days', value: 5 },
      { value: 5, level: 5.5, rearm: 0, atMs: 2_000 },
    ],
  ])('%j compares %j', (criteria, expected) => {
    const reading = levelReading(LevelCriteria.parse({ symbols: SYMBOLS, ...criteria }), FIGURES)

    expect(reading).toEqual({ ...expected, rearm: expect.closeTo(Reflect.get(expected, 'rearm'), 9) })
  })

  it.each([
    [{ level: 'price' }, 'value'],
    [{ level: 'gamma_flip', value: 600 }, 'value'],
    [{ level: 'support', direction: 'above' }, 'direction'],
    [{ level: 'earnings_days', value: 3, direction: 'above' }, 'direction'],
    [{ level: 'price', value: -1 }, 'value'],
    [{ level: 'volume' }, 'level'],
    [{ level: 'net_gex', rearm_distance: 101 }, 'rearm_distance'],
    [{ level: 'net_gex', symbols: undefined }, 'symbols'],
  ])('refuses %j for %s', (criteria, name) => {
    const { error } = LevelCriteria.safeParse({ symbols: SYMBOLS, ...criteria })

    expect(error?.issues.map(({ path }) => path[0])).toEqual([name])
  })

  it.each<[object, LevelSide, number, number, number, string]>([
    [{ level: 'price', value: 605 }, 'above', 604.9, 605.2, 605, 'SPY crossed above 605. Now 605.2, before 604.9.'],
    [
      { level: 'gamma_flip' },
      'below',
      599,
      597.4,
      598,
      'SPY crossed below the gamma flip 598. Now 597.4, before 599 with the level at 597.',
    ],
    [{ level: 'support' }, 'below', 601.3, 600.8, 601, 'SPY crossed below support 601. Now 600.8,'],
    [{ level: 'iv_rank', value: 50 }, 'above', 49, 51, 50, 'SPY IV rank crossed above 50. Now 51,'],
    [{ level: 'net_gex' }, 'below', 1e8, -2e7, 0, 'SPY net GEX turned negative. Now -20000000,'],
    [{ level: 'earnings_days', value: 5 }, 'below', 6, 5, 5.5, 'SPY reports earnings in 5 days.'],
    [{ level: 'earnings_days', value: 0 }, 'below', 1, 0, 0.5, 'SPY reports earnings today.'],
  ])('%j is put in words', (given, side, valueBefore, value, level, text) => {
    const criteria = LevelCriteria.parse({ symbols: SYMBOLS, ...given })
    const rule = { ...aFlowRule({ name: 'Watch it' }), source: 'market_level', criteria } as const
    const before = { side, isArmed: true, value: valueBefore, level: level === 598 ? 597 : level, atMs: 0 }

    const content = levelAlertContent(rule, { symbol: 'SPY', side, before, now: { value, level, atMs: 60_000 } })

    expect(content.body.startsWith(text)).toBe(true)
    expect(content.title).toBe(`Watch it: ${content.body.split('. ')[0]}`)
    expect(content.details).toMatchObject({ direction: side, crossed_at: '1970-01-01T00:01:00.000Z' })
  })
})
