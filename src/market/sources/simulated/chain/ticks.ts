/**
 * Smallest price steps. Options: penny classes USD 0.01 at every price; penny-program classes 0.01 below 3.00 and 0.05
 * from there; all others 0.05 and 0.10. Stocks 0.01.
 */
import type { TickClass } from '../profile.ts'

const FROM = 3

export function optionTick(ticks: TickClass, price: number): number {
  if (ticks === 'penny') return 0.01
  const low = price < FROM
  if (ticks === 'penny_pilot') return low ? 0.01 : 0.05
  return low ? 0.05 : 0.1
}

/** Rounds a price down to a tick, in cents; 0 below the first tick. */
export function tickDown(ticks: TickClass, price: number): number {
  if (!(price > 0)) return 0
  const cents = centsOf(optionTick(ticks, price))
  return (Math.floor((price * 100) / cents + 1e-7) * cents) / 100
}

/** Rounds a price up to a tick; at least one tick. */
export function tickUp(ticks: TickClass, price: number): number {
  const cents = centsOf(optionTick(ticks, price))
  return Math.max(Math.ceil((price * 100) / cents - 1e-7) * cents, cents) / 100
}

function centsOf(tick: number): number {
  return (tick * 100 + 0.5) | 0
}
