import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Accumulation } from '../../../../src/flow/domain/sums/accumulation.ts'
import type { IdeaAnalytics } from '../../../../src/trade-ideas/domain/pipelines/idea-analytics.ts'
import type { IdeaDraft } from '../../../../src/trade-ideas/domain/pipelines/idea-draft.ts'
import { draftIdeas } from '../../../../src/trade-ideas/domain/pipelines/index.ts'
import { quietAnalytics } from '../../../support/receiver/idea-records.ts'
import '../../../support/properties.ts'

const metrics = (change: Partial<NonNullable<IdeaAnalytics['metrics']>>) => ({
  ...(quietAnalytics().metrics ?? expect.fail()),
  ...change,
})
const trend = (score: number | null, adx: number | null = 25) => ({ score, indicators: { adx_14: adx, atr_14: 1.6 } })
const ofPipeline = (pipeline: string, change: Partial<IdeaAnalytics>) =>
  draftIdeas(quietAnalytics(change)).find((draft) => draft.pipeline === pipeline)

/** One deviation of a day at 100 with an IV of 0.16. */
const DAY = (100 * 0.16) / Math.sqrt(252)

describe('the pipelines', () => {
  it('make nothing of a quiet symbol', () => {
    expect(draftIdeas(quietAnalytics())).toEqual([])
  })

  it('make nothing of what is unknown', () => {
    const unknown = {
      quote: null,
      metrics: null,
      termStructure: null,
      levels: null,
      trend: null,
      flow: null,
      accumulation: null,
    }

    expect(draftIdeas(quietAnalytics(unknown))).toEqual([])
    for (const part of Object.keys(unknown)) expect(draftIdeas(quietAnalytics({ [part]: null }))).toEqual([])
  })
})

function anAccumulation(change: Partial<Accumulation> = {}): Accumulation {
  return {
    optionSymbol: 'AAPL  261204C00105000',
    optionType: 'call',
    buys: 16,
    sells: 2,
    others: 5,
    expected: 7.5,
    size: 80.4,
    premium: 40_000,
    openInterest: 200,
    ...change,
  }
}

