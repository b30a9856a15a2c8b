import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decision } from '../../../src/receiver/contract/decision.ts'
import type { DecisionLimits } from '../../../src/receiver/domain/decision-limits.ts'
import { ruleDecision } from '../../../src/receiver/domain/rule-decision.ts'
import type { RuleEvidence } from '../../../src/receiver/domain/rule-evidence.ts'
import type { TradeIdea } from '../../../src/trade-ideas/contract.ts'
import { anIdea } from '../../support/receiver/ideas.ts'

const idea = anIdea()
const short: TradeIdea = { ...idea, direction: 'bearish', target_price: 90, stop_price: 105 }
const limits: DecisionLimits = { maxNotionalUsd: 250, minConfidence: 0.72, allowShortSelling: true }
const supportive: RuleEvidence = {
  price: 100,
  ageS: 60,
  ivRank: 35,
  gammaRegime: 'positive',
  netGex: 1_000_000,
  callWall: 115,
  putWall: 90,
  supports: [97, 92],
  resistances: [112],
  nextEarningsDays: 30,
  flowFor: 640_000,
  flowAgainst: 360_000,
  trendScore: 45,
}
const supportiveShort: RuleEvidence = {
  ...supportive,
  supports: [88],
  putWall: 85,
  resistances: [103],
  trendScore: -45,
}

