/** Finds the contracts of written legs in a chain, and says of each that cannot be analysed why. */

import type { FieldIssue } from '../../../lib/errors.ts'
import { at, indexAt } from '../../../lib/math/columns.ts'
import { isIndexSymbol, symbolOfRoot } from '../../../market/domain/calendar/option-expirations.ts'
import {
  formatOptionSymbol,
  isAdjustedRoot,
  type OptionContract,
} from '../../../market/domain/options/option-symbol.ts'
import type { ValuedChain } from '../valuation/chain-valuation.ts'
import type { LegOfChain } from './leg-from-row.ts'
import { type LegText, legName, MAX_LEGS, parseLeg } from './legs.ts'
import { STOCK_ROW } from './template-legs.ts'
import { underlyingNameOf } from './underlying-name.ts'

export interface FoundLegs {
  readonly legs: readonly LegOfChain[]
  /** Empty where every leg can be analysed. */
  readonly issues: readonly FieldIssue[]
}

/** Every invalid leg is named with its path, `legs.2`, and the nearest contract that exists. */
export function chainLegs(valued: ValuedChain, texts: readonly string[]): FoundLegs {
  const parsed = texts.slice(0, MAX_LEGS).map(parseLeg)
  const names = parsed.map((leg) => (typeof leg === 'string' ? null : legName(leg)))
  const issues = parsed.flatMap((leg, index) => {
    const isRepeated = names[index] !== null && names.indexOf(names[index] ?? null) < index
    const message = isRepeated ? 'names a contract that another leg has' : legIssue(valued, leg)
    return message === null ? [] : [{ path: `legs.${index}`, message }]
  })
  const legs = parsed.flatMap((leg) =>
    typeof leg === 'string' ? [] : [{ quantity: leg.quantity, price: leg.price, row: rowOf(valued, leg.contract) }],
  )
  const isStock = issues.length === 0 && legs.every(({ row }) => row === STOCK_ROW)
  return { legs, issues: isStock ? [{ path: 'legs', message: 'must contain an option' }] : issues }
}

function legIssue(valued: ValuedChain, leg: LegText | string): string | null {
  if (typeof leg === 'string') return leg
  return leg.contract ? contractIssue(valued, leg.contract, leg.price) : stockIssue(valued)
}

function rowOf({ chain }: ValuedChain, contract: OptionContract | null): number {
  return contract ? chain.contracts.optionSymbols.indexOf(formatOptionSymbol(contract)) : STOCK_ROW
}

function stockIssue({ chain, spot }: ValuedChain): string | null {
  if (isIndexSymbol(chain.symbol)) return 'is the index, which cannot be bought'
  return spot > 0 ? null : 'has no price'
}

/** Why a contract cannot be a leg; null if it can. */
function contractIssue(valued: ValuedChain, contract: OptionContract, price: number | null): string | null {
  const { chain } = valued
  if (isAdjustedRoot(contract.root)) return 'is an adjusted contract, whose deliverable is not 100 shares'
  if (symbolOfRoot(contract.root) !== underlyingNameOf(chain.symbol)) return `is no option of ${chain.symbol}`
  const row = rowOf(valued, contract)
  return row < 0 ? `is not listed: ${nearestContract(valued, contract)}` : rowIssue(valued, row, price)
}

/** Why a listed contract cannot be a leg; null if it can. */
export function rowIssue(valued: ValuedChain, row: number, price: number | null): string | null {
  const { contracts } = valued.chain
  if (valued.expirations[indexAt(contracts.expirationIndex, row)]?.expired) return 'has expired'
  if (!(at(contracts.multiplier, row) > 0)) return 'is an adjusted contract, whose deliverable is unknown'
  if (!(at(valued.volatility, row) > 0)) return 'has no implied volatility: its quotes and those around it hold none'
  const hasQuote = at(contracts.ask, row) > 0 && at(contracts.bid, row) >= 0
  return price === null && !hasQuote ? 'has no quote: give a price, as in -1 SPY261218P00640000 @ 3.15' : null
}

function nearestContract(
  { chain, expirations }: ValuedChain,
  { expirationDate, strike, optionType }: OptionContract,
): string {
  const { contracts } = chain
  const isCall = optionType === 'call' ? 1 : 0
  const dates = [...new Set(expirations.map((expiration) => expiration.expirationDate))].sort()
  if (!dates.includes(expirationDate)) {
    const around = [dates.findLast((date) => date < expirationDate), dates.find((date) => date > expirationDate)]
    return `the nearest expirations are ${around.filter((date) => date !== undefined).join(' and ')}`
  }
  const isSame = (row: number) =>
    contracts.isCall[row] === isCall &&
    expirations[indexAt(contracts.expirationIndex, row)]?.expirationDate === expirationDate
  const distance = (row: number) => Math.abs(at(contracts.strike, row) - strike)
  let best = -1
  for (let row = 0; row < contracts.count; row++) {
    if (isSame(row) && !(distance(row) >= distance(best))) best = row
  }
  const symbol = contracts.optionSymbols[best]?.replaceAll(' ', '')
  return symbol === undefined ? `no ${optionType} expires on ${expirationDate}` : `the nearest is ${symbol}`
}