describe('flow', () => {
  const bullish = { flow: { bullishPremium: 16_000_000, bearishPremium: 4_000_000 } }

  it('follows a lean of the premium to a resistance, with a stop behind a support', () => {
    const move = DAY * Math.sqrt(3)

    expect(ofPipeline('flow', bullish)).toEqual({
      symbol: 'AAPL',
      pipeline: 'flow',
      direction: 'bullish',
      strategy: 'Long Call',
      entryPrice: 100,
      targetPrice: 101.9,
      stopPrice: Math.round(100 * (99.1 - 0.1 * move) + 10) / 100,
      // 0.5 × (0.6 − 0.35)/0.45, 0.3 × (10 + 40)/100, 0.2 × (log₁₀ 20M − 6)/2
      evidence: expect.closeTo(0.5 * (0.25 / 0.45) + 0.15 + 0.1 * Math.log10(20), 9),
      thesis:
        '80 % of 20.0M USD of option premium in this session is bullish. The trend score is 10 of ±100. Target at resistance 101.90 (strength 0.50 from volume profile), stop just beyond support 99.20 (strength 0.60 from swing, gamma).',
      horizonSessions: 3,
    })
  })

  it('follows who gathers one contract before the lean of the whole session', () => {
    const gathered = anAccumulation({ optionType: 'put', optionSymbol: 'AAPL  261204P00095000' })

    const idea = ofPipeline('flow', { ...bullish, accumulation: gathered })

    expect(idea).toMatchObject({ direction: 'bearish', strategy: 'Long Put', horizonSessions: 3 })
    expect(idea?.thesis).toContain(
      'About 8 of 23 trades in AAPL261204P00095000 in this session look like one accumulation: 80 contracts on an open interest of 200, for 40K USD.',
    )
    // 0.4 × (7.5 − 3)/9, 0.4 × log(0.402/0.1)/log(10), 0.2 × (−10 + 40)/100
    expect(idea?.evidence).toBeCloseTo(0.2 + 0.4 * Math.log10(4.02) + 0.06, 9)
  })

  it.each<[string, Partial<Accumulation>]>([
    ['fewer than three trades that belong together', { expected: 2.99 }],
    ['next to no money', { premium: 9_999 }],
  ])('sees no accumulating with %s', (_name, change) => {
    expect(ofPipeline('flow', { accumulation: anAccumulation(change) })).toBeUndefined()
  })

  it('leans the other way with puts, and prefers a spread where options are dear', () => {
    const idea = ofPipeline('flow', {
      flow: { bullishPremium: 1_000_000, bearishPremium: 9_000_000 },
      metrics: metrics({ iv_rank: 80, put_wall: 98 }),
      levels: null,
    })

    expect(idea).toMatchObject({ direction: 'bearish', strategy: 'Bear Call Spread', targetPrice: 98 })
    expect(idea?.stopPrice).toBeGreaterThan(100)
  })

  it.each<[string, Partial<IdeaAnalytics>]>([
    ['too little premium', { flow: { bullishPremium: 900_000, bearishPremium: 0 } }],
    ['no premium', { flow: { bullishPremium: 0, bearishPremium: 0 } }],
    ['a small lean', { flow: { bullishPremium: 6_700_000, bearishPremium: 3_300_000 } }],
    ['a trend against it', { ...bullish, trend: trend(-40) }],
    ['no price', { ...bullish, quote: null }],
    ['neither volatility nor range', { ...bullish, metrics: null, trend: null }],
  ])('keeps silent with %s', (_name, change) => {
    expect(ofPipeline('flow', change)).toBeUndefined()
  })

  it('takes the expected move where there are no levels', () => {
    const idea = ofPipeline('flow', { ...bullish, levels: null, metrics: metrics({ call_wall: null, put_wall: null }) })
    const move = DAY * Math.sqrt(3)

    expect(idea?.targetPrice).toBeCloseTo(100 + move, 2)
    expect(idea?.stopPrice).toBeCloseTo(100 - 0.6 * move, 2)
    expect(idea?.thesis).toContain(`Target at the expected move of ${move.toFixed(2)}`)
  })

  it('passes over levels that are too near, too far or too weak', () => {
    const at = (price: number, strength = 0.5) => ({ price, strength, sources: ['swing' as const] })
    const change = { ...bullish, metrics: metrics({ call_wall: null, put_wall: null }) }
    const support = [at(99.9), at(94)]
    const resistance = [at(100.5), at(101.8, 0.29), at(110)]
    const none = ofPipeline('flow', { ...change, levels: null })

    expect(ofPipeline('flow', { ...change, levels: { support, resistance } })).toEqual(none)
    expect(
      ofPipeline('flow', { ...change, levels: { support, resistance: [...resistance, at(101.8)] } }),
    ).toMatchObject({
      targetPrice: 101.8,
    })
  })

  it('takes the range of a day where there is no volatility', () => {
    const idea = ofPipeline('flow', { ...bullish, levels: null, metrics: null })

    expect(idea?.targetPrice).toBeCloseTo(100 + Math.sqrt(3), 2)
  })
})

describe('trend', () => {
  it('goes with a strong one', () => {
    const idea = ofPipeline('trend', { trend: trend(-70, 30) })

    expect(idea).toMatchObject({ direction: 'bearish', horizonSessions: 10 })
    expect(idea?.evidence).toBeCloseTo(0.5 * (25 / 45) + 0.25 * 0.5 + 0.25 * 0.5, 9)
    expect(idea?.thesis).toMatch(/^The trend score is -70 of ±100 with an ADX of 30.0. Option flow leans 0.00 of ±1/)
  })

  const report = (report_date: string) => ({ report_date, timing: 'after_close' as const, expected_move_pct: 5 })
  it.each<[string, Partial<IdeaAnalytics>]>([
    ['a weak score', { trend: trend(44) }],
    ['a weak ADX', { trend: trend(70, 19.9) }],
    ['flow against it', { trend: trend(70), flow: { bullishPremium: 3e6, bearishPremium: 7e6 } }],
    ['a report within its horizon', { trend: trend(70), nextEarnings: report('2026-11-30') }],
  ])('keeps silent with %s', (_name, change) => {
    expect(ofPipeline('trend', change)).toBeUndefined()
  })

  it('does not mind a report after its horizon', () => {
    // Thanksgiving is no session: ten sessions after the 16th is the 1st of December.
    expect(ofPipeline('trend', { trend: trend(70), nextEarnings: report('2026-12-01') })).toBeDefined()
  })
})

