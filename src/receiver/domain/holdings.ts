import type { Guards } from './guards.ts'

/** A position; amounts and shares are above 0 for a short one, too. */
export interface HeldPosition {
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly qty: number
  readonly marketValueUsd: number
  /** USD per share. */
  readonly averageEntryPrice: number
  readonly unrealizedPnlUsd: number
}

/** An order that is not done, its size in shares or as an amount. */
export interface OpenOrder {
  readonly clientOrderId: string
  readonly symbol: string
  /** The brokerage's word: buy or sell. */
  readonly side: string
  readonly status: string
  readonly qty: number | null
  readonly notionalUsd: number | null
  /** Its limit or stop, USD per share; null for a market order. */
  readonly price: number | null
}

/** What the brokerage holds for the account. */
export interface Holdings {
  readonly equityUsd: number
  /** Equity at the close of the previous trading day. */
  readonly lastEquityUsd: number
  readonly buyingPowerUsd: number
  readonly positions: readonly HeldPosition[]
  readonly openOrders: readonly OpenOrder[]
}

/** An order of this service that may be too young to be among the open orders that were read. */
export interface YoungOrder {
  readonly clientOrderId: string
  readonly symbol: string
  readonly notionalUsd: number
}

/** The order in question. */
export interface ProposedOrder {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly notionalUsd: number
  /** Last price of the symbol, USD per share; null where it is unknown. */
  readonly lastPrice: number | null
}

/** Whether a bound needs to know what is held. */
export function needsHoldings(guards: Guards): boolean {
  const { maxPositionUsd, maxOpenPositions, maxPortfolioLossPerDayUsd, noAddToPosition } = guards
  return [maxPositionUsd, maxOpenPositions, maxPortfolioLossPerDayUsd].some((it) => it !== null) || noAddToPosition
}

/** Why the order may not go out next to what is held, or null. Never the other way: it only ever causes a skip. */
export function holdingsGuard(
  order: ProposedOrder,
  holdings: Holdings,
  young: readonly YoungOrder[],
  guards: Guards,
): string | null {
  const { maxPositionUsd, maxOpenPositions, maxPortfolioLossPerDayUsd, noAddToPosition } = guards
  if (maxPortfolioLossPerDayUsd !== null && holdings.lastEquityUsd - holdings.equityUsd >= maxPortfolioLossPerDayUsd) {
    return 'the account has lost MAX_PORTFOLIO_LOSS_PER_DAY_USD since the last close'
  }
  const unseen = young.filter((it) => !holdings.openOrders.some((open) => open.clientOrderId === it.clientOrderId))
  const symbols = new Set([...holdings.positions, ...holdings.openOrders, ...unseen].map(({ symbol }) => symbol))
  const isHeld = symbols.has(order.symbol)
  if (noAddToPosition && isHeld) return 'the symbol is held or on order already (NO_ADD_TO_POSITION)'
  if (maxOpenPositions !== null && !isHeld && symbols.size >= maxOpenPositions) return 'MAX_OPEN_POSITIONS is reached'
  if (maxPositionUsd === null) return null
  return committedUsd(order, holdings, unseen) + order.notionalUsd > maxPositionUsd
    ? 'the position would exceed MAX_POSITION_USD'
    : null
}

/** What is held and ordered of the symbol on the side of the order, USD; infinite where it cannot be valued. */
function committedUsd(order: ProposedOrder, holdings: Holdings, unseen: readonly YoungOrder[]): number {
  const ofSymbol = <Row extends { readonly symbol: string }>(rows: readonly Row[]) =>
    rows.filter(({ symbol }) => symbol === order.symbol)
  const open = ofSymbol(holdings.openOrders).filter(({ side }) => side === order.side)
  return (
    sum(ofSymbol(holdings.positions).map(({ marketValueUsd }) => marketValueUsd)) +
    sum(open.map((it) => it.notionalUsd ?? (it.qty ?? Infinity) * (it.price ?? order.lastPrice ?? Infinity))) +
    sum(ofSymbol(unseen).map(({ notionalUsd }) => notionalUsd))
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
