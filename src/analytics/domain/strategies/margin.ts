/**
 * Estimate of the initial margin of a strategy in a Reg-T account (Cboe Rule 10.3; FINRA Rule 4210(f)(2)), in USD, before
 * premium received is applied. Brokers may ask for more.
 *
 * - a bought option: its price;
 * - a sold call (put) alone: price + the larger of rate × S − out of the money, and 10 % of S (of the strike). The rate is
 *   20 %, 15 % for a broad index, more for a leveraged fund;
 * - sold calls and puts alone: the larger of both sides, and the price of the other;
 * - sold options with bought ones that expire no earlier: their largest loss by intrinsic value, and the price of the
 *   bought ones;
 * - stock: half its value; a call sold on it: what it is in the money;
 * - a cash-secured put: the strike in cash.
 *
 * Legs are paired in the cheapest way.
 */
import { isIndexSymbol } from '../../../market/domain/calendar/option-expirations.ts'
import { leverageOf } from './leveraged-funds.ts'
import type { StrategyLeg } from './strategy-leg.ts'

export interface MarginTerms {
  readonly spot: number
  /** Share of the value of the underlying that a sold option needs: `uncoveredRate`. */
  readonly rate: number
  /** Sold puts are secured in cash. */
  readonly cashSecured?: boolean
}

const UNCOVERED_RATE = 0.2
const BROAD_INDEX_RATE = 0.15
const MIN_RATE = 0.1
const STOCK_RATE = 0.5
const SHARES_A_CONTRACT = 100

export interface Margin {
  readonly requirement: number
  /** The requirement less the premium of the sold options. */
  readonly buyingPower: number
  /** What the requirement is made of, in words. */
  readonly rule: string
}

/** 20 % of the underlying, 15 % of an index, more of a leveraged fund. */
export function uncoveredRate(symbol: string): number {
  return (isIndexSymbol(symbol) ? BROAD_INDEX_RATE : UNCOVERED_RATE) * leverageOf(symbol)
}

export function marginEstimate(legs: readonly StrategyLeg[], { spot, rate, cashSecured = false }: MarginTerms): Margin {
  const options = legs.flatMap((leg) => (leg.option ? [partOf(leg, leg.option)] : []))
  const longs = options.filter(({ count }) => count > 0)
  const shorts = options.filter(({ count }) => count < 0).map((leg) => ({ ...leg, count: -leg.count }))
  const shares = legs.reduce((sum, leg) => sum + (leg.option ? 0 : leg.quantity), 0)
  const premium = shorts.reduce((sum, { count, multiplier, price }) => sum + count * multiplier * price, 0)
  const paid = longs.reduce((sum, { count, multiplier, price }) => sum + count * multiplier * price, 0)
  const stock = STOCK_RATE * Math.abs(shares) * spot
  const shorted = cashSecured ? securedInCash(shorts) : cheapest(shorts, { longs, shares, spot, rate })
  const rules = [
    ...(shares === 0 ? [] : ['half of the stock']),
    ...(longs.length === 0 ? [] : ['bought options in full']),
    ...shorted.rules,
  ]
  const requirement = stock + paid + shorted.amount
  return { requirement, buyingPower: requirement - premium, rule: rules.join(', ') }
}

interface Part {
  readonly isCall: boolean
  readonly strike: number
  readonly yearsToExpiry: number
  readonly multiplier: number
  readonly price: number
  /** Contracts; negative when sold. */
  readonly count: number
}

function partOf({ quantity, multiplier, price }: StrategyLeg, option: NonNullable<StrategyLeg['option']>): Part {
  const { isCall, strike, yearsToExpiry } = option
  return { isCall, strike, yearsToExpiry, multiplier, price, count: quantity }
}

interface Requirement {
  readonly amount: number
  readonly rules: readonly string[]
}

function securedInCash(shorts: readonly Part[]): Requirement {
  const amount = shorts.reduce((sum, { count, multiplier, strike }) => sum + count * multiplier * strike, 0)
  return { amount, rules: ['cash of the strike for each sold put'] }
}

interface Cover {
  readonly longs: readonly Part[]
  readonly shares: number
  readonly spot: number
  readonly rate: number
}

/** How the contracts of one sold leg are held. */
interface Held {
  readonly leg: Part
  readonly onStock: number
  readonly inSpread: number
  readonly alone: number
  /** Some are alone although bought options could cover them: those do not count as a side of a straddle. */
  readonly isUncoveredByChoice: boolean
}

/** The least over all ways to hold each sold leg on stock, in a spread with the bought options, or alone. */
function cheapest(shorts: readonly Part[], cover: Cover): Requirement {
  let best: Requirement | undefined
  for (const held of waysToHold(shorts, cover, Math.floor(Math.abs(cover.shares) / SHARES_A_CONTRACT))) {
    const requirement = requirementOf(held, cover)
    if (requirement && (!best || requirement.amount < best.amount)) best = requirement
  }
  return best ?? { amount: 0, rules: [] }
}

