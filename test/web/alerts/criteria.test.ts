import { describe, expect, it } from 'vitest'
import { CRITERIA, FlowCriteria, IdeaCriteria } from '../../../src/alerts/contract/criteria.ts'
import { criteriaOf, fieldsOf, listOf, summaryOf, unreadable, valuesOf } from '../../../src/web/alerts/criteria.ts'
import { PRESETS } from '../../../src/web/alerts/draft.ts'

describe('the criteria of a form', () => {
  it('are all of the service and no other', () => {
    expect(
      fieldsOf('option_flow')
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(FlowCriteria.shape).sort())
    expect(
      fieldsOf('trade_idea')
        .map(([name]) => name)
        .sort(),
    ).toEqual(Object.keys(IdeaCriteria.shape).sort())
  })

  it('come back from the service as they were typed', () => {
    const criteria = {
      symbols: ['SPY', 'BRK.B'],
      option_type: 'call',
      premium_min: 500_000,
      sides: ['above_ask', 'at_ask'],
      dte_max: 0,
    }

    expect(criteriaOf('option_flow', valuesOf('option_flow', criteria))).toEqual(criteria)
    const idea = { direction: 'bullish', min_confidence: 0.07, strategies: ['Long Call', 'Put Spread'] }
    expect(criteriaOf('trade_idea', valuesOf('trade_idea', idea))).toEqual(idea)
  })

  it('are left out where nothing was typed', () => {
    expect(criteriaOf('option_flow', { symbols: ' ', premium_min: '', sides: [], option_type: '' })).toEqual({})
  })

  it.each([
    ['500k', 500_000],
    ['1.5M', 1_500_000],
    ['$2B', 2_000_000_000],
    ['$ 750', 750],
    ['k', 'k'],
    ['5kk', '5kk'],
  ])('read the amount %s as people write it', (premium_min, value) => {
    expect(criteriaOf('option_flow', { premium_min })).toEqual({ premium_min: value })
  })

  it('read numbers with separators, and leave what is none for the service to name', () => {
    const criteria = criteriaOf('option_flow', { premium_min: '1,250 000', premium_max: 'much' })

    expect(criteria).toEqual({ premium_min: 1_250_000, premium_max: 'much' })
    expect(unreadable('option_flow', criteria)).toEqual(['Premium to'])
  })

  it('are those of the chosen source alone', () => {
    expect(criteriaOf('trade_idea', { premium_min: '5', direction: 'bearish' })).toEqual({ direction: 'bearish' })
  })

  it('are told in one line', () => {
    const rule = { symbols: ['SPY'], premium_min: 500_000, sides: ['above_ask', 'at_ask'] }

    expect(summaryOf('option_flow', rule)).toBe('Symbols SPY, premium from $500K, side Above Ask or At Ask')
    expect(summaryOf('trade_idea', { min_confidence: 0.72 })).toBe('Confidence from 72 %')
    expect(summaryOf('option_flow', {})).toBe('Every print')
  })

  it('take lists with commas, semicolons and lines, each part once', () => {
    expect(listOf(' SPY, QQQ;\nSPY,, IWM ')).toEqual(['SPY', 'QQQ', 'IWM'])
  })
})

describe.each(PRESETS)('the preset $title', ({ draft }) => {
  it('is a rule that the service takes', () => {
    const parsed = CRITERIA[draft.source].safeParse(criteriaOf(draft.source, draft.values))

    expect(parsed.error?.issues ?? []).toEqual([])
    expect(Object.keys(parsed.data ?? {}).length).toBeGreaterThan(0)
  })
})
