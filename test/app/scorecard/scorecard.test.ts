import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { scorePartsOf } from '../../../src/app/scorecard/score-parts.ts'
import { sessionOn, tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { MinuteBars } from '../../../src/market/domain/stocks/minute-bars.ts'
import { packSession } from '../../../src/market/store/market-sessions.ts'
import { decisionScorecardOperation } from '../../../src/receiver/operations/decision-scorecard.ts'
import { scoreNext } from '../../../src/receiver/workers/scorecard/score-next.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { type McpApp, mcpApp } from '../../support/mcp/mcp.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'
import { decidedAt } from './decided.ts'

/** Monday, 11:00 in New York, and the sessions after it. */
const AT = '2026-10-05T15:00:00.000Z'
const SETTINGS = { MARKET_SOURCE: 'replay', MARKET_SYMBOLS: 'AAPL,SPY', SERVICE_EMAIL: 'vega-1@optionwire.test' }
const DATES = tradingDaysBetween('2026-09-28', '2026-11-20')

interface Day {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

const QUIET: Day = { open: 100, high: 101, low: 99, close: 100 }

async function barsOf({ parts }: TestApp, symbol: string, days: Readonly<Record<string, Partial<Day> | null>> = {}) {
  const bars = DATES.filter((date) => days[date] !== null).map((date) => ({
    date,
    ...QUIET,
    volume: 1_000_000,
    ...days[date],
  }))
  await parts.store.dailyBars.put(symbol, bars, { derived: false })
}

/** All minutes of a session at 100, with some of their own. */
async function minutesOf(
  { parts }: TestApp,
  symbol: string,
  date: string,
  own: Readonly<Record<string, Partial<Day>>>,
) {
  const session = sessionOn(date)
  if (!session) throw new Error('no session')
  const count = (session.closeMs - session.openMs) / 60_000
  const startMs = Float64Array.from({ length: count }, (_, minute) => session.openMs + 60_000 * minute)
  const column = (name: keyof Day) =>
    Float64Array.from(startMs, (ms) => own[new Date(ms).toISOString().slice(11, 16)]?.[name] ?? 100)
  const table: MinuteBars = {
    ...{ symbol, sessionDate: date, count, startMs },
    ...{ open: column('open'), high: column('high'), low: column('low'), close: column('close') },
    volume: new Float64Array(count).fill(1),
  }
  const packed = packSession(`${symbol} ${date}`, 'minute_bars', table, null)
  if (!(await parts.store.marketSessions.put(packed))) throw new Error('minutes were not stored')
}

/** Measures everything that is over. */
async function measureAll({ parts, clock }: TestApp, now = '2026-11-23T15:00:00.000Z'): Promise<void> {
  clock.set(now)
  const scoring = scorePartsOf(parts)
  const { signal } = new AbortController()
  for (let step = 0; step < 500; step++) if (!(await scoreNext(scoring, signal))) return
  throw new Error('the measuring does not end')
}

async function outcomeOf({ parts }: TestApp, fingerprint: string, horizon: 1 | 5 | 20 = 5) {
  const measure = await parts.store.decisionScores.measureOf(fingerprint, horizon)
  return measure?.isPriced ? measure.outcome : measure
}

describe('what the price did after a decision', () => {
  it('is known from minutes: which of target and stop came first', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL', { '2026-10-05': { high: 112, low: 94 } })
    await barsOf(app, 'SPY')
    // The stop before the decision counts for nothing; then the target, then the stop.
    const own = { '14:00': { low: 90 }, '15:00': { open: 101 }, '16:00': { high: 111 }, '17:00': { low: 94 } }
    await minutesOf(app, 'AAPL', '2026-10-05', own)
    const first = await decidedAt(app.parts, { at: AT })

    await measureAll(app)

    expect(await outcomeOf(app, first)).toMatchObject({
      ...{ entryPrice: 101, entryBasis: 'minute', exit: 'target', exitPrice: 110, resolution: 'mixed' },
      ...{ endDate: '2026-10-12', endPrice: 100, entryTouched: true, marketReturnPct: null },
      exitMs: Date.parse('2026-10-05T16:01:00Z'),
    })
  })

  it('begins when the decision was there, not when it was asked for', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL')
    await minutesOf(app, 'AAPL', '2026-10-05', { '15:00': { open: 50, high: 120 }, '15:01': { open: 103 } })
    const late = await decidedAt(app.parts, { at: AT, usage: { latencyMs: 40_000 } })

    await measureAll(app)

    expect(await outcomeOf(app, late)).toMatchObject({ entryPrice: 103, exit: 'horizon' })
  })

  it('is the stop where one minute has both', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL')
    await minutesOf(app, 'AAPL', '2026-10-05', { '16:00': { high: 111, low: 94 } })
    const both = await decidedAt(app.parts, { at: AT })

    await measureAll(app)

    expect(await outcomeOf(app, both)).toMatchObject({ exit: 'stop', exitPrice: 95 })
  })

  it('is only the close of the first day where daily bars are all there is', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL', { '2026-10-05': { high: 150, low: 50 }, '2026-10-08': { high: 113, close: 112 } })
    const coarse = await decidedAt(app.parts, { at: AT })

    await measureAll(app)

    expect(await outcomeOf(app, coarse, 1)).toMatchObject({ exit: 'horizon', endDate: '2026-10-06' })
    expect(await outcomeOf(app, coarse, 5)).toMatchObject({
      ...{ entryPrice: 100, entryBasis: 'idea', exit: 'target', exitPrice: 110, resolution: 'daily' },
      exitMs: sessionOn('2026-10-08')?.closeMs,
    })
  })

  it('begins with the next open after the close', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL', { '2026-10-06': { open: 104, high: 105 } })
    await barsOf(app, 'SPY', { '2026-10-06': { open: 200, high: 220 }, '2026-10-12': { close: 202, high: 220 } })
    const evening = await decidedAt(app.parts, { at: '2026-10-05T22:00:00.000Z' })

    await measureAll(app)

    const outcome = await outcomeOf(app, evening)
    expect(outcome).toMatchObject({ entryPrice: 104, entryBasis: 'open', exit: 'horizon' })
    expect(outcome).toHaveProperty('marketReturnPct', expect.closeTo(1, 9))
  })

  it('stays in the share scale of the decision over a split', async () => {
    await using app = await testApp(SETTINGS)
    const half = { open: 50, high: 50.5, low: 49.5, close: 50 }
    const after = Object.fromEntries(DATES.filter((date) => date >= '2026-10-07').map((date) => [date, half]))
    await barsOf(app, 'AAPL', { ...after, '2026-10-09': { ...half, high: 56 } })
    await app.parts.store.corporateActions.put([
      { symbol: 'AAPL', kind: 'split', exDate: '2026-10-07', value: 2, knownAt: '2026-10-01T12:00:00.000Z' },
    ])
    const split = await decidedAt(app.parts, { at: AT })

    await measureAll(app)

    expect(await outcomeOf(app, split, 1)).toMatchObject({ exit: 'horizon', endPrice: 100 })
    expect(await outcomeOf(app, split, 5)).toMatchObject({ exit: 'target', exitPrice: 110, endPrice: 100 })
  })

  it('is unknown over a missing bar, and tried again when a day has passed', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL', { '2026-10-08': null })
    const gap = await decidedAt(app.parts, { at: AT })
    await measureAll(app)
    const before = [await outcomeOf(app, gap, 1), await outcomeOf(app, gap, 5)]

    await barsOf(app, 'AAPL')
    await measureAll(app, '2026-11-24T16:00:00.000Z')

    expect(before).toMatchObject([{ exit: 'horizon' }, { isPriced: false, reason: 'no_bars' }])
    expect(await outcomeOf(app, gap, 5)).toMatchObject({ exit: 'horizon', endPrice: 100 })
  })

  it('is not counted before the close of its horizon', async () => {
    await using app = await testApp(SETTINGS)
    await barsOf(app, 'AAPL')
    const open = await decidedAt(app.parts, { at: AT })

    await measureAll(app, '2026-10-12T19:00:00.000Z')

    expect(await outcomeOf(app, open, 1)).toMatchObject({ endDate: '2026-10-06' })
    expect(await outcomeOf(app, open, 5)).toBeNull()
  })
})

