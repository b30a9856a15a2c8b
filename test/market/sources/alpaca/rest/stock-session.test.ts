import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { darkPoolLevels } from '../../../../../src/analytics/domain/levels/dark-pool-levels.ts'
import { ReportedTrades, TAKEN_BACK } from '../../../../../src/market/sources/alpaca/rest/reported-trades.ts'
import type { StockTrade } from '../../../../../src/market/sources/alpaca/rest/schema.ts'
import { StockSession, type TradeCorrection } from '../../../../../src/market/sources/alpaca/rest/stock-session.ts'
import '../../../../support/properties.ts'

type Report =
  | { readonly type: 'trade'; readonly trade: StockTrade }
  | { readonly type: 'cancel'; readonly trade: StockTrade }
  | { readonly type: 'correction'; readonly correction: TradeCorrection }
  /** Pages say of each trade what became of it. */
  | { readonly type: 'page'; readonly trade: StockTrade }

/** What happened to one trade: it stays, is canceled, is corrected, or is corrected and then canceled. */
const FATES = ['stays', 'canceled', 'corrected', 'corrected and canceled', 'canceled, never reported'] as const

interface Story {
  readonly fate: (typeof FATES)[number]
  readonly x: string
  readonly size: number
  readonly corrected: number
  readonly conditions: readonly string[]
}

const stories = fc.array(
  fc.record({
    fate: fc.constantFrom(...FATES),
    x: fc.constantFrom('D', 'D', 'Q', 'V'),
    size: fc.integer({ min: 1, max: 1_000 }),
    corrected: fc.integer({ min: 1, max: 1_000 }),
    conditions: fc.constantFrom(['@'], ['M'], ['@', 'I']),
  }),
  { minLength: 1, maxLength: 8 },
)

const CORRECTED_FROM = 1_000

function tradeOf({ x, size, conditions }: Story, id: number): StockTrade {
  return {
    t: `2026-11-20T15:00:${String(id).padStart(2, '0')}Z`,
    p: 100 + id,
    s: size,
    x,
    i: id,
    c: [...conditions],
    z: 'C',
  }
}

function correctedOf(story: Story, id: number): StockTrade {
  const { t } = tradeOf(story, id + 30)
  return { ...tradeOf(story, id), t, i: CORRECTED_FROM + id, p: 100.5 + id, s: story.corrected }
}

function reportsOf(story: Story, id: number): Report[] {
  const trade = tradeOf(story, id)
  const corrected = correctedOf(story, id)
  const reported: Report[] = story.fate === 'canceled, never reported' ? [] : [{ type: 'trade', trade }]
  const page = (u: string, of = trade): Report => ({ type: 'page', trade: { ...of, u } })
  const correction: Report = { type: 'correction', correction: { original: trade, corrected } }
  switch (story.fate) {
    case 'stays':
      return reported
    case 'corrected':
      return [...reported, correction, page('incorrect'), page('corrected', corrected)]
    case 'corrected and canceled':
      return [...reported, correction, { type: 'cancel', trade: corrected }, page('canceled', corrected)]
    default:
      return [...reported, { type: 'cancel', trade }, page('canceled')]
  }
}

/** What remains once everything was said, in the order of time. */
function truthOf(all: readonly Story[]): StockTrade[] {
  return all.flatMap((story, id) => {
    if (story.fate === 'stays') return [tradeOf(story, id)]
    return story.fate === 'corrected' ? [correctedOf(story, id)] : []
  })
}

function apply(session: StockSession, report: Report): void {
  if (report.type === 'trade') session.add(report.trade)
  else if (report.type === 'cancel') session.cancel(report.trade)
  else if (report.type === 'correction') session.correct(report.correction)
  else session.addPages([report.trade])
}

function sessionOf(reports: readonly Report[]): StockSession {
  const session = new StockSession('ZZZ', '2026-11-20')
  for (const report of reports) apply(session, report)
  return session
}

const shareOf = (session: StockSession) =>
  darkPoolLevels({ sessions: [session.read()], underlyingPrice: 100, limit: 1 }).off_exchange_share_pct

describe('the trades of a stock in a session', () => {
  it('are those that remain, in whatever order trades, cancels and corrections come, and however often', () => {
    const inAnyOrder = stories.chain((all) => {
      const reports = all.flatMap(reportsOf)
      const order = fc.shuffledSubarray([...reports, ...reports], { minLength: 2 * reports.length })
      return fc.record({ all: fc.constant(all), order })
    })
    fc.assert(
      fc.property(inAnyOrder, ({ all, order }) => {
        const { trades, volume } = sessionOf(order).read()
        const truth = truthOf(all).filter(({ c }) => !c?.includes('M'))
        const rows = truth.filter(({ x }) => x === 'D').sort((a, b) => (a.t < b.t ? -1 : 1))
        const shares = truth.reduce((sum, { s }) => sum + s, 0)

        expect([...trades.size]).toEqual(rows.map(({ s }) => s))
        expect([...trades.price]).toEqual(rows.map(({ p }) => p))
        expect(volume).toBe(shares > 0 ? shares : Number.NaN)
      }),
    )
  })

  it('are at every moment from 0 to 100 percent off the exchanges', () => {
    const partial = stories.chain((all) => fc.shuffledSubarray(all.flatMap(reportsOf)))
    fc.assert(
      fc.property(partial, (reports) => {
        const session = new StockSession('ZZZ', '2026-11-20')
        for (const report of reports) {
          apply(session, report)
          expect(shareOf(session) ?? 0).toBeGreaterThanOrEqual(0)
          expect(shareOf(session) ?? 0).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it('with the same id on one letter are two where price or size differ: three facilities report as D', () => {
    const trade = tradeOf({ fate: 'stays', x: 'D', size: 100, corrected: 1, conditions: ['@'] }, 1)
    const session = sessionOf([
      { type: 'trade', trade },
      { type: 'trade', trade: { ...trade, p: 99 } },
      { type: 'cancel', trade: { ...trade, p: 99 } },
    ])

    expect([[...session.read().trades.price], session.read().volume]).toEqual([[101], 100])
  })

  it('are forgotten as identities once the session is stored', () => {
    const session = sessionOf([
      { type: 'trade', trade: tradeOf({ fate: 'stays', x: 'D', size: 7, corrected: 1, conditions: [] }, 1) },
    ])
    session.seal()

    expect([session.weight, session.read().volume]).toEqual([1, 7])
  })
})

describe('reported trades', () => {
  const trade = (i: number) => ({ x: 'D', z: 'C', i, p: 10 + i / 100, s: 100 })

  it('are found again after the table has grown', () => {
    const reported = new ReportedTrades()
    for (let i = 0; i < 5_000; i++) reported.set(trade(i), i % 7 === 0 ? TAKEN_BACK : i)

    const wrong = Array.from({ length: 5_000 }, (_, i) => i).filter(
      (i) => reported.get(trade(i)) !== (i % 7 === 0 ? TAKEN_BACK : i),
    )
    expect([wrong, reported.count, reported.get(trade(5_000))]).toEqual([[], 5_000, undefined])
  })

  it('are not more than there is room for', () => {
    const reported = new ReportedTrades(2)
    for (let i = 0; i < 3; i++) reported.set(trade(i), i)

    expect([reported.count, reported.isFull, reported.get(trade(2))]).toEqual([2, true, undefined])
  })
})