describe('gamma', () => {
  it.each<[string, Partial<IdeaAnalytics>, string | undefined]>([
    ['at the put wall', { metrics: metrics({ put_wall: 99.7, call_wall: 104 }) }, 'bullish'],
    ['at the call wall', { metrics: metrics({ put_wall: 96, call_wall: 100.2 }) }, 'bearish'],
    ['between walls with room', { metrics: metrics({ put_wall: 98, call_wall: 102 }) }, 'neutral'],
    ['between walls without room', {}, undefined],
    ['outside of the walls', { metrics: metrics({ put_wall: 101, call_wall: 105 }) }, undefined],
    [
      'below the flip with a falling trend',
      { metrics: metrics({ gamma_regime: 'negative', gamma_flip: 101, put_wall: 98 }), trend: trend(-30) },
      'bearish',
    ],
    [
      'below the flip without one',
      { metrics: metrics({ gamma_regime: 'negative', gamma_flip: 101 }), trend: trend(5) },
      undefined,
    ],
    ['above the flip', { metrics: metrics({ gamma_regime: 'negative' }), trend: trend(-30) }, undefined],
    ['with an unknown regime', { metrics: metrics({ gamma_regime: null, put_wall: 99.7 }) }, undefined],
  ])('%s', (_name, change, direction) => {
    expect(ofPipeline('gamma', change)?.direction).toBe(direction)
  })

  it('has the walls as ends of a range', () => {
    const idea = ofPipeline('gamma', { metrics: metrics({ put_wall: 98, call_wall: 102 }), levels: null })

    expect(idea).toMatchObject({ strategy: 'Iron Condor', stopPrice: 98, entryPrice: 100, targetPrice: 102 })
    expect(idea?.thesis).toBe(
      'Gamma exposure is positive (12.5M USD per 1 % move): the price of 100.00 lies between the put wall 98.00 and the call wall 102.00. Range up to the call wall 102.00 (strength 0.5) and down to the put wall 98.00 (strength 0.5).',
    )
  })
})

describe('crush', () => {
  const report = (report_date: string, timing: 'before_open' | 'after_close' = 'after_close') => ({
    metrics: metrics({ iv_rank: 90 }),
    nextEarnings: { report_date, timing, expected_move_pct: 4 },
  })

  it('expects a dear report to keep the price within its expected move', () => {
    const idea = ofPipeline('crush', {
      ...report('2026-11-18'),
      termStructure: { iv_minus_rv30: 0.1, state: 'backwardation' },
    })

    expect(idea).toMatchObject({ direction: 'neutral', strategy: 'Iron Condor', horizonSessions: 3 })
    expect({ stopPrice: idea?.stopPrice, targetPrice: idea?.targetPrice }).toEqual({ stopPrice: 95, targetPrice: 105 })
    expect(idea?.evidence).toBeCloseTo(0.4 * 0.8 + 0.3 * 0.5 + 0.15 + 0.15 * 0.75, 9)
    expect(idea?.thesis).toContain(
      'IV rank is 90 of 100, IV30 is 10.0 points over realized volatility, and a report of 2026-11-18 is expected to move the price by 4.0 %.',
    )
  })

  it.each([
    ['on the day after, before the open', report('2026-11-17', 'before_open'), 1],
    ['after the close of the session itself', report('2026-11-16'), 1],
    ['before the open of the session itself', report('2026-11-16', 'before_open'), undefined],
    ['five sessions away', report('2026-11-20'), 5],
    ['six sessions away', report('2026-11-23'), undefined],
  ])('of a report %s', (_name, change, sessions) => {
    expect(ofPipeline('crush', change)?.horizonSessions).toBe(sessions)
  })

  it('needs no report where volatility is dear enough', () => {
    const dear = { metrics: metrics({ iv_rank: 75 }), termStructure: { iv_minus_rv30: 0.05, state: 'flat' as const } }

    expect(ofPipeline('crush', dear)).toMatchObject({ horizonSessions: 5 })
    expect(ofPipeline('crush', { ...dear, trend: trend(50) })).toBeUndefined()
    expect(ofPipeline('crush', { ...dear, ...report('2026-12-02'), metrics: dear.metrics })).toBeUndefined()
  })
})

