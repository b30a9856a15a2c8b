import type { TradeIdea } from '../../trade-ideas/contract.ts'
import type { ExitPlan } from './exits.ts'
import { roundToCents } from './notional.ts'

/** When an order waits for the yes of a person, and what that yes is worth. */
export interface ApprovalRule {
  /** Orders above this amount wait, USD: 0 for all. */
  readonly aboveUsd: number
  /** For an answer; no answer is a skip. */
  readonly minutes: number
  /** How far the price may move between request and yes, percent of the price at the request. */
  readonly maxDriftPct: number
}

export const APPROVAL_ANSWERS = ['yes', 'no', 'none'] as const
export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** The order as a person is shown it. USD, USD per share, shares. */
export interface ShownOrder {
  readonly action: 'buy' | 'sell_short'
  readonly symbol: string
  readonly notionalUsd: number
  /** Last price of the market source at the request, above 0. */
  readonly price: number
  /** The exits; null of an order by amount. */
  readonly plan: ExitPlan | null
  readonly dryRun: boolean
}

/** A request as it is stored. Instants are ISO 8601 UTC with milliseconds. */
export interface Approval {
  readonly id: string
  readonly fingerprint: string
  readonly shown: ShownOrder
  readonly requestedAt: string
  readonly expiresAt: string
  /** Null while it waits; none: nobody answered in time. */
  readonly answer: (typeof APPROVAL_ANSWERS)[number] | null
  readonly answeredAt: string | null
  /** Id of the account that answered. */
  readonly answeredBy: string | null
}

/** Without a rule nothing waits. */
export function needsApproval(rule: ApprovalRule | null, notionalUsd: number): boolean {
  return rule !== null && notionalUsd > rule.aboveUsd
}

export function approvalState({ answer, expiresAt }: Pick<Approval, 'answer' | 'expiresAt'>, now: Date): ApprovalState {
  if (answer === 'yes') return 'approved'
  if (answer === 'no') return 'declined'
  return answer === 'none' || Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'waiting'
}

/** Why a yes does not hold any more, or null: the price has moved, or the order is not the one that was shown. */
export function outdatedReason(
  shown: ShownOrder,
  { final, plan, lastPrice, dryRun }: PresentOrder,
  maxDriftPct: number,
): string | null {
  if (lastPrice === null) return 'the last price is unknown, so the approved order could not be checked (APPROVAL)'
  const driftPct = (Math.abs(lastPrice - shown.price) / shown.price) * 100
  if (driftPct > maxDriftPct) {
    return `the price moved ${driftPct.toFixed(2)} % since the order was shown, more than APPROVAL_MAX_DRIFT_PCT`
  }
  const isSame =
    final.action === shown.action &&
    final.symbol === shown.symbol &&
    final.notional_usd <= shown.notionalUsd &&
    dryRun === shown.dryRun &&
    hasSameExits(plan, shown.plan)
  return isSame ? null : 'the order is not the one that was shown for approval: the settings have changed (APPROVAL)'
}

export interface PresentOrder {
  /** The decision after the gates. */
  readonly final: Pick<ShownOrder, 'action' | 'symbol'> & { readonly notional_usd: number }
  readonly plan: ExitPlan | null
  readonly lastPrice: number | null
  readonly dryRun: boolean
}

/** The number of shares follows the price, which has a bound of its own. */
function hasSameExits(now: ExitPlan | null, shown: ExitPlan | null): boolean {
  if (now === null || shown === null) return now === shown
  return (
    now.style === shown.style &&
    now.timeInForce === shown.timeInForce &&
    now.takeProfit === shown.takeProfit &&
    now.stopLoss === shown.stopLoss
  )
}

/** What a person weighs, at the last price. Shares of an order by amount have fractions. */
export interface OrderRisk {
  readonly shares: number
  /** USD lost when the stop is hit at its price, before costs; negative where the price has passed it. */
  readonly lossAtStopUsd: number | null
  readonly gainAtTargetUsd: number | null
}

/** Levels are those of the exits, or of the idea where the order has none; null for an unknown one. */
export function orderRisk(
  { action, notionalUsd, price, plan }: ShownOrder,
  { target_price: target, stop_price: stop }: Pick<TradeIdea, 'target_price' | 'stop_price'>,
): OrderRisk {
  const shares = plan?.qty ?? notionalUsd / price
  const side = action === 'buy' ? 1 : -1
  const profitAt = (level: number | null) => (level === null ? null : roundToCents(side * shares * (level - price)))
  const loss = profitAt(plan === null ? stop : (plan.stopLoss ?? null))
  return {
    shares,
    lossAtStopUsd: loss === null ? null : 0 - loss,
    gainAtTargetUsd: profitAt(plan === null ? target : (plan.takeProfit ?? null)),
  }
}
