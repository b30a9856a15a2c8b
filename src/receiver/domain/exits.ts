import type { TradeIdea } from '../../trade-ideas/contract.ts'
import { roundToCents } from './notional.ts'

/** `notional` is the order of the specification: an amount, without exits. The other two buy or sell whole shares. */
export const ORDER_STYLES = ['notional', 'bracket', 'oto'] as const
export const TIMES_IN_FORCE = ['day', 'gtc'] as const
export const SINGLE_EXITS = ['stop', 'target'] as const

/** How orders are formed, as the operator set it. */
export interface OrderForm {
  readonly style: (typeof ORDER_STYLES)[number]
  /** Of entry and exits; an order by amount is always good for the day. */
  readonly timeInForce: (typeof TIMES_IN_FORCE)[number]
  /** The one exit of `oto`. */
  readonly singleExit: (typeof SINGLE_EXITS)[number]
}

/** Whole shares at the market with one exit or two. Prices in USD per share, on the tick; null for no such exit. */
export interface ExitPlan {
  readonly style: 'bracket' | 'oto'
  /** Whole shares, 1 or more. */
  readonly qty: number
  readonly timeInForce: OrderForm['timeInForce']
  readonly takeProfit: number | null
  readonly stopLoss: number | null
}

/** USD per share and Unix milliseconds; null is unknown. */
export interface LastPrice {
  readonly price: number | null
  readonly asOfMs: number | null
}

/** An order that the gates let through. */
interface Entry {
  readonly action: 'buy' | 'sell_short'
  readonly notional_usd: number
}

type Levels = Pick<TradeIdea, 'target_price' | 'stop_price'>

/** Delayed quotes are about 15 minutes old; a number of shares from an older price could exceed the amount by far. */
const MAX_PRICE_AGE_MS = 20 * 60_000
/** The brokerage refuses an exit that is closer to the market price. https://docs.alpaca.markets/docs/orders-at-alpaca */
const MIN_DISTANCE_USD = 0.01
const FLOAT_ERROR_USD = 1e-9

/**
 * The order with its exits, or why there can be none. Shares = floor(amount ÷ last price), so the amount stays a cap. The
 * exits must lie on their sides of the last price, at least a cent away.
 */
export function exitPlan(
  entry: Entry,
  idea: Levels,
  last: LastPrice,
  { form, nowMs }: { readonly form: OrderForm & { readonly style: ExitPlan['style'] }; readonly nowMs: number },
): ExitPlan | { readonly reason: string } {
  const { price, asOfMs } = last
  if (price === null || asOfMs === null || !(price > 0)) {
    return { reason: 'the last price of the symbol is unknown, so whole shares cannot be counted (ORDER_STYLE)' }
  }
  if (nowMs - asOfMs > MAX_PRICE_AGE_MS) {
    return { reason: 'the last price of the symbol is stale: it is older than 20 minutes (ORDER_STYLE)' }
  }
  const qty = Math.floor(entry.notional_usd / price)
  if (qty < 1) return { reason: 'zero shares: the amount is less than the price of one share (ORDER_STYLE)' }
  const plan = { ...exitPrices(idea, form), style: form.style, qty, timeInForce: form.timeInForce }
  const problem = sideProblem(entry.action === 'buy' ? 1 : -1, price, plan)
  return problem === null ? plan : { reason: problem }
}

/** To the tick of US stocks: cents from 1 USD on, hundredths of a cent below. Takes 0 to 1e21 USD. */
export function toTick(price: number): number {
  return price >= 1 ? roundToCents(price) : Number(price.toFixed(4))
}

/** A price on the tick as the brokerage takes it. */
export function priceText(price: number): string {
  return price >= 1 ? price.toFixed(2) : price.toFixed(4)
}

function exitPrices({ target_price: target, stop_price: stop }: Levels, { style, singleExit }: OrderForm) {
  const hasBoth = style === 'bracket'
  return {
    takeProfit: target !== null && (hasBoth || singleExit === 'target') ? toTick(target) : null,
    stopLoss: stop !== null && (hasBoth || singleExit === 'stop') ? toTick(stop) : null,
  }
}

/** `side` is 1 for a buy, −1 for a short sale, whose exits lie the other way round. */
function sideProblem(side: 1 | -1, price: number, { style, takeProfit, stopLoss }: ExitPlan): string | null {
  const prices = [takeProfit, stopLoss].filter((it) => it !== null)
  if (prices.length < (style === 'bracket' ? 2 : 1)) return 'an exit price is missing (ORDER_STYLE)'
  if (Math.min(...prices) <= 0) return 'an exit price is not above 0 (ORDER_STYLE)'
  const isNear = (exit: number | null, direction: number) =>
    exit !== null && direction * (exit - price) < MIN_DISTANCE_USD - FLOAT_ERROR_USD
  if (isNear(takeProfit, side)) return 'the last price has reached the target (ORDER_STYLE)'
  return isNear(stopLoss, -side) ? 'the last price has reached the stop (ORDER_STYLE)' : null
}