describe('whatever the analytics', () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 12 })
  const number = (min: number, max: number) =>
    fc.integer({ min: 0, max: 10_000 }).map((share) => min + ((max - min) * share) / 10_000)
  const level = fc.record({
    price: number(85, 115),
    strength: number(0, 1),
    sources: fc.constant<'swing'[]>(['swing']),
  })
  const analytics: fc.Arbitrary<IdeaAnalytics> = fc.record({
    symbol: fc.constant('AAPL'),
    sessionDate: fc.constant('2026-11-16'),
    quote: maybe(
      fc.record({ price: maybe(fc.oneof(number(95, 105), number(0.01, 200))), change_pct: maybe(number(-20, 20)) }),
    ),
    metrics: maybe(
      fc.record({
        iv30: maybe(number(0, 1)),
        iv_rank: maybe(number(0, 100)),
        net_gex: maybe(number(-1e10, 1e10)),
        call_wall: maybe(number(85, 115)),
        put_wall: maybe(number(85, 115)),
        gamma_flip: maybe(number(85, 115)),
        gamma_regime: maybe(fc.constantFrom('positive' as const, 'negative' as const)),
      }),
    ),
    termStructure: maybe(
      fc.record({
        iv_minus_rv30: maybe(number(-1, 1)),
        state: fc.constantFrom('contango' as const, 'backwardation' as const, 'flat' as const, 'unknown' as const),
      }),
    ),
    levels: maybe(fc.record({ support: fc.array(level), resistance: fc.array(level) })),
    trend: maybe(
      fc.record({
        score: maybe(fc.integer({ min: -100, max: 100 })),
        indicators: fc.record({ adx_14: maybe(number(0, 100)), atr_14: maybe(number(0, 20)) }),
      }),
    ),
    flow: maybe(fc.record({ bullishPremium: number(0, 1e9), bearishPremium: number(0, 1e9) })),
    accumulation: maybe(
      fc.record({
        optionSymbol: fc.constant('AAPL  261204C00105000'),
        optionType: fc.constantFrom('call' as const, 'put' as const),
        buys: fc.integer({ min: 1, max: 60 }),
        sells: fc.integer({ min: 0, max: 60 }),
        others: fc.integer({ min: 0, max: 60 }),
        expected: number(0.001, 60),
        size: number(0.001, 100_000),
        premium: number(0, 1e8),
        openInterest: fc.integer({ min: 0, max: 100_000 }),
      }),
    ),
    nextEarnings: maybe(
      fc.record({
        report_date: fc.constantFrom('2026-11-13', '2026-11-16', '2026-11-18', '2026-12-04'),
        timing: fc.constantFrom('before_open' as const, 'after_close' as const, 'unknown' as const),
        expected_move_pct: maybe(number(0, 60)),
      }),
    ),
  })

  const isOrdered = ({ direction, targetPrice, entryPrice, stopPrice }: IdeaDraft) =>
    direction === 'bearish'
      ? targetPrice < entryPrice && entryPrice < stopPrice
      : stopPrice < entryPrice && entryPrice < targetPrice

  it('levels lie on their sides, evidence is from 0 to 1, and the words hold figures and no advice', () => {
    let made = 0
    fc.assert(
      fc.property(analytics, (input) => {
        for (const draft of draftIdeas(input)) {
          made++
          expect(isOrdered(draft), JSON.stringify({ input, draft })).toBe(true)
          expect(Math.min(draft.targetPrice, draft.stopPrice)).toBeGreaterThan(0)
          expect(draft.evidence).toBeGreaterThanOrEqual(0)
          expect(draft.evidence).toBeLessThanOrEqual(1)
          expect(draft.thesis).toMatch(/\d/)
          expect(draft.thesis).not.toMatch(/NaN|undefined|null|\b(buy|sell|should|must|recommend|advise|guarantee)/i)
        }
      }),
      { numRuns: 600 },
    )
    expect(made).toBeGreaterThan(100)
  })

  it('the same analytics give the same ideas', () => {
    fc.assert(
      fc.property(analytics, (input) => {
        expect(draftIdeas(structuredClone(input))).toEqual(draftIdeas(input))
      }),
      { numRuns: 100 },
    )
  })
})
