import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { earningsOperation } from '../../../src/analytics/operations/earnings.ts'
import type { Answer, Operation } from '../../../src/catalogue/operation.ts'
import { eventsOperation } from '../../../src/market/operations/events.ts'
import { newsOperation } from '../../../src/market/operations/news.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { importInto, quoteTable } from '../../support/market/imports.ts'

let app: TestApp

async function ask<Output extends z.ZodType<Answer>>(
  operation: Operation<z.ZodObject, Output>,
  input: Answer = {},
): Promise<z.output<Output>> {
  return operation.output.parse(await app.asOperator(operation, input))
}

const bad = (operation: Operation, input: Answer) => expect(app.asOperator(operation, input)).rejects
afterEach(() => app[Symbol.asyncDispose]())

describe('in the simulated market', () => {
  beforeEach(async () => {
    app = await testApp()
  })

  it('past reports have figures, an expected move and the move that came', async () => {
    const { data, from, to, total, next_cursor } = await ask(earningsOperation, { symbol: 'AAPL' })

    expect({ from, to, total, next_cursor }).toEqual({
      from: '2025-10-16',
      to: '2027-02-28',
      total: data.length,
      next_cursor: null,
    })
    expect(data.length).toBeGreaterThanOrEqual(4)
    for (const row of data) {
      expect(row.status).toBe('reported')
      expect(row.expected_move_pct).toBeGreaterThan(1)
      expect(row.expected_move_pct).toBeLessThan(25)
      expect(Math.abs(row.actual_move_pct ?? 100)).toBeLessThan(25)
      expect(Math.abs(row.surprise_pct ?? 100)).toBeLessThan(30)
    }
  })

  it('a window whose end alone is asked for begins where the usual one does, and as long before an earlier end', async () => {
    const events = async (to: string) => (await ask(eventsOperation, { kind: 'holiday', to })).from
    const earnings = async (input: Answer) => {
      const { from, to } = await ask(earningsOperation, input)
      return [from, to]
    }

    expect(await events('2027-05-01')).toBe('2026-11-20')
    expect(await events('2026-11-19')).toBe('2026-10-20')
    expect(await earnings({ to: '2027-05-01' })).toEqual(['2026-11-06', '2027-05-01'])
    expect(await earnings({ from: '2026-12-01' })).toEqual(['2026-12-01', '2027-01-14'])
    await bad(eventsOperation, { to: '2199-12-31' }).toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: 'to', message: 'must be at most 1100 days after from' }] },
    })
  })

  it('a report is announced about three weeks ahead, without a figure, and reported on its day', async () => {
    const [report] = (await ask(earningsOperation, { symbol: 'AAPL', to: '2026-11-20', from: '2026-10-01' })).data
    const at = async (date: string) =>
      (await ask(earningsOperation, { symbol: 'AAPL', date, from: '2026-10-01', to: '2026-11-20' })).data

    expect(report).toMatchObject({ report_date: '2026-11-02', timing: 'after_close', status: 'reported' })
    expect(await at('2026-10-07')).toEqual([])
    const [announced] = await at('2026-10-16')
    expect(announced).toMatchObject({
      status: 'confirmed',
      eps_actual: null,
      surprise_pct: null,
      actual_move_pct: null,
    })
    expect(announced?.eps_estimate).toBe(report?.eps_estimate)
    expect(announced?.expected_move_pct).not.toBeNull()
    expect((await at('2026-11-02'))[0]).toMatchObject({ status: 'confirmed', actual_move_pct: null })
    expect((await at('2026-11-03'))[0]).toMatchObject({ ...report })
  })

  it('funds report nothing, and there are no news: the answers say so', async () => {
    expect(await ask(earningsOperation, { symbol: 'SPY' })).toMatchObject({
      data: [],
      warnings: ['SPY is a fund or an index: it reports no earnings.'],
    })
    expect(await ask(newsOperation)).toMatchObject({
      symbol: null,
      since: '2026-11-13T18:00:00.000Z',
      as_of: '2026-11-20T18:00:00.000Z',
      data: [],
      warnings: ['The simulated market has no news.'],
      next_cursor: null,
    })
    await bad(newsOperation, { symbol: 'NOSUCH' }).toMatchObject({ code: 'not_found' })
  })

  it.each(['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])(
    'a window from or to %s is refused in words',
    async (date) => {
      for (const operation of [earningsOperation, eventsOperation]) {
        for (const name of ['from', 'to']) {
          await bad(operation, { [name]: date }).toMatchObject({
            code: 'invalid',
            details: { issues: [{ path: name, message: 'must be from 1900-01-01 to 2199-12-31' }] },
          })
        }
      }
    },
  )

  it('pages hold every report once, in order', async () => {
    const window = { from: '2026-10-20', to: '2026-11-20' }
    const whole = await ask(earningsOperation, { ...window, limit: 100 })
    const first = await ask(earningsOperation, { ...window, limit: 20 })
    const second = await ask(earningsOperation, { ...window, limit: 20, cursor: first.next_cursor })

    expect([...first.data, ...second.data]).toEqual(whole.data.slice(0, 40))
    expect(first.total).toBe(whole.data.length)
    await bad(earningsOperation, { cursor: 'nonsense' }).toMatchObject({ code: 'invalid' })
  })

  it('events are holidays, expirations and reports by time', async () => {
    const { data, from, to, warnings } = await ask(eventsOperation, { limit: 500 })

    expect({ from, to }).toEqual({ from: '2026-11-20', to: '2026-12-20' })
    expect(data.map(({ scheduled_at: at }) => at)).toEqual(data.map(({ scheduled_at: at }) => at).toSorted())
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['holiday:2026-11-26', 'early_close:2026-11-27', 'expiration:2026-12-18']),
    )
    expect(warnings).toEqual(['The simulated market has no macro events, rate decisions, dated dividends or splits.'])
  })

  it('events of a symbol are its own: expirations as its chain lists them', async () => {
    const { data, warnings } = await ask(eventsOperation, { symbol: 'SPX', kind: 'expiration', to: '2026-12-18' })

    expect(warnings).toEqual([])
    expect(data.every(({ symbol }) => symbol === 'SPX')).toBe(true)
    expect(data.slice(-2).map(({ id }) => id)).toEqual(['expiration:SPX:2026-12-18:am', 'expiration:SPX:2026-12-18:pm'])
    await bad(eventsOperation, { from: '2020-01-01', to: '2026-01-01' }).toMatchObject({ code: 'invalid' })
  })

  it('events of a past date leave out what was announced later', async () => {
    const asked = { date: '2024-12-20', from: '2024-12-20', to: '2025-01-15', limit: 500 }
    const ids = async (date: string) => (await ask(eventsOperation, { ...asked, date })).data.map(({ id }) => id)

    expect(await ids('2024-12-20')).not.toContain('holiday:2025-01-09')
    expect(await ids('2025-01-10')).toContain('holiday:2025-01-09')
  })
})

