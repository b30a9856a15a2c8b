import { describe, expect, it } from 'vitest'
import { flowBias } from '../../../src/analytics/domain/flow-bias.ts'

describe('flow bias', () => {
  it.each([
    [{ bullish: 55, bearish: 45 }, 'bullish'],
    [{ bullish: 54, bearish: 46 }, 'neutral'],
    [{ bullish: 45, bearish: 55 }, 'bearish'],
    [{ bullish: 50, bearish: 50 }, 'neutral'],
    [{ bullish: 0, bearish: 10 }, 'bearish'],
    [{ bullish: 0, bearish: 0 }, 'neutral'],
  ] as const)('of %j leans %s', (premiums, lean) => {
    expect(flowBias(premiums, null)).toMatchObject({ lean, for_pct: null, against_pct: null })
  })

  it('is for or against a direction by its share', () => {
    const premiums = { bullish: 300_000, bearish: 100_000 }

    expect(flowBias(premiums, 'bullish')).toMatchObject({ for_pct: 75, against_pct: 25, bullish_premium: 300_000 })
    expect(flowBias(premiums, 'bearish')).toMatchObject({ for_pct: 25, against_pct: 75, bearish_premium: 100_000 })
  })

  it('is never more than all of it', () => {
    // 100 × 1.38 / 1.38 is more than 100 in binary fractions.
    expect(flowBias({ bullish: 1.38, bearish: 0 }, 'bullish')).toMatchObject({ for_pct: 100, against_pct: 0 })
    expect(flowBias({ bullish: 1.38, bearish: 0 }, 'bearish')).toMatchObject({ for_pct: 0, against_pct: 100 })
  })

  it('is neither for nor against what has no side, or where nothing was traded', () => {
    expect(flowBias({ bullish: 3, bearish: 1 }, 'neutral')).toMatchObject({ for_pct: null, against_pct: null })
    expect(flowBias({ bullish: 0, bearish: 0 }, 'bullish')).toMatchObject({ for_pct: null, against_pct: null })
  })
})
