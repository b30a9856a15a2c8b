import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earningsOperation } from '../../../src/analytics/operations/earnings.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { priceHistoryOperation } from '../../../src/analytics/operations/price-history.ts'
import { tradeContextOperation } from '../../../src/analytics/operations/trade-context.ts'
import type { Answer, Operation } from '../../../src/catalogue/operation.ts'
import { netFlowOperation } from '../../../src/flow/operations/net-flow.ts'
import { optionsFlowOperation } from '../../../src/flow/operations/options-flow.ts'
import { flowOutcomesOperation } from '../../../src/flow/operations/outcome-study.ts'
import { unusualActivityOperation } from '../../../src/flow/operations/unusual-activity.ts'
import { newsOperation } from '../../../src/market/operations/news.ts'
import { momentAt } from '../../../src/market/sources/stored-past.ts'
import { type TestApp, testApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'XOM,DIA' })
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = (operation: Operation, input: Answer) => app.asOperator(operation, input)

describe('a question', () => {
  it.each([
    ['options_flow', optionsFlowOperation, 'since'],
    ['unusual_activity', unusualActivityOperation, 'since'],
    ['news', newsOperation, 'since'],
    ['net_flow', netFlowOperation, 'from'],
    ['price_history', priceHistoryOperation, 'from'],
    ['flow_outcomes', flowOutcomesOperation, 'from'],
  ])('of %s may not begin after its date', async (_name, operation, start) => {
    const input = { symbol: 'XOM', date: '2026-11-18', [start]: '2026-11-19' }

    await expect(ask(operation, input)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: start, message: 'must not be after date' }] },
    })
  })

  it.each([optionsFlowOperation, unusualActivityOperation])('may not end before its date (%#)', async (operation) => {
    const input = { symbol: 'XOM', date: '2026-11-18', until: '2026-11-17T15:00:00Z' }

    await expect(ask(operation, input)).rejects.toMatchObject({
      details: { issues: [{ path: 'until', message: 'must not be before date' }] },
    })
    expect(await ask(operation, { ...input, since: '2026-11-17' })).toMatchObject({ session_date: '2026-11-18' })
  })

  it.each([optionsFlowOperation, unusualActivityOperation])(
    'about trades of expirations that are not listed names the next one (%#)',
    async (operation) => {
      const none = await ask(operation, { symbol: 'XOM', dte_max: 0, date: '2026-11-18' })

      expect(none).toMatchObject({
        total: 0,
        warnings: [expect.stringContaining('the next one is 2026-11-20 (dte 2).')],
      })
    },
  )

  it('takes the date of a start, and an instant with an offset, in New York', async () => {
    const byDate = await ask(optionsFlowOperation, { symbol: 'XOM', since: '2026-11-20', limit: 3 })
    const byOffset = await ask(optionsFlowOperation, { symbol: 'XOM', since: '2026-11-20T00:00:00-05:00', limit: 3 })
    const news = await ask(newsOperation, { since: '2026-11-18T09:30:00-05:00' })

    expect(byOffset).toEqual(byDate)
    expect(byDate['data']).toHaveLength(3)
    expect(news['since']).toBe('2026-11-18T14:30:00.000Z')
  })

  it('about a holiday is answered with the trading days around it, by every source', async () => {
    const around = /The trading days around it are 2026-07-02 and 2026-07-06\./

    await expect(ask(optionMetricsOperation, { symbol: 'XOM', date: '2026-07-03' })).rejects.toThrow(around)
    expect(() => momentAt(Date.parse('2026-11-20T18:00:00Z'), '2026-07-03')).toThrow(around)
  })

  it('about the expected move says to which expiration it is', async () => {
    const metrics = await ask(optionMetricsOperation, { symbol: 'XOM' })
    const one = await ask(optionMetricsOperation, { symbol: 'XOM', expiration_date: '2026-12-18' })

    expect(metrics['expected_move_expiration']).toBe('2026-11-27')
    expect(one['expected_move_expiration']).toBe('2026-12-18')
  })

  it('that no contract answers names the next expiration', async () => {
    const { warnings, expected_move_expiration } = await ask(optionMetricsOperation, {
      symbol: 'XOM',
      dte_max: 0,
      date: '2026-11-18',
    })

    expect(expected_move_expiration).toBeNull()
    expect(warnings).toContain(
      'No unexpired contract is listed for the requested expirations: the next expiration is 2026-11-20 (dte 2).',
    )
  })

  it('about a report that nobody announced says so', async () => {
    const none = await ask(earningsOperation, { symbol: 'XOM', to: '2026-12-01' })
    const fund = await ask(tradeContextOperation, { symbol: 'DIA' })
    const past = await ask(earningsOperation, { symbol: 'XOM', to: '2026-01-01' })
    const announced = await ask(earningsOperation, { symbol: 'XOM', date: '2026-10-15' })

    expect(none['warnings']).toEqual(['No report of XOM is announced from 2026-11-20 to 2026-12-01.'])
    expect(fund).toMatchObject({ next_earnings: null })
    expect(fund['warnings']).toContain('DIA is a fund or an index: it reports no earnings.')
    expect([past['warnings'], announced['warnings']]).toEqual([[], []])
    for (const window of [
      { from: '2026-11-18', to: '2026-11-19' },
      { from: '2030-06-01', to: '2030-06-02' },
    ]) {
      const { total, warnings } = await ask(earningsOperation, window)
      expect(total).toBe(0)
      expect(warnings).toEqual([`No report is known from ${window.from} to ${window.to}.`])
    }
  })

  it('about prices dates the drawdown, and compares with another symbol over the same days', async () => {
    const { summary, data, against } = priceHistoryOperation.output.parse(
      await ask(priceHistoryOperation, { symbol: 'XOM', against: 'DIA', days: 90 }),
    )
    const lowest = data.find(({ drawdown_pct }) => drawdown_pct === summary.max_drawdown_pct)

    expect(summary.max_drawdown_date).toBe(lowest?.date)
    expect(data.find(({ date }) => date === summary.max_drawdown_from)?.drawdown_pct).toBe(0)
    expect(against).toMatchObject({ symbol: 'DIA', sessions: data.length, from: data[0]?.date, to: data.at(-1)?.date })
    expect(Math.abs(against?.correlation ?? 2)).toBeLessThan(1)
    await expect(ask(priceHistoryOperation, { symbol: 'XOM', against: 'DIAA' })).rejects.toThrow('Did you mean DIA?')
  })
})