const ARTICLES = Array.from({ length: 5 }, (_, index) => ({
  id: `n${index}`,
  published_at: `2026-11-1${index + 4}T15:00:00Z`,
  headline: `Headline ${index}`,
  symbols: index % 2 === 0 ? ['SPY'] : ['AAPL'],
}))

describe('in a replayed market', () => {
  beforeEach(async () => {
    app = await testApp({ MARKET_SOURCE: 'replay' })
  })

  it('without anything stored there is nothing to stand on', async () => {
    await bad(earningsOperation, {}).toMatchObject({
      code: 'not_found',
      message: 'Nothing is stored. Import a file first.',
    })
  })

  it('news come newest first, up to the close of a past date, and pages stay right while articles come in', async () => {
    await importInto(app, 'news', 'a.json', JSON.stringify(ARTICLES))
    const ids = async (input: Answer) => (await ask(newsOperation, input)).data.map(({ id }) => id)
    const first = await ask(newsOperation, { limit: 2 })
    await importInto(
      app,
      'news',
      'b.json',
      JSON.stringify([{ ...ARTICLES[0], id: 'late', published_at: '2026-11-18T16:00:00Z' }]),
    )

    expect(first.data.map(({ id }) => id)).toEqual(['n4', 'n3'])
    expect(await ids({ limit: 2, cursor: first.next_cursor })).toEqual(['n2', 'n1'])
    expect(await ids({})).toEqual(['late', 'n4', 'n3', 'n2', 'n1', 'n0'])
    expect(await ids({ symbol: 'aapl' })).toEqual(['n3', 'n1'])
    expect(await ids({ date: '2026-11-16' })).toEqual(['n2', 'n1', 'n0'])
    expect(await ids({ since: '2026-11-17T15:00:00Z' })).toEqual(['late', 'n4', 'n3'])
  })

  it('earnings are shown as they were known, and take the chain and the bars that are stored', async () => {
    await importInto(app, 'chain', 'a.csv', quoteTable({ stamp: 'November 18, 2026 at 6:30 PM EST' }))
    await importInto(app, 'chain', 'b.csv', quoteTable({ stamp: 'November 19, 2026 at 6:30 PM EST' }))
    await importInto(
      app,
      'bars',
      'SPY.csv',
      'date,open,high,low,close\n2026-11-18,1,700,1,650\n2026-11-19,1,700,1,663\n',
    )
    const report = {
      symbol: 'SPY',
      report_date: '2026-11-18',
      timing: 'after_close',
      fiscal_period: '2026-Q3',
      eps_estimate: 1,
    }
    const states = [
      { ...report, known_at: '2026-11-01T12:00:00Z', status: 'confirmed' },
      { ...report, known_at: '2026-11-18T21:10:00Z', eps_actual: 1.1 },
    ]
    await importInto(app, 'earnings', 'e.json', JSON.stringify(states))
    const at = async (date?: string) => (await ask(earningsOperation, { ...(date && { date }), symbol: 'SPY' })).data

    expect(await at('2026-10-30')).toEqual([])
    expect(await at('2026-11-18')).toEqual([
      expect.objectContaining({ status: 'confirmed', eps_actual: null, actual_move_pct: null }),
    ])
    const [now] = await at()
    expect(now).toMatchObject({
      status: 'reported',
      surprise_pct: expect.closeTo(10, 9),
      actual_move_pct: expect.closeTo(2, 9),
    })
    expect(now?.expected_move_pct).toBeGreaterThan(0)
  })

  it('events join what is stored with what follows from it, and nothing stands twice', async () => {
    const events = [
      {
        id: 'fomc',
        kind: 'fed',
        title: 'Rate decision',
        scheduled_at: '2026-12-09T19:00:00Z',
        known_at: '2026-01-01T00:00:00Z',
      },
      {
        id: 'cpi',
        kind: 'macro',
        title: 'CPI',
        scheduled_at: '2026-12-10T13:30:00Z',
        known_at: '2026-11-19T00:00:00Z',
      },
      {
        id: 'x',
        kind: 'earnings',
        title: 'AAPL reports',
        symbol: 'AAPL',
        scheduled_at: '2026-12-01T21:30:00Z',
        known_at: '2026-01-01T00:00:00Z',
      },
    ]
    await importInto(app, 'events', 'e.json', JSON.stringify(events))
    const report = {
      symbol: 'AAPL',
      report_date: '2026-12-01',
      timing: 'after_close',
      fiscal_period: '2026-Q4',
      known_at: '2026-11-01T00:00:00Z',
    }
    await importInto(app, 'earnings', 'r.json', JSON.stringify([report]))
    const asked = { from: '2026-12-01', to: '2026-12-11' }
    const ids = async (input: Answer) => (await ask(eventsOperation, { ...asked, ...input })).data.map(({ id }) => id)

    expect(await ids({})).toEqual(['x', 'expiration:2026-12-04', 'fomc', 'cpi', 'expiration:2026-12-11'])
    expect(await ids({ date: '2026-11-18' })).toEqual(['x', 'expiration:2026-12-04', 'fomc', 'expiration:2026-12-11'])
    expect(await ids({ kind: 'fed' })).toEqual(['fomc'])
    expect(await ids({ symbol: 'AAPL' })).toEqual(['x'])
    await bad(eventsOperation, { symbol: 'ZZZ' }).toMatchObject({ code: 'not_found' })
    await bad(eventsOperation, { date: '2026-11-15' }).toMatchObject({ code: 'not_found' })
  })
})