describe('the rules', () => {
  it('buy when all four findings support a bullish idea, and tell the figures', () => {
    expect(ruleDecision(idea, limits, supportive)).toEqual({
      action: 'buy',
      symbol: 'AAPL',
      notional_usd: 250,
      confidence: 0.9,
      rationale:
        '4 of 4 findings speak for the bullish idea and none against: 64 % of the option flow is with the idea; the trend score is 45 of ±100; the next resistance 112 leaves 100 % of the way free; support 97 stands before the stop 95.',
      risk_notes: ['Decided by fixed rules, without a model.'],
    })
  })

  it('sell short in the mirror of it, where that is allowed', () => {
    expect(ruleDecision(short, limits, supportiveShort)).toMatchObject({ action: 'sell_short', confidence: 0.9 })
    expect(ruleDecision(short, { ...limits, allowShortSelling: false }, supportiveShort)).toMatchObject({
      action: 'skip',
      rationale: 'The idea is bearish and short selling is off.',
    })
  })

  it('write prices in cents', () => {
    const odd = { ...supportive, price: 100.00491, supports: [97.123456], resistances: [112.98765] }

    const { rationale } = ruleDecision({ ...idea, stop_price: 95.5049 }, limits, odd)

    expect(rationale).toContain('the next resistance 112.99 leaves')
    expect(rationale).toContain('support 97.12 stands before the stop 95.5.')
  })

  it('give half of what is allowed for three findings of four', () => {
    const decision = ruleDecision(idea, { ...limits, maxNotionalUsd: 99.99 }, { ...supportive, trendScore: 5 })

    expect(decision).toMatchObject({ action: 'buy', notional_usd: 49.99, confidence: 0.84 })
  })

  const obstacles: readonly [string, Partial<TradeIdea>, Partial<RuleEvidence>, RegExp][] = [
    ['a neutral idea', { direction: 'neutral' }, {}, /^The idea is neutral\.$/],
    ['a missing entry', { entry_price: null }, {}, /missing/],
    ['a missing target', { target_price: null }, {}, /missing/],
    ['a missing stop', { stop_price: null }, {}, /missing/],
    ['a target under the entry', { target_price: 99 }, {}, /target 99 .* do not fit a bullish idea/],
    ['a stop above the entry', { stop_price: 101 }, {}, /stop 101 do not fit/],
    ['no price', {}, { price: null }, /price is unknown/],
    ['a price of zero', {}, { price: 0 }, /price is unknown/],
    ['a price that ran away', {}, { price: 103.1 }, /103\.1 has left the entry 100 by more than 3 %/],
    ['a price that fell away', {}, { price: 96.9 }, /96\.9 has left the entry/],
    ['a price at the target', { target_price: 102 }, { price: 102 }, /already reached the target 102/],
    ['a price at the stop', { stop_price: 98 }, { price: 98 }, /already reached the stop 98/],
    ['data of unknown age', {}, { ageS: null }, /age of the data is unknown/],
    ['old data', {}, { ageS: 3601 }, /60 minutes old/],
    ['earnings today', {}, { nextEarningsDays: 0 }, /Earnings come in 0 days/],
    ['earnings in two days', {}, { nextEarningsDays: 2 }, /Earnings come in 2 days/],
  ]
  it.each(obstacles)('skip %s before anything is weighed', (_what, change, evidence, reason) => {
    const decision = ruleDecision({ ...idea, ...change }, limits, { ...supportive, ...evidence })

    expect(decision).toMatchObject({ action: 'skip', notional_usd: 0, confidence: 0.9 })
    expect(decision.rationale).toMatch(reason)
  })

  it.each([
    ['data of exactly an hour', { ageS: 3600 }],
    ['earnings in three days', { nextEarningsDays: 3 }],
    ['earnings of yesterday', { nextEarningsDays: -1 }],
    ['a price just within three percent', { price: 103, resistances: [115] }],
  ])('do not skip for %s', (_what, evidence) => {
    expect(ruleDecision(idea, limits, { ...supportive, ...evidence }).action).toBe('buy')
  })

  const mixed: readonly [string, Partial<RuleEvidence>, RegExp][] = [
    ['the flow', { flowFor: 40, flowAgainst: 60 }, /mixed: 40 % of the option flow/],
    ['the trend', { trendScore: -20 }, /mixed: .*trend score is -20/],
    ['a level right ahead', { resistances: [104.9, 130] }, /mixed: .*resistance 104\.9 leaves 49 % of the way/],
    ['a wall right ahead', { resistances: [], callWall: 102 }, /mixed: .*resistance 102 leaves 20 %/],
  ]
  it.each(mixed)('skip when %s speaks against the idea', (_what, evidence, reason) => {
    const decision = ruleDecision(idea, limits, { ...supportive, ...evidence })

    expect(decision).toMatchObject({ action: 'skip', confidence: 0.8 })
    expect(decision.rationale).toMatch(reason)
  })

  it.each([
    ['the flow is unknown', { flowFor: null }, /^Evidence is missing: option flow is unknown; the trend score is 45/],
    ['no flow was seen', { flowFor: 0, flowAgainst: 0 }, /^Evidence is missing: option flow is unknown/],
    ['no level ahead is known', { resistances: [], callWall: null }, /^Evidence is missing: .*no level on the way/],
    ['no level behind is known', { supports: [], putWall: null }, /^Evidence is missing: .*no level before the stop/],
    ['two say neither', { flowFor: 59, flowAgainst: 41, trendScore: 19 }, /^Too little speaks for the idea: 59 %/],
    ['one is neither and the trend unknown', { flowFor: 59, flowAgainst: 41, trendScore: null }, /^Too little speaks/],
  ])('skip when %s, however good the rest is', (_what, evidence, reason) => {
    const decision = ruleDecision(idea, limits, { ...supportive, ...evidence })

    expect(decision).toMatchObject({ action: 'skip', confidence: 0.8 })
    expect(decision.rationale).toMatch(reason)
  })

  it('do without the trend when the other three are in favour', () => {
    const decision = ruleDecision(idea, limits, { ...supportive, trendScore: null })

    expect(decision).toMatchObject({ action: 'buy', notional_usd: 125, confidence: 0.84 })
    expect(decision.rationale).toContain('the trend is unknown')
  })

  it('count a half-free way and a stop without backing neither for nor against', () => {
    const { rationale, action } = ruleDecision(idea, limits, { ...supportive, resistances: [105], trendScore: 20 })
    const bare = ruleDecision(idea, limits, { ...supportive, supports: [90], putWall: null })

    expect([action, bare.action]).toEqual(['buy', 'buy'])
    expect(rationale).toContain('resistance 105 leaves 50 % of the way free')
    expect(bare.rationale).toContain('no known level stands before the stop 95')
  })

  it('are less sure for each caution, and name it', () => {
    const decision = ruleDecision(idea, limits, {
      ...supportive,
      ivRank: 81.234,
      gammaRegime: 'negative',
      netGex: -2_500_000,
      nextEarningsDays: 7,
    })

    expect(decision).toMatchObject({ action: 'buy', confidence: 0.78 })
    expect(decision.risk_notes.slice(1)).toEqual([
      'IV rank 81.23 of 100: the market expects large moves.',
      'Net gamma is negative (-2500000 USD per 1 % move): moves tend to grow in both directions.',
      'Earnings come in 7 days.',
    ])
  })

  it('skip everything that is unknown', () => {
    const nothing: RuleEvidence = {
      price: 100,
      ageS: 0,
      ivRank: null,
      gammaRegime: null,
      netGex: null,
      callWall: null,
      putWall: null,
      supports: [],
      resistances: [],
      nextEarningsDays: null,
      flowFor: null,
      flowAgainst: null,
      trendScore: null,
    }

    expect(ruleDecision(idea, limits, nothing)).toMatchObject({ action: 'skip', notional_usd: 0 })
  })
})

