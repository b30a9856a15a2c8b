/**
 * The listed contracts that express an idea. Prices are USD per share of the underlying, mids of bid and ask when the
 * idea was made.
 *
 * - expiration: the first one a week or more after the horizon, so that a directed idea does not end at its expiration;
 *   the first one after the horizon for a neutral idea, which earns the time value. The last one where none is later;
 * - Long Call, Long Put: the strike nearest to the entry;
 * - Bull Put Spread: sells the first put at or below the entry, buys the first one at or below the stop;
 * - Bear Call Spread: sells the first call at or above the entry, buys the first one at or above the stop;
 * - Iron Condor: sells the first put at or below and the first call at or above the range, buys the next ones outside.
 */
import { addDays } from '../../lib/time/civil-date.ts'
import type { IdeaDraft } from './pipelines/idea-draft.ts'

export interface ListedContract {
  readonly optionType: 'call' | 'put'
  readonly expirationDate: string
  readonly strike: number
  readonly mid: number
}

export interface StructureLeg {
  readonly side: 'buy' | 'sell'
  readonly option_type: 'call' | 'put'
  readonly expiration_date: string
  readonly strike: number
  readonly price: number
}

export interface IdeaStructure {
  readonly legs: readonly StructureLeg[]
  /** Paid for the legs together; negative is a credit. */
  readonly net_debit: number
  /** At expiration; null is unlimited. */
  readonly max_profit: number | null
  /** At expiration, positive. */
  readonly max_loss: number
  /** Prices of the underlying at which the expiration brings neither profit nor loss, rising. */
  readonly breakevens: readonly number[]
}

const DAYS_AFTER_HORIZON = 7

type Idea = Pick<IdeaDraft, 'strategy' | 'direction' | 'entryPrice' | 'targetPrice' | 'stopPrice'>

/** Null where the contracts that the strategy needs are not listed or have no quotes. */
export function ideaStructure(
  idea: Idea,
  horizonDate: string,
  contracts: readonly ListedContract[],
): IdeaStructure | null {
  const earliest = idea.direction === 'neutral' ? addDays(horizonDate, 1) : addDays(horizonDate, DAYS_AFTER_HORIZON)
  const dates = [...new Set(contracts.map((it) => it.expirationDate))].filter((date) => date > horizonDate).sort()
  const date = dates.find((it) => it >= earliest) ?? dates.at(-1)
  const listed = contracts.filter((it) => it.expirationDate === date && it.mid > 0)
  const legs = legsOf(idea, ladderOf(listed, 'call'), ladderOf(listed, 'put'))
  return legs && structureOf(legs)
}

/** Profit or loss at expiration, USD per share. */
export function payoffAt({ legs, net_debit: debit }: Pick<IdeaStructure, 'legs' | 'net_debit'>, price: number): number {
  return legs.reduce((sum, leg) => {
    const intrinsic = Math.max(0, leg.option_type === 'call' ? price - leg.strike : leg.strike - price)
    return sum + (leg.side === 'buy' ? intrinsic : -intrinsic)
  }, -debit)
}

/** The structure in words: `buy 690 call 2026-12-04 for a debit of 5.20`. */
export function structureWords({ legs, net_debit: debit }: IdeaStructure): string {
  const named = legs.map((leg) => `${leg.side} ${leg.strike} ${leg.option_type}`).join(', ')
  const kind = debit >= 0 ? 'debit' : 'credit'
  return `${named}, ${legs[0]?.expiration_date}, for a ${kind} of ${Math.abs(debit).toFixed(2)} per share`
}

/** Contracts of one type by rising strike. */
type Ladder = readonly ListedContract[]

function ladderOf(listed: readonly ListedContract[], optionType: 'call' | 'put'): Ladder {
  return listed.filter((it) => it.optionType === optionType).sort((a, b) => a.strike - b.strike)
}

function legsOf(idea: Idea, calls: Ladder, puts: Ladder): StructureLeg[] | null {
  const { strategy, entryPrice, targetPrice, stopPrice } = idea
  if (strategy === 'Long Call') return pair(null, nearest(calls, entryPrice))
  if (strategy === 'Long Put') return pair(null, nearest(puts, entryPrice))
  if (strategy === 'Bull Put Spread') return spread(puts.toReversed(), (strike) => strike <= entryPrice, stopPrice)
  if (strategy === 'Bear Call Spread') return spread(calls, (strike) => strike >= entryPrice, stopPrice)
  const below = spread(puts.toReversed(), (strike) => strike <= stopPrice, null)
  const above = spread(calls, (strike) => strike >= targetPrice, null)
  return below && above && [...below, ...above]
}

/** Sells the first contract of a ladder that leads away from the price, and buys the first one at or beyond `until`. */
function spread(away: Ladder, isSold: (strike: number) => boolean, until: number | null): StructureLeg[] | null {
  const index = away.findIndex(({ strike }) => isSold(strike))
  const sold = away[index]
  if (!sold) return null
  const further = away.slice(index + 1)
  const isFar = ({ strike }: ListedContract) =>
    until === null || Math.sign(strike - until) !== Math.sign(sold.strike - until)
  return pair(sold, further.find(isFar) ?? further.at(-1))
}

function pair(sold: ListedContract | null, bought: ListedContract | undefined): StructureLeg[] | null {
  if (!bought) return null
  return [...(sold ? [legOf('sell', sold)] : []), legOf('buy', bought)]
}

function legOf(side: 'buy' | 'sell', { optionType, expirationDate, strike, mid }: ListedContract): StructureLeg {
  return { side, option_type: optionType, expiration_date: expirationDate, strike, price: cents(mid) }
}

function nearest(ladder: Ladder, price: number): ListedContract | undefined {
  return ladder.reduce<ListedContract | undefined>(
    (best, it) => (best && Math.abs(best.strike - price) <= Math.abs(it.strike - price) ? best : it),
    undefined,
  )
}

/** Null for a spread that costs more than it can return: its quotes do not fit each other. */
function structureOf(legs: readonly StructureLeg[]): IdeaStructure | null {
  const debit = cents(legs.reduce((sum, leg) => sum + (leg.side === 'buy' ? leg.price : -leg.price), 0))
  const priced = { legs, net_debit: debit }
  const corners = [0, ...new Set(legs.map(({ strike }) => strike))].sort((a, b) => a - b)
  const last = corners.at(-1) ?? 0
  const points = [...corners, 2 * last].map((price) => ({ price, value: payoffAt(priced, price) }))
  const values = points.map(({ value }) => value)
  const isUnlimited = payoffAt(priced, 2 * last + 1) > payoffAt(priced, 2 * last)
  const [best, worst] = [Math.max(...values), Math.min(...values)]
  if (best <= 0 || worst >= 0) return null
  const breakevens = points.flatMap(({ price, value }, index) => {
    const next = points[index + 1]
    if (!next || value * next.value >= 0) return []
    return [cents(price + ((next.price - price) * value) / (value - next.value))]
  })
  return { ...priced, max_profit: isUnlimited ? null : cents(best), max_loss: cents(-worst), breakevens }
}

function cents(price: number): number {
  return Math.round(100 * price) / 100
}
