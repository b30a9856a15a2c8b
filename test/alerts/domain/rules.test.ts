import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FlowCriteria, IdeaCriteria } from '../../../src/alerts/contract/criteria.ts'
import type { AlertRule } from '../../../src/alerts/domain/alert-rule.ts'
import { flowTest, ideaTest } from '../../../src/alerts/domain/criteria-test.ts'
import { ruleIndex } from '../../../src/alerts/domain/rule-index.ts'
import { TRADE_TYPES } from '../../../src/flow/domain/flow-row.ts'
import { ALERT_TYPES } from '../../../src/flow/domain/score/alert-rules.ts'
import { SIDES } from '../../../src/flow/domain/tape/print-side.ts'
import { aFlowRule, anIdea, anIdeaRule, aPrint } from '../../support/notifications/notification-rows.ts'

describe('criteria of option flow', () => {
  it.each<[FlowCriteria, boolean]>([
    [{}, true],
    [{ symbols: ['SPY', 'NVDA'] }, true],
    [{ symbols: ['SPY'] }, false],
    [{ option_type: 'call' }, true],
    [{ option_type: 'put' }, false],
    [{ premium_min: 600_000 }, true],
    [{ premium_min: 600_001 }, false],
    [{ premium_max: 599_999 }, false],
    [{ unusual_score_min: 82 }, true],
    [{ unusual_score_min: 83 }, false],
    [{ sides: ['at_ask', 'above_ask'] }, true],
    [{ sides: ['mid'] }, false],
    [{ dte_min: 14, dte_max: 14 }, true],
    [{ dte_min: 15 }, false],
    [{ dte_max: 13 }, false],
    [{ volume_oi_ratio_min: 2.5 }, true],
    [{ volume_oi_ratio_min: 2.51 }, false],
    [{ alert_types: ['iv_spike', 'volume_spike'] }, true],
    [{ alert_types: ['iv_spike'] }, false],
    [{ trade_types: ['sweep'] }, true],
    [{ trade_types: ['block'] }, false],
    [{ symbols: ['NVDA'], option_type: 'call', premium_min: 600_001 }, false],
  ])('%j holds: %s', (criteria, holds) => {
    expect(flowTest(FlowCriteria.parse(criteria))(aPrint())).toBe(holds)
  })

  it('are met by nothing unknown', () => {
    const unknown = aPrint({ unusual_score: null, side: null, volume_oi_ratio: null, trade_type: null })

    expect(flowTest({ unusual_score_min: 0 })(unknown)).toBe(false)
    expect(flowTest({ sides: [...SIDES] })(unknown)).toBe(false)
    expect(flowTest({ volume_oi_ratio_min: 0 })(unknown)).toBe(false)
    expect(flowTest({ trade_types: [...TRADE_TYPES] })(unknown)).toBe(false)
  })

  it.each([
    [{ symbol: ['SPY'] }, 'symbol'],
    [{ symbols: [] }, 'symbols'],
    [{ symbols: 'ABCDEFGHIJK'.split('') }, 'symbols'],
    [{ symbols: ['SPY', 'spy'] }, 'symbols'],
    [{ premium_min: -1 }, 'premium_min'],
    [{ premium_min: 2, premium_max: 1 }, 'premium_max'],
    [{ dte_min: 2, dte_max: 1 }, 'dte_max'],
    [{ unusual_score_min: 101 }, 'unusual_score_min'],
    [{ sides: ['ask'] }, 'sides'],
    [{ min_confidence: 0.5 }, 'min_confidence'],
  ])('refuse %j for %s', (criteria, name) => {
    const result = FlowCriteria.safeParse(criteria)

    expect(
      result.error?.issues.map((issue) => (issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0])),
    ).toContain(name)
  })
})

describe('criteria of trade ideas', () => {
  it.each<[IdeaCriteria, boolean]>([
    [{}, true],
    [{ symbols: ['NVDA'], direction: 'bullish', strategies: ['LONG CALL'], min_confidence: 0.8 }, true],
    [{ direction: 'bearish' }, false],
    [{ strategies: ['Put spread'] }, false],
    [{ min_confidence: 0.81 }, false],
    [{ symbols: ['SPY'] }, false],
  ])('%j holds: %s', (criteria, holds) => {
    expect(ideaTest(IdeaCriteria.parse(criteria))(anIdea())).toBe(holds)
  })

  it('are met by no idea without confidence when they ask for some', () => {
    expect(ideaTest({ min_confidence: 0 })(anIdea({ confidence: null }))).toBe(false)
    expect(IdeaCriteria.safeParse({ premium_min: 5 }).success).toBe(false)
  })
})

describe('the index of rules', () => {
  const criteria: fc.Arbitrary<FlowCriteria> = fc.record(
    {
      symbols: fc.uniqueArray(fc.constantFrom('SPY', 'NVDA', 'QQQ', 'AAPL'), { minLength: 1 }),
      option_type: fc.constantFrom('call' as const, 'put' as const),
      premium_min: fc.constantFrom(0, 100_000, 600_000, 600_001),
      unusual_score_min: fc.constantFrom(0, 70, 82, 90),
      sides: fc.uniqueArray(fc.constantFrom(...SIDES), { minLength: 1 }),
      alert_types: fc.uniqueArray(fc.constantFrom(...ALERT_TYPES), { minLength: 1 }),
    },
    { requiredKeys: [] },
  )

  it('finds what asking each rule finds, in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(criteria, fc.boolean()), { maxLength: 30 }),
        fc.constantFrom('SPY', 'NVDA', 'TSLA'),
        (made, symbol) => {
          const rules = made.map(
            ([it, enabled], index): AlertRule => aFlowRule({ id: `r${index}`, enabled, criteria: it }),
          )
          const print = aPrint({ symbol })
          const expected = rules.filter(
            (rule) => rule.enabled && rule.source === 'option_flow' && flowTest(rule.criteria)(print),
          )

          expect(
            ruleIndex(rules)
              .flow(print)
              .map(({ id }) => id),
          ).toEqual(expected.map(({ id }) => id))
        },
      ),
    )
  })

  it('keeps the sources apart', () => {
    const index = ruleIndex([aFlowRule({ id: 'f' }), anIdeaRule({ id: 'i' })])

    expect(index.flow(aPrint()).map(({ id }) => id)).toEqual(['f'])
    expect(index.idea(anIdea()).map(({ id }) => id)).toEqual(['i'])
  })

  it('asks few of many rules', () => {
    const rules = Array.from({ length: 1_000 }, (_, index) =>
      aFlowRule({ id: `r${index}`, criteria: { symbols: [`S${index}`, 'ALL'], option_type: 'put' } }),
    )
    let asked = 0
    const counting = (symbol: string) => ({
      ...aPrint({ symbol }),
      get option_type() {
        asked++
        return 'put' as const
      },
    })
    const index = ruleIndex(rules)

    expect(index.flow(counting('S7')).map(({ id }) => id)).toEqual(['r7'])
    expect(asked).toBe(1)
    expect(index.flow(counting('ALL'))).toHaveLength(1_000)
    expect(asked).toBe(1_001)
  })
})
