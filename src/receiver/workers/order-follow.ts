import { DAY_MS } from '../../lib/time/duration.ts'
import type { PlacedOrder } from '../contract/ledger-entry.ts'
import { followed, isSameLife, lost } from '../domain/order-life.ts'
import type { ReportOutcome, UpdateListener } from '../ports/broker.ts'
import type { ClaimedIdea } from '../store/ledger-claims.ts'
import { after, type DecisionParts } from './decision-parts.ts'

/** The first look comes soon: a market order is usually filled at once. */
const FIRST_LOOK_MS = 1_000
/** Between looks while the entry is not filled, and while its exits wait. Updates of the stream come in between. */
const ENTRY_LOOK_MS = 60_000
const EXIT_LOOK_MS = 5 * 60_000
/** The brokerage lets no order live longer. https://docs.alpaca.markets/docs/orders-at-alpaca */
const LONGEST_LIFE_MS = 100 * DAY_MS
/** Between connections to the stream that failed: doubled up to the longest. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** When an order that was just placed is looked at; null where orders are not followed. */
export function firstLookAt({ trackOrders, now }: Pick<DecisionParts, 'trackOrders' | 'now'>): Date | null {
  return trackOrders ? after(now(), FIRST_LOOK_MS) : null
}

/** One look at an order: what the brokerage says of it now goes to the ledger. */
export async function followOrder(parts: DecisionParts, claimed: ClaimedIdea, signal: AbortSignal): Promise<boolean> {
  const { store, now } = parts
  const { orderResult: before } = claimed
  if (before === null || before.dry_run || !parts.trackOrders) {
    await store.followedOrders.record(claimed, null, { now: now(), nextAt: null })
    return true
  }
  const outcome = await reportOf(parts, before.order_id, signal)
  if (outcome.outcome === 'unclear') {
    parts.log.warn({ fingerprint: claimed.fingerprint, reason: outcome.text }, 'an order could not be looked at')
    const nextAt = signal.aborted ? now() : after(now(), ENTRY_LOOK_MS)
    await store.followedOrders.record(claimed, null, { now: now(), nextAt })
    return true
  }
  const report = outcome.outcome === 'reported' ? outcome.report : lost(before)
  const result = followed(before, report, inSeconds(now()))
  const isNew = !isSameLife(before, result)
  const isWritten = await store.followedOrders.record(claimed, isNew ? result : null, {
    now: now(),
    nextAt: nextLook(result, now()),
  })
  if (isNew && isWritten) note(parts, claimed, result)
  return true
}

/** A brokerage adapter never throws; if one does, nothing is known. */
async function reportOf({ broker, log }: DecisionParts, orderId: string, signal: AbortSignal): Promise<ReportOutcome> {
  try {
    return await broker.report(orderId, signal)
  } catch (error) {
    log.error({ err: error, order_id: orderId }, 'the brokerage adapter failed')
    return { outcome: 'unclear', text: 'The brokerage adapter failed.' }
  }
}

function nextLook({ settled_at: settledAt, status }: PlacedOrder, now: Date): Date | null {
  if (settledAt !== null) return null
  return after(now, status === 'filled' ? EXIT_LOOK_MS : ENTRY_LOOK_MS)
}

function note({ log }: DecisionParts, { fingerprint }: ClaimedIdea, result: PlacedOrder): void {
  const { symbol, status, filled_qty, open_qty = 0, realized_pnl_usd, settled_at: settledAt, style } = result
  const fields = { fingerprint, symbol, status, filled_qty, open_qty, realized_pnl_usd }
  if (settledAt !== null && open_qty > 0 && style !== undefined) {
    log.warn(fields, 'an order ended with shares that have no exit: close them at the brokerage')
  } else log.info(fields, settledAt === null ? 'an order changed' : 'an order ended')
}

/**
 * Listens to the brokerage's updates until the signal is aborted. Every connection begins with a look at all orders that
 * are not done, which fills the gap before it; an update only says of which symbol to look.
 */
export async function listenToOrders(
  parts: DecisionParts & { readonly wake: () => void },
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const looks: Promise<void>[] = []
    const wasComplete = await parts.broker.listen(listenerOf(parts, looks), signal)
    await Promise.all(looks)
    failures = wasComplete ? 0 : failures + 1
    await parts.wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10)), signal)
  }
}

function listenerOf(parts: DecisionParts & { readonly wake: () => void }, looks: Promise<void>[]): UpdateListener {
  const { log } = parts
  const look = (symbol?: string) => void looks.push(lookNow(parts, symbol))
  return {
    connected() {
      log.info({}, 'listening to the updates of orders')
      look()
    },
    updated: (symbol) => look(symbol),
    disconnected: (text) => log.warn({ reason: text }, 'the updates of orders are interrupted'),
  }
}

/** Orders that are not done are looked at now, all of them or those of a symbol. */
export async function lookNow(
  { store, now, log, wake }: DecisionParts & { readonly wake: () => void },
  symbol?: string,
): Promise<void> {
  const since = after(now(), -LONGEST_LIFE_MS)
  try {
    const count = await store.followedOrders.lookNow(now(), { since, ...(symbol !== undefined && { symbol }) })
    if (count > 0) wake()
  } catch (error) {
    log.error({ err: error }, 'orders could not be marked for a look')
  }
}

function inSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`
}
