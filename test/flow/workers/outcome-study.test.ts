import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, OPERATOR } from '../../../src/app/parts.ts'
import type { StudiedOutcome } from '../../../src/flow/contract/outcome-study.ts'
import { studyOutcomes } from '../../../src/flow/workers/outcome-study.ts'
import { AppError } from '../../../src/lib/errors.ts'
import type { MarketView } from '../../../src/market/ports/market-source.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const { signal } = new AbortController()
let app: TestApp
let key: Record<string, string>

beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'F,KO' })
  key = (await app.account('vega')).key
}, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

async function study(sessions: number): Promise<number> {
  const parts = { ...contextOf(app.parts, { caller: OPERATOR }), sessions }
  let steps = 0
  while (await studyOutcomes(parts, signal)) steps++
  return steps
}

async function outcomes(query: string): Promise<{ sessions: number; warnings: string[]; data: StudiedOutcome[] }> {
  const answer = await app.get(`/api/v1/flow/outcomes${query}`, key)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const find = (data: readonly StudiedOutcome[], horizon: number, measure: string) =>
  data.find((each) => each.horizon === horizon && each.measure === measure)

describe('the study of outcomes', { timeout: 120_000 }, () => {
  it('says that nothing is counted before it has begun, and that there are too few prints', async () => {
    const { sessions, warnings, data } = await outcomes('')

    expect(sessions).toBe(0)
    expect(warnings.at(-1)).toMatch(/has been counted yet/)
    expect(data).toHaveLength(7)
    expect(data.every(({ count, hit_rate: rate, too_few: few }) => count === 0 && rate === null && few)).toBe(true)
  })

  it('counts each symbol of each finished session once, and then all together', async () => {
    // Of three finished sessions, two have a session after them: two symbols and all together each.
    expect(await study(3)).toBe(2 * 3)
    expect(await study(3)).toBe(0)

    const [all, ford, coke] = [await outcomes(''), await outcomes('?symbol=F'), await outcomes('?symbol=KO')]
    const counts = [all, ford, coke].map(({ data }) => find(data, 1, 'option')?.count ?? 0)
    expect(all.sessions).toBe(2)
    expect(counts[1]).toBeGreaterThan(30)
    expect(counts[0]).toBe((counts[1] ?? 0) + (counts[2] ?? 0))
    const row = find(all.data, 1, 'option')
    expect(row).toMatchObject({ too_few: false, matched_count: expect.any(Number) })
    expect(row?.hit_rate).toBeGreaterThan(0)
    expect(row?.lower_quartile_pct).toBeLessThan(row?.upper_quartile_pct ?? Number.NaN)
    expect(find(all.data, 1, 'open_interest')?.count).toBeGreaterThan(30)
    expect(find(all.data, 5, 'option')?.count).toBe(0)
  })

  it('counts by score, pattern and dates, and knows nothing of later sessions at a date', async () => {
    const countOf = async (query: string) => find((await outcomes(query)).data, 1, 'option')?.count ?? Number.NaN
    const all = await countOf('')

    expect(await countOf('?min_score=90')).toBeLessThan(all)
    expect(await countOf('?alert_type=volume_spike')).toBeLessThan(all)
    expect(await countOf('?from=2026-11-18')).toBeLessThan(all)
    // The session of 17 November ends the horizon of none of the counted ones.
    expect(await countOf('?date=2026-11-17')).toBe(0)
    expect(await countOf('?date=2026-11-18')).toBeLessThan(all)
  })

  it('reads each tape once for all horizons, and keeps its rows no longer', async () => {
    const context = contextOf(app.parts, { caller: OPERATOR })
    const { tape } = await (await context.viewAt('2026-11-18')).optionPrints('F')
    expect(await context.flowSessions.session(tape)).toBeUndefined()

    const read: string[] = []
    const flowSessions = Object.assign(Object.create(context.flowSessions), {
      once: async (view: MarketView, symbol: string) => {
        read.push(`${view.date} ${symbol}`)
        throw new AppError('not_found', 'No tape.')
      },
    })
    // Of seven finished sessions, two are counted already; of the four others, two have a fifth session after them.
    while (await studyOutcomes({ ...context, flowSessions, sessions: 7 }, signal));
    expect(read).toHaveLength(4 * 2)
    expect(new Set(read).size).toBe(read.length)
  })

  it('reads the chain of the next session for its open interest, and none of later sessions', async () => {
    const context = contextOf(app.parts, { caller: OPERATOR })
    const read = new Set<string | undefined>()
    const viewAt = async (date?: string): Promise<MarketView> => {
      const view = await context.viewAt(date)
      const chain: MarketView['chain'] = (symbol) => {
        read.add(view.date)
        return view.chain(symbol)
      }
      return { ...view, chain }
    }

    // Of nine finished sessions, the two oldest are not counted yet; both have a fifth session after them.
    expect(await studyOutcomes({ ...context, viewAt, sessions: 9 }, signal)).toBe(true)
    while (await studyOutcomes({ ...context, viewAt, sessions: 9 }, signal));

    expect([...read].sort()).toEqual(['2026-11-09', '2026-11-10', '2026-11-11'])
  })
})
