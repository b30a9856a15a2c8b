import { describe, expect, it } from 'vitest'
import { RequestBudget } from '../../../src/market/sources/request-budget.ts'
import { rankOf } from '../../../src/market/sources/urgency.ts'

const EPOCH = Date.parse('2026-11-20T15:00:00Z')
const [QUESTION, WATCHED, BACKGROUND] = [rankOf('question'), rankOf('watched'), rankOf('background')]

const headers = (limit: number, remaining: number, resetInS: number) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(EPOCH / 1000 + resetInS),
})

function spent(budget: RequestBudget, count: number, nowMs = 0): void {
  for (let i = 0; i < count; i++) {
    budget.started(nowMs)
    budget.ended()
  }
}

describe('the request budget', () => {
  it('keeps a part of each minute for what is more urgent', () => {
    const budget = new RequestBudget({ requestsPerMinute: 100, isDefault: false })
    spent(budget, 60)
    expect([BACKGROUND, WATCHED, QUESTION].map((rank) => budget.waitMs(rank, 1_000))).toEqual([59_000, 0, 0])
    spent(budget, 20, 1_000)
    expect([BACKGROUND, WATCHED, QUESTION].map((rank) => budget.waitMs(rank, 2_000))).toEqual([58_000, 58_000, 0])
    spent(budget, 20, 2_000)
    expect(budget.waitMs(QUESTION, 2_000)).toBe(58_000)
    expect(budget.waitMs(QUESTION, 60_000)).toBe(0)
  })

  it('takes the limit that the vendor tells, a higher one only where nobody chose', () => {
    const chosen = new RequestBudget({ requestsPerMinute: 100, isDefault: false })
    const byDefault = new RequestBudget({ requestsPerMinute: 100, isDefault: true })
    for (const budget of [chosen, byDefault]) {
      budget.heard({ 'x-ratelimit-limit': '10000' }, EPOCH, 0)
      spent(budget, 100)
    }
    expect([chosen.waitMs(QUESTION, 0), byDefault.waitMs(QUESTION, 0)]).toEqual([60_000, 0])
    byDefault.heard({ 'x-ratelimit-limit': '100' }, EPOCH, 0)
    expect(byDefault.waitMs(QUESTION, 0)).toBe(60_000)
  })

  it('counts what other programs of the account have asked, until the reset', () => {
    const budget = new RequestBudget({ requestsPerMinute: 200, isDefault: true })
    budget.started(0)
    budget.heard(headers(200, 30, 40), EPOCH, 0)
    budget.ended()
    expect([BACKGROUND, QUESTION].map((rank) => budget.waitMs(rank, 10_000))).toEqual([30_000, 0])
    spent(budget, 30, 10_000)
    expect(budget.waitMs(QUESTION, 10_000)).toBe(30_000)
    expect(budget.waitMs(BACKGROUND, 40_000)).toBe(0)
  })

  it('does not believe a reset that has passed or is far away, nor headers without numbers', () => {
    const budget = new RequestBudget({ requestsPerMinute: 200, isDefault: true })
    budget.heard(headers(200, 0, -5), EPOCH, 0)
    budget.heard(headers(200, 0, 4_000), EPOCH, 0)
    budget.heard({ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': 'soon' }, EPOCH, 0)
    expect(budget.waitMs(BACKGROUND, 0)).toBe(0)
  })
})
