import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/catalogue/operation.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { followed } from '../../../src/trade-ideas/domain/idea-life.ts'
import type { IdeaRecord } from '../../../src/trade-ideas/domain/idea-record.ts'
import { tradeIdeaOperation } from '../../../src/trade-ideas/operations/trade-idea.ts'
import { tradeIdeasOperation } from '../../../src/trade-ideas/operations/trade-ideas.ts'
import { tradeIdeasTrackRecordOperation } from '../../../src/trade-ideas/operations/trade-ideas-track-record.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'

let app: TestApp
let account: TestAccount

/** Four ideas of two dates: a bullish one that reached its target, a bearish and a neutral one that are open, and one that expired. */
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  account = await app.account('vega')
  const { tradeIdeas } = app.parts.store
  const monday = Date.parse('2026-11-16T15:00:00Z')
  const made = (id: string, change: Parameters<typeof anIdeaRecord>[0], hours: number): IdeaRecord => ({
    ...anIdeaRecord({ id, ...change }),
    generatedMs: monday + hours * 3_600_000,
  })
  const target = made('a1', { symbol: 'AAPL' }, 0)
  const bearish = made('a2', { symbol: 'AAPL', direction: 'bearish', targetPrice: 90, stopPrice: 105 }, 0)
  const neutral = made('a3', { symbol: 'KO', direction: 'neutral', pipeline: 'crush', strategy: 'Iron Condor' }, 9)
  const expired = made('a4', { symbol: 'MSFT', pipeline: 'trend', horizonSessions: 1 }, 14)
  for (const idea of [target, bearish, neutral, expired]) await tradeIdeas.add(idea)
  const flat = (price: number) => ({
    endMs: Date.parse('2026-11-17T21:00:00Z'),
    sessionDate: '2026-11-17',
    open: price,
    high: price,
    low: price,
    last: price,
    sessionHigh: price,
    sessionLow: price,
  })
  await tradeIdeas.follow(followed(target, [flat(112)]))
  await tradeIdeas.follow(followed(expired, [flat(101)]))
})
afterAll(() => app[Symbol.asyncDispose]())

const list = async (input: Answer) => tradeIdeasOperation.output.parse(await app.asOperator(tradeIdeasOperation, input))
const ids = async (input: Answer) => (await list(input)).data.map(({ id }) => id)
const record = async (input: Answer) =>
  tradeIdeasTrackRecordOperation.output.parse(await app.asOperator(tradeIdeasTrackRecordOperation, input))

