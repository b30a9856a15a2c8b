import type { PlacedOrder } from '../contract/ledger-entry.ts'

/** How far one order of the brokerage is filled; prices in USD per share, null for none yet. */
interface Fill {
  /** In the brokerage's own words. */
  readonly status: string
  /** Shares, 0 for none. */
  readonly filledQty: number
  readonly filledAvgPrice: number | null
}

export interface ExitReport extends Fill {
  readonly orderId: string
  readonly kind: 'take_profit' | 'stop_loss'
  /** Its limit or stop. */
  readonly price: number | null
}

/** An order as the brokerage describes it now, with its exits. */
export interface OrderReport extends Fill {
  readonly exits: readonly ExitReport[]
}

type ExitState = NonNullable<PlacedOrder['exits']>[number]

/** Statuses after which an order does not change; `not_found` is our word for an order that the brokerage lost. */
const FINAL: ReadonlySet<string> = new Set(['filled', 'canceled', 'expired', 'replaced', 'rejected', 'not_found'])

/**
 * The order result after a report. Reports may come twice, late or out of order: what is final stays, and the filled
 * shares never become fewer. `settledAt` is the instant to store once neither the entry nor an exit can change any more.
 */
export function followed(result: PlacedOrder, report: OrderReport, settledAt: string): PlacedOrder {
  const entry = laterOf(
    { status: result.status, filledQty: result.filled_qty ?? 0, filledAvgPrice: result.filled_avg_price ?? null },
    report,
  )
  const exits = mergedExits(result.exits ?? [], report.exits)
  const closed = exits.reduce((sum, exit) => sum + exit.filled_qty, 0)
  const isSettled = [entry, ...exits].every(({ status }) => FINAL.has(status))
  return {
    ...result,
    status: entry.status,
    filled_qty: entry.filledQty,
    filled_avg_price: entry.filledAvgPrice,
    exits,
    open_qty: Math.max(0, rounded(entry.filledQty - closed)),
    realized_pnl_usd: realizedPnl(result.side, entry.filledAvgPrice, exits),
    settled_at: isSettled ? (result.settled_at ?? settledAt) : null,
  }
}

/** Whether nothing but the time of settlement differs. */
export function isSameLife(one: PlacedOrder, other: PlacedOrder): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What is stored of an order that the brokerage does not have any more, as after a reset of the paper account. */
export function lost(result: PlacedOrder): OrderReport {
  const gone = (it: {
    status: string
    filled_qty?: number | undefined
    filled_avg_price?: number | null | undefined
  }) => ({
    status: FINAL.has(it.status) ? it.status : 'not_found',
    filledQty: it.filled_qty ?? 0,
    filledAvgPrice: it.filled_avg_price ?? null,
  })
  return {
    ...gone(result),
    exits: (result.exits ?? []).map((exit) => ({
      ...gone(exit),
      orderId: exit.order_id,
      kind: exit.kind,
      price: exit.price,
    })),
  }
}

function laterOf(known: Fill, report: Fill): Fill {
  const isOlder = FINAL.has(known.status) || report.filledQty < known.filledQty
  const { status, filledQty, filledAvgPrice } = isOlder ? known : report
  return { status, filledQty, filledAvgPrice }
}

function mergedExits(known: readonly ExitState[], reports: readonly ExitReport[]): ExitState[] {
  const missing = known.filter(({ order_id: id }) => !reports.some(({ orderId }) => orderId === id))
  const merged = reports.map((report): ExitState => {
    const before = known.find(({ order_id: id }) => id === report.orderId)
    const { status, filledQty, filledAvgPrice } = before
      ? laterOf(
          { status: before.status, filledQty: before.filled_qty, filledAvgPrice: before.filled_avg_price },
          report,
        )
      : report
    return {
      kind: report.kind,
      order_id: report.orderId,
      status,
      price: report.price,
      filled_qty: filledQty,
      filled_avg_price: filledAvgPrice,
    }
  })
  return [...merged, ...missing]
}

/** Of the shares that exits closed, USD before costs; null before the first. */
function realizedPnl(side: string, entryPrice: number | null, exits: readonly ExitState[]): number | null {
  const closed = exits.filter((exit) => exit.filled_qty > 0 && exit.filled_avg_price !== null)
  if (entryPrice === null || closed.length === 0) return null
  const sign = side === 'buy' ? 1 : -1
  return rounded(
    closed.reduce((sum, exit) => sum + sign * exit.filled_qty * ((exit.filled_avg_price ?? 0) - entryPrice), 0),
  )
}

/** Sums of prices and shares without the remainders of binary fractions. */
function rounded(value: number): number {
  return Number(value.toFixed(6))
}