describe('the scorecard', () => {
  const secret = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
  const path = '/webhooks/optionomics-neutral/scorecard'

  /** Over a socket: the secret is read from the headers as they came. */
  async function get(app: TestApp, query: string, headers: Record<string, string>) {
    if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.server.address() as AddressInfo
    app.parts.address.publicUrl = `http://127.0.0.1:${port}`
    return await fetch(`${app.parts.address.publicUrl}${path}${query}`, { headers })
  }

  async function scored(app: TestApp): Promise<void> {
    await barsOf(app, 'AAPL', { '2026-10-07': { high: 111 } })
    await barsOf(app, 'SPY', { '2026-10-12': { close: 101 } })
    await decidedAt(app.parts, { at: AT, usage: { estimatedCostUsd: 0.02, promptVersion: 'v2' } })
    await decidedAt(app.parts, { at: AT, decision: { action: 'skip', notional_usd: 0, confidence: 0.6 } })
    const overruled = { action: 'skip' as const, notional_usd: 0, rationale: 'Good. [skipped: zero shares]' }
    await decidedAt(app.parts, { at: AT, decision: overruled, idea: { strategy: 'Call Spread' } })
    await decidedAt(app.parts, { at: '2026-11-19T15:00:00.000Z' })
    await measureAll(app)
  }

  it('counts every decision, skips too, beside the three baselines', async () => {
    await using app = await testApp(SETTINGS)
    await scored(app)

    const answer = await get(app, '?horizon=5&stake_usd=1000&cost_bps=5', secret)
    // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
    const card = (await answer.json()) as any

    expect(answer.status).toBe(200)
    expect(card.decisions).toEqual({
      ...{ total: 4, orders: 2, overruled: 1, undecided: 0, measured: 3, unfinished: 1, unpriced: 0 },
    })
    const byName = Object.fromEntries(
      card.strategies.map((each: { name: string; figures: object }) => [each.name, each.figures]),
    )
    // One order that gained 10 % less 0.1 % of costs, over three ideas; less 2 cents for the model.
    expect(byName['decisions']).toMatchObject({
      count: 3,
      trades: 1,
      mean_return_pct: 3.3,
      pnl_usd: 98.98,
      hit_rate_pct: 100,
    })
    expect(byName['always_follow']).toMatchObject({ count: 3, trades: 3, mean_return_pct: 9.9, pnl_usd: 297 })
    expect(byName['decisions'].sentence).toBe('Too few to tell: 3 decisions are known, and 30 are needed.')
    // Right with 0.9, and wrong with 0.6: a skip of what gained. The overruled one is not judged.
    expect(card.confidence).toMatchObject({ count: 2, brier: (0.01 + 0.36) / 2, base_brier: 0.25 })
    expect(card.exits).toEqual({ target: 3, stop: 0, horizon: 0 })
    expect(card.costs).toEqual({ usd: 0.02, per_decision_usd: 0.02, unknown: 2 })
    const groups = card.groups.map(({ by, key, figures }: (typeof card.groups)[number]) => [by, key, figures.count])
    expect(groups).toEqual([
      ['model', 'gpt-test', 3],
      ['prompt', 'unknown', 2],
      ['prompt', 'v2', 1],
      ['strategy', 'Long Call', 2],
      ['strategy', 'Call Spread', 1],
    ])
    expect(card.curve).toEqual([expect.objectContaining({ session_date: '2026-10-05', decisions_usd: 98.98 })])
  })

  it('is the operator’s: refused without the secret, and to every account but the receiver’s own', async () => {
    await using app: McpApp = await mcpApp(SETTINGS)
    await scored(app)
    const stranger = await app.account('vega')
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'decision_scorecard', arguments: {} } }

    const own = (await app.post(call)).json().result
    const other = (await app.post(call, stranger.key)).json().result
    const onCommandLine = await app.asOperator(decisionScorecardOperation, {})

    expect((await get(app, '', {})).status).toBe(401)
    expect(own.structuredContent.decisions).toMatchObject({ total: 4, measured: 3 })
    expect(other).toMatchObject({ isError: true })
    expect(other.content[0].text).toContain('SERVICE_EMAIL')
    expect(onCommandLine).toMatchObject({ decisions: { total: 4 } })
  })
})