describe('trade ideas', () => {
  it.each<[Answer, string[]]>([
    [{}, ['a4', 'a3', 'a2', 'a1']],
    [{ status: 'all', direction: 'all' }, ['a4', 'a3', 'a2', 'a1']],
    [{ status: 'open' }, ['a3', 'a2']],
    [{ status: 'closed' }, ['a1']],
    [{ status: 'expired' }, ['a4']],
    [{ direction: 'bullish' }, ['a4', 'a1']],
    [{ direction: 'bearish' }, ['a2']],
    [{ direction: 'neutral' }, ['a3']],
    [{ symbol: 'aapl' }, ['a2', 'a1']],
    [{ symbol: 'AAPL', status: 'open' }, ['a2']],
    // 05:00 UTC of the 17th is midnight in New York, so 14 hours after 15:00 UTC is the next date there.
    [{ date: '2026-11-16' }, ['a3', 'a2', 'a1']],
    [{ date: '2026-11-17' }, ['a4']],
    [{ date: '2026-11-18' }, []],
  ])('with %j', async (input, expected) => {
    expect(await ids(input)).toEqual(expected)
  })

  it('page by a cursor', async () => {
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, cursor: first.next_cursor })

    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(['a4', 'a3', 'a2', 'a1'])
    expect(second.next_cursor).toBeNull()
    await expect(list({ cursor: 'AAAA' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('have flat names over REST, whatever they are in', async () => {
    const answer = await app.get('/api/v1/trade_ideas/a1', account.key)

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      id: 'a1',
      symbol: 'AAPL',
      direction: 'bullish',
      strategy: 'Long Call',
      pipeline: 'flow',
      model: 'flow',
      confidence: 0.5,
      entry_price: 100,
      target_price: 110,
      stop_price: 95,
      current_price: 112,
      peak_price: 112,
      thesis: 'Option flow of this session leans to calls.',
      status: 'closed',
      session_date: '2026-11-16',
      generated_at: '2026-11-16T15:00:00.000Z',
      expires_at: '2026-11-19T21:00:00.000Z',
      updated_at: '2026-11-17T21:00:00.000Z',
      ended_at: '2026-11-17T21:00:00.000Z',
      outcome: 'target',
      exit_price: 112,
      outcome_pct: expect.closeTo(12, 9),
      outcome_r: expect.closeTo(2.4, 9),
    })
    const inList = await app.get('/api/v1/trade_ideas?status=closed', account.key)
    expect(inList.json().data).toEqual([answer.json()])
    expect((await app.get('/api/v1/trade_ideas/a3', account.key)).json()).toMatchObject({
      status: 'open',
      ended_at: null,
      outcome: null,
      exit_price: null,
      outcome_pct: null,
      outcome_r: null,
    })
  })

  it('of an unknown id are not found', async () => {
    await expect(app.asOperator(tradeIdeaOperation, { id: 'none' })).rejects.toThrow(AppError)
    expect((await app.get('/api/v1/trade_ideas/none', account.key)).statusCode).toBe(404)
  })

  it('need the Theta plan in the browser, and say so', async () => {
    const gamma = await app.account('gamma')
    const refused = await app.get('/api/v1/trade_ideas', gamma.session)

    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ required_plan: 'theta' })
    expect((await app.get('/api/v1/trade_ideas', (await app.account('theta')).session)).statusCode).toBe(200)
  })
})

describe('the track record', () => {
  it('counts what ended, in all, by pipeline and by confidence', async () => {
    const { total, pipelines, calibration, open_count, from, to } = await record({})

    expect({ from, to, open_count }).toEqual({ from: '2025-11-20', to: '2026-11-20', open_count: 2 })
    expect(total).toMatchObject({ count: 2, hit_count: 1, hit_rate_pct: 50 })
    // 2.4 R at the target, and 1 of 5 on the way to the stop.
    expect(total.average_r).toBeCloseTo((2.4 + 0.2) / 2, 9)
    expect(total.average_outcome_pct).toBeCloseTo(6.5, 9)
    expect(pipelines.map(({ pipeline, count, hit_rate_pct }) => [pipeline, count, hit_rate_pct])).toEqual([
      ['flow', 1, 100],
      ['gamma', 0, null],
      ['trend', 1, 0],
      ['crush', 0, null],
    ])
    expect(
      calibration.map(({ confidence_from, confidence_to, count }) => [confidence_from, confidence_to, count]),
    ).toEqual([
      [0.3, 0.4, 1],
      [0.5, 0.6, 1],
    ])
  })

  it('of one symbol or another window', async () => {
    expect(await record({ symbol: 'AAPL' })).toMatchObject({ symbol: 'AAPL', open_count: 1, total: { count: 1 } })
    expect((await record({ to: '2026-11-16' })).total).toMatchObject({ count: 0, hit_rate_pct: null, average_r: null })
    expect((await record({ from: '2026-11-17', to: '2026-11-17' })).total.count).toBe(2)
    expect(await record({ from: '2027-01-01' })).toMatchObject({ from: '2027-01-01', to: '2027-01-01' })
    await expect(record({ from: '2026-11-17', to: '2026-11-16' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is not taken for an idea over REST', async () => {
    const answer = await app.get('/api/v1/trade_ideas/track_record', account.key)

    expect(answer.json()).toMatchObject({ open_count: 2, total: { count: 2 } })
  })
})
