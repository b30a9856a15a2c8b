import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import { METRICS_METHOD } from '../../../src/market/domain/daily-metrics.ts'
import { type ImportBench, importBench, quoteTable } from '../../support/market/imports.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})

afterEach(() => bench[Symbol.asyncDispose]())

const LATER = '2027-01-01T00:00:00.000Z'

describe('earnings', () => {
  const heading = 'symbol,report_date,timing,fiscal_period,eps_estimate,eps_actual,status,known_at'

  it('are the same from CSV and from JSON', async () => {
    const entry = {
      symbol: 'AAPL',
      report_date: '2026-10-29',
      timing: 'after_close',
      fiscal_period: '2026-Q4',
      eps_estimate: 1.5,
      eps_actual: -1.62,
    }
    await bench.import('earnings', 'e.csv', `${heading}\nAAPL,2026-10-29,after_close,2026-Q4,1.5,-1.62,,\n`)
    const fromCsv = await bench.store.marketCalendar.earnings({ knownAt: LATER })
    await bench.import('earnings', 'e.json', JSON.stringify({ data: [{ ...entry, symbol: 'MSFT' }] }))
    const [, fromJson] = await bench.store.marketCalendar.earnings({ knownAt: LATER })

    expect(fromCsv).toEqual([
      {
        symbol: 'AAPL',
        reportDate: '2026-10-29',
        timing: 'after_close',
        fiscalPeriod: '2026-Q4',
        epsEstimate: 1.5,
        epsActual: -1.62,
        status: 'reported',
        knownAt: '2026-10-30T00:00:00.000Z',
      },
    ])
    expect(fromJson).toEqual({ ...fromCsv[0], symbol: 'MSFT' })
  })

  it('still to come count as known from the import, unless the file says when', async () => {
    await bench.import(
      'earnings',
      'e.csv',
      `${heading}\nAAPL,2027-01-28,,2027-Q1,2,,,\nMSFT,2027-01-28,,2027-Q2,3,,confirmed,2026-11-01\n`,
    )

    const [apple, microsoft] = await bench.store.marketCalendar.earnings({ knownAt: LATER })
    expect(apple).toMatchObject({ symbol: 'AAPL', status: 'estimated', knownAt: '2026-11-20T15:00:00.000Z' })
    expect(microsoft).toMatchObject({ status: 'confirmed', knownAt: '2026-11-01T14:30:00.000Z' })
  })

  it('without a date, a period or a symbol are left out, odd words and numbers become unknown', async () => {
    const rows = [
      'AAPL,2026-02-30,,Q1,,,,',
      'AAPL,2026-01-29,,,,,,',
      '1,2026-01-29,,Q1,,,,',
      'AAPL,2026-01-29,noon,Q1,x,1,,',
      'AAPL,2026-04-29,,Q2,,1,,',
      'AAPL,2026-07-29,,Q3,,1,,',
    ]
    const report = await bench.import('earnings', 'e.csv', `${heading}\n${rows.join('\n')}\n`)

    expect(report).toMatchObject({ taken: 3, refusedRows: 3, unknownValues: 2 })
    expect(report.refusals.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, 'report_date', '2026-02-30'],
      [3, 'fiscal_period', ''],
      [4, 'symbol', '1'],
      [5, 'timing', 'noon'],
      [5, 'eps_estimate', 'x'],
    ])
  })

  it('of other symbols than was asked for are left out', async () => {
    const text = `${heading}\nAAPL,2026-10-29,,Q4,,1,,\nMSFT,2026-10-29,,Q4,,1,,\n,2026-07-29,,Q3,,1,,\n`
    const report = await bench.import('earnings', 'e.csv', text, { symbol: 'AAPL' })

    expect(report).toMatchObject({ taken: 2, refusedRows: 1 })
    expect(report.refusals[0]).toMatchObject({ column: 'symbol', reason: 'not an entry of AAPL' })
  })
})

describe('events', () => {
  it('have an id of their own facts, so that a second file changes them instead of repeating them', async () => {
    const text =
      'kind,title,scheduled_at,symbol,importance,status,known_at\nfed,Rate decision,2026-12-09T19:00:00Z,,high,,2026-01-01T00:00:00Z\n'
    await bench.import('events', 'a.csv', text)
    await bench.import('events', 'b.csv', text.replace('high,,2026-01', 'low,canceled,2026-02'))

    const events = await bench.store.marketCalendar.events({ knownAt: LATER })
    expect(events).toEqual([
      {
        id: 'fed:market:2026-12-09:rate-decision',
        kind: 'fed',
        title: 'Rate decision',
        symbol: null,
        scheduledAt: '2026-12-09T19:00:00.000Z',
        knownAt: '2026-02-01T00:00:00.000Z',
        importance: 'low',
        status: 'canceled',
      },
    ])
  })

  it('that are splits with a value adjust the price history', async () => {
    const split = {
      kind: 'split',
      title: 'AAPL 4 for 1',
      symbol: 'aapl',
      scheduled_at: '2026-08-31',
      value: 4,
      known_at: '2026-07-30T20:30:00Z',
    }
    await bench.import('events', 'splits.json', JSON.stringify([split]))

    expect(await bench.store.corporateActions.known('AAPL')).toEqual([
      { symbol: 'AAPL', kind: 'split', exDate: '2026-08-31', value: 4, knownAt: '2026-07-30T20:30:00.000Z' },
    ])
  })

  it('of an unknown kind, without a title or a time are left out', async () => {
    const text =
      'kind,title,scheduled_at\nparty,T,2026-12-09\nfed,,2026-12-09\nfed,T,soon\nfed,A,2026-12-09\nmacro,B,2026-12-09\nmacro,C,2026-12-10\nmacro,D,2026-12-10\n'
    const report = await bench.import('events', 'e.csv', text)

    expect(report).toMatchObject({ status: 'imported', taken: 4, refusedRows: 3 })
    expect(report.refusals.filter(({ effect }) => effect === 'row left out').map(({ column }) => column)).toEqual([
      'kind',
      'title',
      'scheduled_at',
    ])
  })
})

