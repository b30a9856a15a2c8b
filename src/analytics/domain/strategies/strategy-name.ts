import type { TemplateName } from './template-recipes.ts'

export type StrategyName = TemplateName | 'short_call' | 'short_put' | 'custom'

/** What the name of a structure depends on. */
export interface NamedLeg {
  readonly quantity: number
  /** Null for the stock. */
  readonly isCall: boolean | null
  readonly strike: number
  readonly settlesAtMs: number
}

/** The template with these legs, bought or sold; `custom` for any other structure. */
export function strategyName(legs: readonly NamedLeg[]): StrategyName {
  const stock = legs.find(({ isCall }) => isCall === null)
  const options = legs.filter(({ isCall }) => isCall !== null)
  options.sort((a, b) => a.settlesAtMs - b.settlesAtMs || a.strike - b.strike || (a.isCall ? 1 : -1))
  if (stock) return withStock(stock, options)
  const isOneDate = new Set(options.map(({ settlesAtMs }) => settlesAtMs)).size === 1
  if (!isOneDate) return ofTwoDates(options)
  if (options.length === 1) return single(options)
  if (options.length === 2) return ofTwo(options)
  return options.length === 3 ? ofThree(options) : ofFour(options)
}

const CONTRACT = 100

function withStock({ quantity }: NamedLeg, options: readonly NamedLeg[]): StrategyName {
  const lots = quantity / CONTRACT
  const isCovering = options.every(({ quantity: count }) => Math.abs(count) === lots)
  const sides = options.map(
    ({ isCall, quantity: count }) => `${count > 0 ? 'bought' : 'sold'} ${isCall ? 'call' : 'put'}`,
  )
  if (!isCovering) return 'custom'
  if (sides.join() === 'sold call') return 'covered_call'
  if (sides.join() === 'bought put') return 'protective_put'
  return sides.join() === 'bought put,sold call' ? 'collar' : 'custom'
}

function single([leg]: readonly NamedLeg[]): StrategyName {
  if (!leg) return 'custom'
  if (leg.quantity > 0) return leg.isCall ? 'long_call' : 'long_put'
  return leg.isCall ? 'short_call' : 'short_put'
}

function ofTwoDates(options: readonly NamedLeg[]): StrategyName {
  const [near, far] = options
  if (options.length !== 2 || !near || !far) return 'custom'
  if (near.isCall !== far.isCall || near.quantity !== -far.quantity) return 'custom'
  return near.strike === far.strike ? 'calendar' : 'diagonal'
}

function ofTwo([low, high]: readonly NamedLeg[]): StrategyName {
  if (!low || !high) return 'custom'
  return low.isCall === high.isCall ? ofOneRight(low, high) : ofBothRights(low, high)
}

function ofOneRight(low: NamedLeg, high: NamedLeg): StrategyName {
  if (low.quantity > 0 === high.quantity > 0) return 'custom'
  if (low.quantity !== -high.quantity) return 'ratio_spread'
  return low.isCall ? 'call_vertical' : 'put_vertical'
}

function ofBothRights(low: NamedLeg, high: NamedLeg): StrategyName {
  if (low.isCall === true || Math.abs(low.quantity) !== Math.abs(high.quantity)) return 'custom'
  if (low.quantity === high.quantity) return low.strike === high.strike ? 'straddle' : 'strangle'
  return low.strike < high.strike ? 'risk_reversal' : 'custom'
}

function ofThree([low, middle, high]: readonly NamedLeg[]): StrategyName {
  if (!low || !middle || !high) return 'custom'
  const isOneRight = low.isCall === middle.isCall && middle.isCall === high.isCall
  if (isOneRight && low.quantity === high.quantity && middle.quantity === -2 * low.quantity) return 'butterfly'
  const isLizard = low.isCall === false && middle.isCall === true && high.isCall === true
  const isEven = low.quantity === middle.quantity && high.quantity === -low.quantity
  return isLizard && isEven ? 'jade_lizard' : 'custom'
}

function ofFour(options: readonly NamedLeg[]): StrategyName {
  const [lowPut, highPut, lowCall, highCall] = options
  if (options.length !== 4 || !lowPut || !highPut || !lowCall || !highCall) return 'custom'
  const areRights =
    [lowPut, highPut].every(({ isCall }) => !isCall) && [lowCall, highCall].every(({ isCall }) => isCall)
  const isWinged = lowPut.quantity === highCall.quantity && highPut.quantity === lowCall.quantity
  if (!areRights || !isWinged || lowPut.quantity !== -highPut.quantity) return 'custom'
  return highPut.strike === lowCall.strike ? 'iron_butterfly' : 'iron_condor'
}
