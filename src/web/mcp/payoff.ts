/** Profit over prices, from the short form of `strategy_analysis`. */
import { type HeldLeg, profitAtExpiration } from '../symbol/strategy/profit-at-expiration.ts'
import { type Fields, numberIn, numbersIn, rowsIn, textIn } from './answer-fields.ts'
import { fieldsOf } from './host.ts'

export interface PayoffSeries {
  readonly title: string
  /** USD at each price; null where it is unknown. */
  readonly values: readonly (number | null)[]
}

export interface Payoff {
  /** USD per share, ascending. */
  readonly prices: readonly number[]
  readonly series: readonly PayoffSeries[]
}

interface Leg extends HeldLeg {
  readonly expires: string | null
}

/**
 * The dates of the grid at its prices. Where all options expire together, the profit at expiration is exact, and so has
 * its corners at the strikes.
 */
export function payoffIn(answer: Fields): Payoff {
  const grid = fieldsOf(answer['grid'])
  const [low, high] = [numbersIn(grid, 'prices')[0], numbersIn(grid, 'prices').at(-1)]
  if (low === undefined || high === undefined) return { prices: [], series: [] }
  const legs = legsIn(answer)
  const corners = legs ? [...legs.map(({ strike }) => strike), ...numbersIn(answer, 'break_evens')] : []
  const inside = corners.filter((price) => price > low && price < high)
  const prices = [...new Set([...numbersIn(grid, 'prices'), ...inside])].sort((a, b) => a - b)
  const dated = datesIn(grid).map(({ title, at }) => ({ title, values: prices.map((price) => at.get(price) ?? null) }))
  if (!legs) return { prices, series: dated }
  const last = { title: 'At expiration', values: prices.map((price) => profitAtExpiration(legs, price)) }
  return { prices, series: [...dated.slice(0, -1), last] }
}

/** Null where a leg is unknown, or one expires later. */
function legsIn(answer: Fields): readonly Leg[] | null {
  const rows = rowsIn(answer, 'legs')
  const legs = rows.flatMap((row): Leg[] => {
    const [kind, quantity, price] = [textIn(row, 'kind'), numberIn(row, 'quantity'), numberIn(row, 'price')]
    if (quantity === null || price === null) return []
    const expires = textIn(row, 'expiration_date')
    if (kind === 'stock') return [{ kind, quantity, price, strike: 0, expires: null }]
    const strike = numberIn(row, 'strike')
    return (kind === 'call' || kind === 'put') && strike !== null ? [{ kind, quantity, price, strike, expires }] : []
  })
  const dates = new Set(legs.flatMap(({ kind, expires }) => (kind === 'stock' ? [] : [expires])))
  return legs.length === rows.length && legs.length > 0 && dates.size <= 1 ? legs : null
}

/** The first shift of volatility: the profit by date and price. */
function datesIn(grid: Fields): { readonly title: string; readonly at: ReadonlyMap<number, number | null> }[] {
  const { dates, profit, prices } = grid
  const [unshifted] = Array.isArray(profit) ? profit : []
  if (!Array.isArray(dates) || !Array.isArray(unshifted) || !Array.isArray(prices)) return []
  return dates.slice(0, 12).map((instant, index) => {
    const row = fieldsOf({ ...(Array.isArray(unshifted[index]) ? unshifted[index] : []) })
    const at = prices.map((price, place) => [Number(price), numberIn(row, String(place))] as const)
    return { title: titleOf(String(instant), index, dates.length), at: new Map(at) }
  })
}

function titleOf(instant: string, index: number, count: number): string {
  if (index === 0) return 'Now'
  return index === count - 1 ? 'At the first expiration' : instant.slice(0, 10)
}
