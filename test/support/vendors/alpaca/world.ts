import { type Contract, contractsOf, type RootSpec } from '../listed-contracts.ts'

export interface OptionTrade {
  readonly t: number
  readonly p: number
  readonly s: number
  readonly x: string
  readonly c: string
}

export interface StockTrade {
  readonly t: number
  readonly i: number
  readonly p: number
  readonly s: number
  readonly x: string
  readonly c: readonly string[]
  readonly z: string
  /** Set on a trade that was cancelled or corrected since. */
  readonly u?: 'canceled' | 'incorrect' | 'corrected'
}

/** The market behind the vendor: what a test gives, and prices without arbitrage for the rest. */
export interface AlpacaWorld {
  readonly now: () => Date
  readonly stocks: Readonly<Record<string, number>>
  readonly indices: Readonly<Record<string, number>>
  readonly contracts: readonly Contract[]
  readonly optionTrades: Map<string, OptionTrade[]>
  readonly stockTrades: Map<string, StockTrade[]>
  readonly corporateActions: Readonly<Record<string, readonly (object & { readonly symbol?: string })[]>>
  readonly news: readonly object[]
  /** Where it is not that of the last session. */
  readonly openInterestDate?: string
}

export interface WorldSpec
  extends Partial<Pick<AlpacaWorld, 'stocks' | 'indices' | 'corporateActions' | 'news' | 'openInterestDate'>> {
  readonly now: () => Date
  readonly roots?: readonly RootSpec[]
}

export function alpacaWorld({ now, roots = [], ...given }: WorldSpec): AlpacaWorld {
  return {
    now,
    stocks: given.stocks ?? {},
    indices: given.indices ?? {},
    contracts: roots.flatMap((spec) => contractsOf(spec, now())).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    optionTrades: new Map(),
    stockTrades: new Map(),
    corporateActions: given.corporateActions ?? {},
    news: given.news ?? [],
    ...(given.openInterestDate ? { openInterestDate: given.openInterestDate } : {}),
  }
}