/** Per leg as much as possible or nothing on stock and in a spread; the number of bought contracts limits a spread. */
function* waysToHold(shorts: readonly Part[], cover: Cover, lots: number): Generator<readonly Held[]> {
  const [leg, ...others] = shorts
  if (!leg) {
    yield []
    return
  }
  const covers = leg.isCall === cover.shares > 0 ? Math.min(lots, leg.count) : 0
  const matching = cover.longs.filter((long) => long.isCall === leg.isCall).reduce((sum, { count }) => sum + count, 0)
  for (const onStock of new Set([covers, 0])) {
    const rest = leg.count - onStock
    for (const inSpread of new Set([rest, Math.min(rest, matching), 0])) {
      const isUncoveredByChoice = inSpread < Math.min(rest, matching)
      const own = { leg, onStock, inSpread, alone: rest - inSpread, isUncoveredByChoice }
      for (const further of waysToHold(others, cover, lots - onStock)) yield [own, ...further]
    }
  }
}

/** Null where the spreads have no limit of loss. */
function requirementOf(held: readonly Held[], cover: Cover): Requirement | null {
  const spread = spreadLoss(held, cover.longs)
  if (spread === Number.POSITIVE_INFINITY) return null
  const onStock = held.reduce((sum, { leg, onStock: count }) => sum + count * inTheMoney(leg, cover.spot), 0)
  const alone = aloneRequirement(held, cover)
  const rules = [
    ...(held.some((it) => it.onStock > 0) ? ['what the option on the stock is in the money'] : []),
    ...(held.some((it) => it.inSpread > 0) ? ['largest loss of the spread by intrinsic value'] : []),
    ...alone.rules,
  ]
  return { amount: spread + onStock + alone.amount, rules }
}

function inTheMoney({ isCall, strike, multiplier }: Part, spot: number): number {
  return multiplier * Math.max(isCall ? spot - strike : strike - spot, 0)
}

/** Largest loss by intrinsic value of the sold options in spreads; bought options that expire before one of them do not count. */
function spreadLoss(held: readonly Held[], longs: readonly Part[]): number {
  const sold = held.filter(({ inSpread }) => inSpread > 0).map(({ leg, inSpread }) => ({ ...leg, count: -inSpread }))
  if (sold.length === 0) return 0
  const latest = Math.max(...sold.map(({ yearsToExpiry }) => yearsToExpiry))
  const parts = [...sold, ...longs.filter(({ yearsToExpiry }) => yearsToExpiry >= latest)]
  const calls = parts.reduce((sum, { isCall, count, multiplier }) => sum + (isCall ? count * multiplier : 0), 0)
  if (calls < 0) return Number.POSITIVE_INFINITY
  const valueAt = (price: number) => parts.reduce((sum, part) => sum + part.count * inTheMoney(part, price), 0)
  return Math.max(0, ...[0, ...parts.map(({ strike }) => strike)].map((price) => -valueAt(price)))
}

/** Sold calls and puts without cover: pairs of them need the larger of both sides and the price of the other. */
function aloneRequirement(held: readonly Held[], { spot, rate }: Cover): Requirement {
  const unitsWhere = (test: (held: Held) => boolean) => unitsOf(held.filter(test), spot, rate)
  const single = unitsWhere((it) => it.isUncoveredByChoice)
  const calls = unitsWhere((it) => !it.isUncoveredByChoice && it.leg.isCall)
  const puts = unitsWhere((it) => !it.isUncoveredByChoice && !it.leg.isCall)
  const isPaired = calls.length > 0 && puts.length > 0
  let amount = single.reduce((sum, { count, requirement }) => sum + count * requirement, 0)
  for (let [call, put] = [calls.pop(), puts.pop()]; call || put; ) {
    const count = Math.min(call?.count ?? Number.POSITIVE_INFINITY, put?.count ?? Number.POSITIVE_INFINITY)
    amount += count * pairRequirement(call, put)
    call = remaining(call, count) ?? calls.pop()
    put = remaining(put, count) ?? puts.pop()
  }
  const rules = isPaired
    ? ['larger side of the sold options and the price of the other']
    : ['sold option without cover']
  return { amount, rules: amount > 0 ? rules : [] }
}

interface Unit {
  readonly count: number
  /** USD per contract. */
  readonly requirement: number
  readonly price: number
}

/** Ascending by requirement, so that the dearest of both sides pair. */
function unitsOf(held: readonly Held[], spot: number, rate: number): Unit[] {
  const units = held.flatMap(({ leg, alone }) => {
    const { isCall, strike, multiplier, price } = leg
    const outOfTheMoney = Math.max(isCall ? strike - spot : spot - strike, 0)
    const base = Math.max(rate * spot - outOfTheMoney, MIN_RATE * (isCall ? spot : strike))
    return alone > 0 ? [{ count: alone, requirement: multiplier * (price + base), price: multiplier * price }] : []
  })
  return units.sort((a, b) => a.requirement - b.requirement)
}

function pairRequirement(call: Unit | undefined, put: Unit | undefined): number {
  if (!call || !put) return (call ?? put)?.requirement ?? 0
  return call.requirement >= put.requirement ? call.requirement + put.price : put.requirement + call.price
}

function remaining(unit: Unit | undefined, used: number): Unit | undefined {
  return unit && unit.count > used ? { ...unit, count: unit.count - used } : undefined
}
