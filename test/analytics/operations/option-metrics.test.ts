import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ivRank } from '../../../src/analytics/domain/smile/iv-rank.ts'
import { ivTermStructureOperation } from '../../../src/analytics/operations/iv-term-structure.ts'
import { optionMetricsOperation } from '../../../src/analytics/operations/option-metrics.ts'
import { completeMetrics } from '../../../src/app/import/complete-metrics.ts'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { addDays } from '../../../src/lib/time/civil-date.ts'
import { nextTradingDay, sessionOn, tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { storeChain } from '../../support/market/stored-chains.ts'
import { syntheticChain } from '../../support/market/synthetic-chain.ts'

let app: TestApp

const metrics = (input: Answer) => app.asOperator(optionMetricsOperation, input)
const termStructure = (input: Answer) => app.asOperator(ivTermStructureOperation, input)

describe('option metrics of the simulated market', () => {
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'DIA' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it('rank IV30 in the year before the session, as the term structure does', async () => {
    const answer = await metrics({ symbol: 'DIA', date: '2026-05-13' })
    const terms = await termStructure({ symbol: 'DIA', date: '2026-05-13' })

    const view = await app.parts.market.viewAt('2026-05-13')
    const { points: past } = await view.metricHistory('DIA', 'iv30', { sessions: 252 })
    const iv30 = Number(answer['iv30'])
    const rank = ivRank([...past.map(({ value }) => value), iv30]).answer
    expect(past.at(-1)?.date).toBe('2026-05-12')
    expect(answer).toMatchObject({ session_date: '2026-05-13', ...rank })
    expect(terms).toMatchObject({ session_date: '2026-05-13', iv30, ...rank })
    expect(rank.iv_rank).toBeLessThan(20)
    for (const name of ['rv10', 'rv20', 'rv30', 'rv60']) expect(terms[name], name).toBeGreaterThan(0)
  })

  it('narrow to an expiration without narrowing iv30 and its rank', async () => {
    const whole = await metrics({ symbol: 'DIA' })
    const points = (await termStructure({ symbol: 'DIA' }))['points']
    const [, , third] = points as { expiration_date: string; atm_iv: number; expected_move: number }[]

    const narrow = await metrics({ symbol: 'DIA', expiration_date: third!.expiration_date })

    expect(narrow).toMatchObject({ atm_iv: third!.atm_iv, expected_move: third!.expected_move })
    for (const name of ['iv30', 'iv_rank', 'iv_percentile']) expect(narrow[name], name).toBe(whole[name])
    expect(Number(narrow['total_open_interest'])).toBeLessThan(Number(whole['total_open_interest']))
    expect((await metrics({ symbol: 'DIA', dte_max: 0 }))['total_volume']).toBeLessThan(Number(whole['total_volume']))
  })

  it('refuse a symbol that is not there, and an option that they do not have', async () => {
    await expect(metrics({ symbol: 'NONE' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(termStructure({ symbol: 'NONE' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(termStructure({ symbol: 'DIA', dte_max: 3 })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('option metrics of imported chains', () => {
  const strikes = [560, 580, 590, 600, 610, 620, 640]
  const days = tradingDaysBetween('2026-06-01', '2026-11-19')

  beforeEach(async () => {
    app = await testApp({ MARKET_SOURCE: 'replay' })
  })
  afterEach(() => app[Symbol.asyncDispose]())

  async function remember(day: string, volatility: number): Promise<void> {
    const chain = syntheticChain({
      asOf: new Date(sessionOn(day)?.closeMs ?? Number.NaN).toISOString(),
      strikes,
      dates: [nextTradingDay(addDays(day, 15)), nextTradingDay(addDays(day, 45))],
      volatility: () => volatility,
    })
    await storeChain(app.parts.store, `${day} ${volatility}`, chain)
    await completeMetrics(app.parts.store, {
      onFailure: (error) => {
        throw error
      },
    })
  }

  it('have no rank with fewer than 60 sessions, and one from the sixtieth on, each time with a warning', async () => {
    for (const [index, day] of days.slice(-60).entries()) await remember(day, 0.2 + index / 1000)
    const last = days.at(-1)
    const before = days.at(-2)

    const few = await metrics({ symbol: 'XSP', date: before })
    const enough = await metrics({ symbol: 'XSP', date: last })

    expect(few).toMatchObject({ iv_rank: null, iv_percentile: null })
    expect(few['warnings']).toContain('iv_rank and iv_percentile need 60 sessions of IV30; there are 59.')
    expect(enough).toMatchObject({ iv_rank: 100, iv_percentile: 100 })
    expect(enough['warnings']).toContain('iv_rank and iv_percentile use 60 sessions of IV30 instead of 252.')
  })

  it('answer a past date as before when later sessions are imported, and anew when an older one is', async () => {
    for (const [index, day] of days.slice(-70, -5).entries()) await remember(day, 0.3 - index / 1000)
    const { key } = await app.account('vega')
    const url = `/api/v1/stocks/XSP/metrics?date=${days.at(-6)}`
    const first = await app.get(url, key)
    await remember(days.at(-5) ?? '', 0.9)

    const afterLater = await app.get(url, { ...key, 'if-none-match': String(first.headers.etag) })
    await remember(days.at(-71) ?? '', 0.9)
    const afterOlder = await app.get(url, { ...key, 'if-none-match': String(first.headers.etag) })

    expect(first.json()).toMatchObject({ iv_rank: 0, iv_percentile: 0 })
    expect(afterLater.statusCode).toBe(304)
    expect(afterOlder.statusCode).toBe(200)
    expect(afterOlder.json().warnings).toContain('iv_rank and iv_percentile use 66 sessions of IV30 instead of 252.')
  })
})