describe('news', () => {
  it('keep quotes and line breaks, and refuse addresses that could run', async () => {
    const text = [
      'published_at,headline,summary,source,url,symbols,sentiment',
      '2026-11-19T15:00:00Z,"Apple, again","One\nline",Wire,https://news.example/a?b=1,"aapl; MSFT",bullish',
      '2026-11-19T16:00:00Z,Second,,,javascript:alert(1),?!,glad',
    ].join('\n')
    const report = await bench.import('news', 'n.csv', text)

    const [second, first] = await bench.store.news.list({ until: LATER, limit: 9 })
    expect(first).toEqual({
      id: 'https://news.example/a?b=1',
      publishedAt: '2026-11-19T15:00:00.000Z',
      headline: 'Apple, again',
      summary: 'One\nline',
      source: 'Wire',
      url: 'https://news.example/a?b=1',
      symbols: ['AAPL', 'MSFT'],
      sentiment: 'bullish',
    })
    expect(second).toMatchObject({
      id: '2026-11-19T16:00:00.000Z:second',
      url: null,
      symbols: [],
      sentiment: null,
    })
    expect(report.refusals.map(({ row, column }) => [row, column])).toEqual([
      [4, 'url'],
      [4, 'sentiment'],
      [4, 'symbols'],
    ])
  })

  it('accept lists in JSON and refuse text that is not well-formed or too long', async () => {
    const item = { published_at: '2026-11-19T15:00:00Z', headline: 'H', symbols: ['SPY', 'QQQ'] }
    const items = [
      item,
      { ...item, headline: 'x\u0000' },
      { ...item, headline: 'x'.repeat(501) },
      'text',
      { ...item, headline: 'G' },
      { ...item, headline: 'I' },
      { ...item, headline: 'J' },
    ]
    const report = await bench.import('news', 'n.json', JSON.stringify(items))

    expect(report).toMatchObject({ taken: 4, refusedRows: 3 })
    expect((await bench.store.news.list({ until: LATER, limit: 9, symbol: 'QQQ' })).length).toBe(4)
  })
})

describe('interest rates', () => {
  it('are taken by date and tenor, as published that evening; the rest is named', async () => {
    const rows = [
      '2026-11-18,1M,4.05,',
      '2026-11-18,1y,3.8,2026-11-18T20:00:00Z',
      '2026-11-18,1m,4,',
      '2026-02-30,1m,4,',
      '2026-11-18,1q,4,',
      '2026-11-18,6m,405,',
    ]
    const report = await bench.import(
      'rates',
      'r.csv',
      `date,tenor,rate,known_at\n${rows.join('\n')}\n${'2026-11-17,1m,4,\n2026-11-17,3m,4,\n'}`,
    )
    const latest = (knownAt: string) => bench.store.interestRates.latest(knownAt, '2026-10-01')

    expect(report).toMatchObject({
      status: 'imported',
      taken: 4,
      refusedRows: 4,
      sessions: ['2026-11-17', '2026-11-18'],
    })
    expect(report.refusals.map(({ column }) => column)).toEqual(['tenor', 'date', 'tenor', 'rate'])
    expect(await latest('2026-11-17T22:59:59.999Z')).toBeUndefined()
    expect(await latest('2026-11-18T19:59:59.999Z')).toMatchObject({ date: '2026-11-17', points: [{}, {}] })
    expect(await latest('2026-11-18T20:00:00.000Z')).toMatchObject({ date: '2026-11-18', points: [{ years: 1 }] })
    expect((await latest('2026-11-18T23:00:00.000Z'))?.points.map(({ rate }) => rate)).toEqual([
      expect.closeTo(2 * Math.log(1.02025), 12),
      expect.closeTo(2 * Math.log(1.019), 12),
    ])
  })

  it('make the figures of their sessions unknown until they are valued again', async () => {
    await bench.import('chain', 'a.csv', quoteTable())
    const missing = async () => (await bench.store.dailyMetrics.missing(METRICS_METHOD)).length
    await completeMetrics(bench.store, { onFailure: (error) => expect.unreachable(String(error)) })
    expect(await missing()).toBe(0)

    await bench.import('rates', 'old.csv', 'date,tenor,rate\n2026-10-18,1m,4\n')
    expect(await missing()).toBe(0)
    await bench.import('rates', 'new.csv', 'date,tenor,rate\n2026-10-19,1m,4\n')
    expect(await missing()).toBe(1)
    await completeMetrics(bench.store, { onFailure: (error) => expect.unreachable(String(error)) })
    const dividend = (date: string) => `kind,title,scheduled_at,symbol,value\ndividend,Cash,${date},SPY,1.5\n`
    await bench.import('events', 'paid.csv', dividend('2026-11-19'))
    expect(await missing()).toBe(0)
    await bench.import('events', 'ahead.csv', dividend('2026-12-15'))
    expect(await missing()).toBe(1)
  })
})
