import { describe, expect, it } from 'vitest'
import { countsOrders, decisionGuard, orderGuard } from '../../../src/receiver/domain/guards.ts'
import { NO_GUARDS as off } from '../../support/receiver/guards.ts'

const nowMs = Date.parse('2026-11-20T15:00:00Z')
const many = { count: 1_000, notionalUsd: 1e9, lastOfSymbolAtMs: nowMs }
const none = { count: 0, notionalUsd: 0, lastOfSymbolAtMs: null }

describe('the guards', () => {
  it('stop nothing as long as none is set', () => {
    expect(orderGuard({ notionalUsd: 1e6, nowMs }, many, off)).toBeNull()
    expect(decisionGuard(1e6, off)).toBeNull()
    expect(countsOrders(off)).toBe(false)
  })

  it.each([
    ['the kill switch', { killSwitch: true }, none, 'KILL_SWITCH'],
    ['as many orders as allowed', { maxOrdersPerDay: 3 }, { ...none, count: 3 }, 'MAX_ORDERS_PER_DAY'],
    ['one cent too much', { maxNotionalPerDayUsd: 500 }, { ...none, notionalUsd: 400.01 }, 'MAX_NOTIONAL_PER_DAY_USD'],
    [
      'a millisecond too early',
      { symbolCooldownMinutes: 30 },
      { ...none, lastOfSymbolAtMs: nowMs - 1_799_999 },
      'SYMBOL_COOLDOWN_MINUTES',
    ],
  ])('stop an order by %s, naming the setting', (_name, set, recent, setting) => {
    expect(orderGuard({ notionalUsd: 100, nowMs }, recent, { ...off, ...set })).toContain(setting)
  })

  it.each([
    ['one order less', { maxOrdersPerDay: 3 }, { ...none, count: 2 }],
    ['exactly the amount', { maxNotionalPerDayUsd: 500 }, { ...none, notionalUsd: 400 }],
    ['the end of the cool-down', { symbolCooldownMinutes: 30 }, { ...none, lastOfSymbolAtMs: nowMs - 1_800_000 }],
    ['no order of the symbol yet', { symbolCooldownMinutes: 30 }, none],
  ])('let an order through at %s', (_name, set, recent) => {
    expect(orderGuard({ notionalUsd: 100, nowMs }, recent, { ...off, ...set })).toBeNull()
    expect(countsOrders({ ...off, ...set })).toBe(true)
  })

  it('stop a decision by the kill switch and by the hour', () => {
    expect(decisionGuard(0, { ...off, killSwitch: true })).toContain('KILL_SWITCH')
    expect(decisionGuard(5, { ...off, maxDecisionsPerHour: 5 })).toContain('MAX_DECISIONS_PER_HOUR')
    expect(decisionGuard(4, { ...off, maxDecisionsPerHour: 5 })).toBeNull()
  })
})
