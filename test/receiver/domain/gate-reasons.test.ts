import { describe, expect, it } from 'vitest'
import type { Decision } from '../../../src/receiver/contract/decision.ts'
import { isGateReason } from '../../../src/receiver/domain/gate-reasons.ts'
import { applyGates } from '../../../src/receiver/domain/gates.ts'
import { skipReason } from '../../../src/receiver/domain/skip-reason.ts'
import type { TradeIdea } from '../../../src/trade-ideas/contract.ts'
import { aDecision, anIdea, limits } from '../../support/receiver/ideas.ts'

const SHORT = { action: 'sell_short' } as const
const BEARISH = { direction: 'bearish', target_price: 90, stop_price: 105 } as const

interface Refused {
  readonly decision?: Partial<Decision>
  readonly idea?: Partial<TradeIdea>
  readonly allowShortSelling?: boolean
}

const REFUSED: readonly Refused[] = [
  { decision: { symbol: 'MSFT' } },
  { decision: { confidence: 0.1 } },
  { idea: { stop_price: null } },
  { idea: { direction: 'neutral' } },
  { idea: { target_price: 90 } },
  { idea: { stop_price: 105 } },
  { decision: SHORT, idea: BEARISH },
  { decision: SHORT, allowShortSelling: true },
  { decision: SHORT, idea: { ...BEARISH, target_price: 110 }, allowShortSelling: true },
  { decision: SHORT, idea: { ...BEARISH, stop_price: 95 }, allowShortSelling: true },
  { decision: { notional_usd: 0 } },
]

describe('the reason for a skip', () => {
  it.each(REFUSED)('is known as that of a gate: %j', ({ decision, idea, allowShortSelling = false }) => {
    const reason = skipReason(applyGates(aDecision(decision), anIdea(idea), limits({ allowShortSelling })))

    expect(reason).not.toBeNull()
    expect(isGateReason(reason ?? '')).toBe(true)
  })

  it.each(['zero shares', 'the symbol is one of DENIED_SYMBOLS', 'the market is closed (MARKET_HOURS_ONLY)'])(
    'is known as that of a bound: %s',
    (reason) => {
      expect(isGateReason(reason)).toBe(false)
    },
  )
})