const number = fc.option(fc.double({ min: -200, max: 200, noNaN: true }))
const levels = fc.array(fc.double({ min: 1, max: 200, noNaN: true }), { maxLength: 4 })
const anyEvidence: fc.Arbitrary<RuleEvidence> = fc.record({
  price: fc.option(fc.double({ min: 90, max: 110, noNaN: true })),
  ageS: fc.option(fc.double({ min: 0, max: 5000, noNaN: true })),
  ivRank: number,
  gammaRegime: fc.constantFrom('positive', 'negative', null),
  netGex: number,
  callWall: number,
  putWall: number,
  supports: levels,
  resistances: levels,
  nextEarningsDays: fc.option(fc.integer({ min: -5, max: 30 })),
  flowFor: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  flowAgainst: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  trendScore: fc.option(fc.double({ min: -100, max: 100, noNaN: true })),
})
const anyIdea = fc
  .record({
    direction: fc.constantFrom('bullish' as const, 'bearish' as const, 'neutral' as const),
    entry_price: fc.option(fc.double({ min: 95, max: 105, noNaN: true })),
    target_price: number,
    stop_price: number,
  })
  .map((change): TradeIdea => ({ ...idea, ...change }))

describe('whatever the evidence, the rules', () => {
  it('give a decision of the agreed form within the limits, on the side of the idea, and the same one again', () => {
    fc.assert(
      fc.property(
        anyIdea,
        anyEvidence,
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        fc.boolean(),
        (one, evidence, cap, shorts) => {
          const bounds = { ...limits, maxNotionalUsd: cap, allowShortSelling: shorts }
          const decision = ruleDecision(one, bounds, evidence)

          expect(Decision.parse(decision)).toEqual(decision)
          expect(decision.notional_usd).toBeLessThanOrEqual(cap)
          if (decision.action === 'buy') expect(one.direction).toBe('bullish')
          if (decision.action === 'sell_short') expect([one.direction, shorts]).toEqual(['bearish', true])
          if (decision.action === 'skip') expect(decision.notional_usd).toBe(0)
          expect(ruleDecision(one, bounds, evidence)).toEqual(decision)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('never order while the price, its age or the flow is unknown', () => {
    const keys = ['price', 'ageS', 'flowFor', 'flowAgainst'] as const
    const near = fc.record({
      flowFor: fc.double({ min: 0, max: 100, noNaN: true }),
      flowAgainst: fc.double({ min: 0, max: 100, noNaN: true }),
      trendScore: fc.double({ min: -60, max: 100, noNaN: true }),
      price: fc.double({ min: 96, max: 104, noNaN: true }),
      ageS: fc.double({ min: 0, max: 4500, noNaN: true }),
    })
    fc.assert(
      fc.property(near, fc.constantFrom(...keys), (change, unknown) => {
        expect(ruleDecision(idea, limits, { ...supportive, ...change, [unknown]: null }).action).toBe('skip')
      }),
      { numRuns: 1000 },
    )
  })
})
