import { DAY_MS, MINUTE_MS } from '../../lib/time/duration.ts'
import { type ExitPlan, exitPlan } from '../domain/exits.ts'
import { countsOrders, orderGuard, type RecentOrders, SWITCHED_OFF } from '../domain/guards.ts'
import { type Holdings, holdingsGuard, needsHoldings } from '../domain/holdings.ts'
import { ideaGuard, needsSymbolFacts, type SymbolFacts } from '../domain/idea-guard.ts'
import { type OrderDecision, suppressedOrder } from '../domain/order.ts'
import { asReason } from '../domain/skip-reason.ts'
import type { HoldingsOutcome } from '../ports/broker.ts'
import type { ReceiverRepositories } from '../store/index.ts'
import { after, type DecisionParts, type Job, LEASE_MS } from './decision-parts.ts'

/** An order that passed the gates, and what the last checks look at. */
export interface PlannedOrder {
  readonly final: OrderDecision
  readonly plan: ExitPlan | null
  readonly lastPrice: number | null
  /** Null where no bound needs it. */
  readonly held: { readonly holdings: Holdings; readonly readFrom: Date } | null
}

type Planned =
  | { readonly reason: null; readonly planned: PlannedOrder }
  | { readonly reason: string; readonly planned: null }

const UNKNOWN_SYMBOL: SymbolFacts = { isKnown: null, price: null, asOfMs: null }

/**
 * The guards that look at the idea itself, what is held, and the exits of the order; after the gates of the
 * specification, and only ever a skip. `mayWait`: a person is asked, or was asked, about the order and its price.
 */
export async function planOrder(
  parts: DecisionParts,
  job: Job,
  final: OrderDecision,
  { mayWait }: { readonly mayWait: boolean },
): Promise<Planned> {
  const { guards, orderForm, symbolFacts, now } = parts
  const { idea } = job.claimed
  const { style } = orderForm
  const needsPrice = guards.maxPositionUsd !== null || style !== 'notional' || mayWait
  const needsFacts = needsSymbolFacts(guards) || needsPrice
  const facts = needsFacts ? await symbolFacts(idea.symbol) : UNKNOWN_SYMBOL
  const refusal = ideaGuard(idea, facts, now().getTime(), guards)
  if (refusal !== null) return refused(refusal)
  const plan =
    style === 'notional'
      ? null
      : exitPlan(final, idea, facts, { form: { ...orderForm, style }, nowMs: now().getTime() })
  if (plan !== null && 'reason' in plan) return refused(plan.reason)
  const order = { final, plan, lastPrice: facts.price }
  if (!needsHoldings(guards)) return { reason: null, planned: { ...order, held: null } }
  const readFrom = now()
  const outcome = await readHoldings(parts, job)
  if (outcome.outcome === 'read') {
    return { reason: null, planned: { ...order, held: { holdings: outcome.holdings, readFrom } } }
  }
  return refused(asReason(`the brokerage did not report what is held: ${outcome.text}`))
}

function refused(reason: string): Planned {
  return { reason, planned: null }
}

/** A brokerage adapter never throws; if one does, the holdings are unknown. */
export async function readHoldings({ broker, log }: DecisionParts, { claimed, signal }: Job): Promise<HoldingsOutcome> {
  try {
    return await broker.holdings(signal)
  } catch (error) {
    log.error({ err: error, fingerprint: claimed.fingerprint }, 'the brokerage adapter failed')
    return { outcome: 'unknown', text: 'The brokerage adapter failed.' }
  }
}

/** Counts and commits in one transaction, so that two ideas at once do not both take the last place. */
export async function reserve(
  parts: DecisionParts,
  { claimed }: Job,
  planned: PlannedOrder,
  repositories: Pick<ReceiverRepositories, 'ledgerCounts' | 'ledgerOutcomes' | 'receiverSwitch'>,
): Promise<{ readonly reason: string | null; readonly isWritten: boolean }> {
  const { final, plan } = planned
  const { ledgerOutcomes } = repositories
  const at = parts.now()
  const reason = await boundReason(parts, claimed, { planned, at }, repositories)
  if (reason !== null) return { reason, isWritten: false }
  if (!parts.dryRun) {
    const lease = { now: at, until: after(at, LEASE_MS) }
    return { reason, isWritten: await ledgerOutcomes.intend(claimed, final, lease, plan) }
  }
  const orderResult = suppressedOrder(claimed.fingerprint, final, plan)
  const isWritten = await ledgerOutcomes.finish(claimed, { status: 'dry_run', decision: final, orderResult }, at)
  return { reason, isWritten }
}

/** Why the order may not go out by what was ordered lately and what is held, or null. Inside a transaction. */
export async function boundReason(
  { guards }: DecisionParts,
  claimed: Job['claimed'],
  { planned, at }: { readonly planned: PlannedOrder; readonly at: Date },
  { ledgerCounts, receiverSwitch }: Pick<ReceiverRepositories, 'ledgerCounts' | 'receiverSwitch'>,
): Promise<string | null> {
  if (await receiverSwitch.isOn()) return SWITCHED_OFF
  const { final, held, lastPrice } = planned
  const { symbol, notional_usd: notionalUsd } = final
  if (countsOrders(guards) || held !== null) await ledgerCounts.holdCounts()
  let recent: RecentOrders = { count: 0, notionalUsd: 0, lastOfSymbolAtMs: null }
  if (countsOrders(guards)) {
    const symbolSince = after(at, -(guards.symbolCooldownMinutes ?? 0) * MINUTE_MS)
    recent = await ledgerCounts.recentOrders(claimed, symbol, after(at, -DAY_MS), symbolSince)
  }
  const reason = orderGuard({ notionalUsd, nowMs: at.getTime() }, recent, guards)
  if (reason !== null || held === null) return reason
  const side = final.action === 'buy' ? 'buy' : 'sell'
  const young = await ledgerCounts.youngOrders(claimed, held.readFrom)
  return holdingsGuard({ symbol, side, notionalUsd, lastPrice }, held.holdings, young, guards)
}
