import { describe, expect, it } from 'vitest'
import { needsApproval, orderRisk, outdatedReason, type ShownOrder } from '../../../src/receiver/domain/approval.ts'
import { approvalText, orderWords } from '../../../src/receiver/domain/approval-text.ts'
import type { ExitPlan } from '../../../src/receiver/domain/exits.ts'
import type { OrderDecision } from '../../../src/receiver/domain/order.ts'
import { aDecision, anIdea } from '../../support/receiver/ideas.ts'

const plan: ExitPlan = { style: 'bracket', qty: 3, timeInForce: 'gtc', takeProfit: 110, stopLoss: 95 }
const shown: ShownOrder = { action: 'buy', symbol: 'AAPL', notionalUsd: 350, price: 100, plan, dryRun: false }
const final = aDecision({ notional_usd: 350 }) as OrderDecision
const present = { final, plan, lastPrice: 100, dryRun: false }

describe('whether an order waits', () => {
  it.each([
    [null, 1e6, false],
    [0, 0.01, true],
    [100, 100, false],
    [100, 100.01, true],
  ])('above %s USD, for %d USD: %s', (aboveUsd, notionalUsd, isNeeded) => {
    const rule = aboveUsd === null ? null : { aboveUsd, minutes: 10, maxDriftPct: 1 }

    expect(needsApproval(rule, notionalUsd)).toBe(isNeeded)
  })
})

describe('a yes', () => {
  it('holds for the order that was shown, a smaller one, and another number of shares at another price', () => {
    expect(outdatedReason(shown, present, 1)).toBeNull()
    expect(outdatedReason(shown, { ...present, lastPrice: 101 }, 1)).toBeNull()
    expect(outdatedReason(shown, { ...present, lastPrice: 99 }, 1)).toBeNull()
    expect(outdatedReason(shown, { ...present, plan: { ...plan, qty: 4 } }, 1)).toBeNull()
    expect(outdatedReason(shown, { ...present, final: { ...final, notional_usd: 300 } }, 1)).toBeNull()
  })

  it.each([
    ['a larger amount', { final: { ...final, notional_usd: 350.01 } }],
    ['the other side', { final: { ...final, action: 'sell_short' as const } }],
    ['another symbol', { final: { ...final, symbol: 'MSFT' } }],
    ['no exits', { plan: null }],
    ['another target', { plan: { ...plan, takeProfit: 111 } }],
    ['another stop', { plan: { ...plan, stopLoss: 94 } }],
    ['another time in force', { plan: { ...plan, timeInForce: 'day' as const } }],
    ['another style', { plan: { ...plan, style: 'oto' as const } }],
    ['a dry run', { dryRun: true }],
  ])('does not hold for %s', (_name, change) => {
    expect(outdatedReason(shown, { ...present, ...change }, 1)).toMatch(/not the one that was shown/)
  })

  it('does not hold beyond the drift, or at an unknown price', () => {
    expect(outdatedReason(shown, { ...present, lastPrice: 101.1 }, 1)).toMatch(/moved 1.10 %/)
    expect(outdatedReason(shown, { ...present, lastPrice: null }, 1)).toMatch(/unknown/)
  })
})

describe('the risk that is shown', () => {
  const idea = anIdea()

  it.each<[string, Partial<ShownOrder>, object]>([
    ['whole shares', {}, { shares: 3, lossAtStopUsd: 15, gainAtTargetUsd: 30 }],
    ['an amount', { plan: null, notionalUsd: 250 }, { shares: 2.5, lossAtStopUsd: 12.5, gainAtTargetUsd: 25 }],
    [
      'a short sale',
      { action: 'sell_short', plan: { ...plan, takeProfit: 90, stopLoss: 105 } },
      { shares: 3, lossAtStopUsd: 15, gainAtTargetUsd: 30 },
    ],
    ['one exit', { plan: { ...plan, style: 'oto', takeProfit: null } }, { lossAtStopUsd: 15, gainAtTargetUsd: null }],
  ])('of %s', (_name, change, risk) => {
    expect(orderRisk({ ...shown, ...change }, idea)).toMatchObject(risk)
  })
})

describe('what a person is asked', () => {
  const at = { shown, expiresAt: '2026-11-20T15:10:00.000Z' }

  it('names order, idea, decision, reasons, size, risk and end', () => {
    const decision = aDecision({ risk_notes: ['Earnings on Thursday.'] })
    const { title, body } = approvalText(at, anIdea(), decision)

    expect(title).toBe('Approve? Buy 3 shares of AAPL (at most USD 350.00)')
    expect(body.split('\n')).toEqual([
      'Idea: bullish Long Call of “High conviction calls”, entry USD 100.00, target USD 110.00, stop USD 95.00.',
      'Decision: confidence 0.90. Flow supports it.',
      'Size: 3 shares at USD 100.00. Loss at the stop USD 15.00, gain at the target USD 30.00.',
      'Risks:',
      '- Earnings on Thursday.',
      'Answer by 2026-11-20 15:10 UTC after signing in; without an answer nothing is ordered.',
    ])
  })

  it('stays short whatever a model or a sender wrote, so that the end is never cut off', () => {
    const long = '😀'.repeat(5_000)
    const decision = aDecision({ rationale: long, risk_notes: Array(50).fill(long) })
    const { body } = approvalText(at, anIdea({ strategy: long, alert_name: long }), decision)

    expect([...body].length).toBeLessThan(1_800)
    expect(body).toMatch(/nothing is ordered\.$/)
  })

  it('says what has no exits, and what is a dry run', () => {
    const { body } = approvalText({ ...at, shown: { ...shown, plan: null, dryRun: true } }, anIdea(), aDecision())

    expect(body).toMatch(/^Dry run\. Idea/)
    expect(body).toContain('No exits are placed.')
    expect(orderWords({ ...shown, action: 'sell_short', plan: { ...plan, qty: 1 } })).toBe(
      'Sell short 1 share of AAPL (at most USD 350.00)',
    )
  })
})
