/** The legs of the address, with the terms that the service answers for the chains of their expirations. */

import { type LegText, parseLeg } from '../../../analytics/domain/strategies/legs.ts'
import type { StrategyLeg } from '../../../analytics/domain/strategies/strategy-leg.ts'
import { fillPrice } from '../../../analytics/domain/strategies/strategy-leg.ts'
import { isAdjustedRoot, type OptionContract, parseOptionSymbol } from '../../../market/domain/options/option-symbol.ts'
import type { AnswerOf } from '../../client.ts'

export type Chain = Pick<AnswerOf<'options_chain'>, 'data' | 'expirations' | 'underlying_price'>
type Row = Chain['data'][number]
type Listed = Chain['expirations'][number]

/** Chains by expiration date; a date without an answer yet is left out. */
export type Chains = ReadonlyMap<string, Chain>

/** The fields that the builder reads of a chain. */
export const LEG_FIELDS = ['strike', 'option_type', 'bid', 'ask', 'implied_volatility', 'delta'] as const

const SHARES_A_CONTRACT = 100

/** One leg of the address: as it is written, as it is read, and as it is valued. */
export interface BuiltLeg {
  readonly text: string
  /** Null for a text that is no leg. */
  readonly parsed: LegText | null
  /** Null where it cannot be valued here, or not yet. */
  readonly leg: StrategyLeg | null
  /** The row of the chain; null for the stock. */
  readonly row: Row | null
}

/** `spot` is the price of a share, in USD. */
export function builtLeg(text: string, chains: Chains, spot: number): BuiltLeg {
  const parsed = parseLeg(text)
  if (typeof parsed === 'string') return { text, parsed: null, leg: null, row: null }
  if (parsed.contract === null) {
    const price = parsed.price ?? spot
    const leg = { quantity: parsed.quantity, multiplier: 1, option: null, bid: spot, ask: spot, price }
    return { text, parsed, leg, row: null }
  }
  const { contract } = parsed
  const chain = chains.get(contract.expirationDate)
  const row = chain?.data.find(({ option_symbol: symbol }) => isSame(symbol, contract)) ?? null
  const listed = chain && expirationOf(chain, contract)
  return { text, parsed, leg: row && listed ? optionLeg(parsed, contract, row, listed) : null, row }
}

function isSame(symbol: string, contract: OptionContract): boolean {
  const other = parseOptionSymbol(symbol)
  return other?.root === contract.root && other.strike === contract.strike && other.optionType === contract.optionType
}

/** SPX and SPXW expire on one date at two instants: the monthly root settles on the opening. */
function expirationOf({ expirations, data }: Chain, { root }: OptionContract): Listed | undefined {
  if (expirations.length < 2) return expirations[0]
  const roots = [...new Set(data.map(({ option_symbol: symbol }) => symbol.slice(0, 6).trim()))]
  // Rows are in the order of settlement, and so are expirations.
  return expirations[roots.indexOf(root)]
}

function optionLeg(
  { quantity, price }: LegText,
  contract: OptionContract,
  row: Row,
  { terms, forward, atm_iv: atmIv }: Listed,
): StrategyLeg | null {
  const volatility = row.implied_volatility
  if (!terms || forward === null || !volatility || isAdjustedRoot(contract.root)) return null
  const [bid, ask] = [row.bid ?? Number.NaN, row.ask ?? Number.NaN]
  const filled = price ?? fillPrice(quantity, bid, ask, 0)
  if (!(filled >= 0)) return null
  return {
    quantity,
    multiplier: SHARES_A_CONTRACT,
    bid: bid > 0 ? bid : Number.NaN,
    ask: ask > 0 ? ask : Number.NaN,
    price: filled,
    option: {
      isCall: contract.optionType === 'call',
      strike: contract.strike,
      isAmerican: terms.style === 'american',
      yearsToExpiry: terms.years_to_expiry,
      volatility,
      atmIv: atmIv ?? volatility,
      forward,
      rate: terms.rate,
      dividendYield: terms.dividend_yield,
      dividends: terms.dividends,
    },
  }
}

/** The leg as it is written in the address. */
export function legText({ quantity, contract, price }: LegText): string {
  const name = contract ? plainSymbol(contract) : 'stock'
  return `${quantity} ${name}${price === null ? '' : ` @ ${price}`}`
}

function plainSymbol({ root, expirationDate, optionType, strike }: OptionContract): string {
  const date = expirationDate.slice(2).replaceAll('-', '')
  return `${root}${date}${optionType === 'call' ? 'C' : 'P'}${String(Math.round(strike * 1000)).padStart(8, '0')}`
}

/** Strikes to which the leg can move, ascending: of its root, date and right, with a quote and a volatility, and no other leg there. */
export function freeStrikes(leg: LegText, others: readonly LegText[], chains: Chains): number[] {
  const { contract } = leg
  if (!contract) return []
  const taken = others.flatMap((other) => {
    const same =
      other.contract?.root === contract.root &&
      other.contract.expirationDate === contract.expirationDate &&
      other.contract.optionType === contract.optionType
    return same ? [other.contract.strike] : []
  })
  const rows = chains.get(contract.expirationDate)?.data ?? []
  return rows.flatMap(({ option_symbol: symbol, strike, option_type: type, implied_volatility: volatility, ask }) => {
    const fits = type === contract.optionType && symbol.slice(0, 6).trim() === contract.root
    const isUsable = fits && strike !== undefined && (volatility ?? 0) > 0 && (ask ?? 0) > 0
    return isUsable && !taken.includes(strike) ? [strike] : []
  })
}

/** The same leg at another strike, at the price of the market: one that was given belonged to the strike before. */
export function movedTo(leg: LegText, strike: number): LegText {
  return leg.contract && leg.contract.strike !== strike
    ? { ...leg, contract: { ...leg.contract, strike }, price: null }
    : leg
}

/** The element nearest to a value; undefined of an empty list. */
export function nearestOf(values: readonly number[], value: number): number | undefined {
  return values.reduce<number | undefined>(
    (best, each) => (best === undefined || Math.abs(each - value) < Math.abs(best - value) ? each : best),
    undefined,
  )
}
