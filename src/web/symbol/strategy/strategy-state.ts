import { useLocation } from 'preact-iso'
import { MAX_LEGS } from '../../../analytics/domain/strategies/legs.ts'
import { withQuery } from '../../travel.ts'

/** A strategy as the address holds it, so that it can be shared. */
export interface StrategyState {
  /** As `-1 SPY261218P00640000 @ 3.15`. */
  readonly legs: readonly string[]
  /** Volatility points that are added on the chosen date. */
  readonly iv: number
  /** The chosen date, YYYY-MM-DD; null is half way to the first expiration. */
  readonly on: string | null
}

export const IV_RANGE = { low: -30, high: 60 } as const

/** Reads the parameters of an address; values out of range are left out. */
export function readState(query: Readonly<Record<string, string>>): StrategyState {
  const legs = (query['legs'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const iv = Number(query['iv'] ?? 0)
  const on = query['on'] ?? ''
  return {
    legs: legs.slice(0, MAX_LEGS),
    iv: iv >= IV_RANGE.low && iv <= IV_RANGE.high ? Math.round(iv) : 0,
    on: /^\d{4}-\d{2}-\d{2}$/.test(on) ? on : null,
  }
}

/** The strategy of the address, and how to change it. */
export function useStrategyState() {
  const { url, query, route } = useLocation()
  const change = ({ legs, iv, on }: Partial<StrategyState>) =>
    route(
      withQuery(url, {
        ...(legs === undefined ? {} : { legs: legs.join(',') }),
        ...(iv === undefined ? {} : { iv: iv === 0 ? null : String(iv) }),
        ...(on === undefined ? {} : { on }),
      }),
      true,
    )
  return { state: readState(query), change }
}

/** The newest strategy of each symbol, to which the drawer of a contract adds a leg. */
const newest = new Map<string, readonly string[]>()

export function rememberLegs(symbol: string, legs: readonly string[]): void {
  newest.set(symbol, legs)
}

/** The newest strategy of the symbol with one more leg, which replaces one of the same contract. */
export function legsWith(symbol: string, quantity: number, optionSymbol: string): string {
  const name = optionSymbol.replaceAll(' ', '')
  const others = (newest.get(symbol) ?? []).filter((text) => !text.includes(name))
  return [...others.slice(0, MAX_LEGS - 1), `${quantity} ${name}`].join(',')
}
