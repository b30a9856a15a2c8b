import { type Contract, contractsOf, type RootSpec } from '../listed-contracts.ts'
import { closeOf, hoursBehindUtc, instantOf, newYorkDate, sessionsBetween } from '../sessions.ts'

export interface CboeUnderlying {
  readonly symbol: string
  readonly isIndex: boolean
  readonly price: number
  readonly contracts: readonly Contract[]
}

export interface CboeWorld {
  readonly now: () => Date
  readonly underlyings: readonly CboeUnderlying[]
}

export interface CboeWorldSpec extends Pick<CboeWorld, 'now'> {
  readonly pricedAt: Date
  /** The underlyings are theirs. */
  readonly roots: readonly RootSpec[]
}

export function cboeWorld({ now, pricedAt, roots }: CboeWorldSpec): CboeWorld {
  const named = Map.groupBy(roots, ({ underlying }) => underlying)
  const underlyings = [...named].map(([symbol, specs]) => ({
    symbol,
    isIndex: specs.some(({ isIndex }) => isIndex),
    price: specs[0]?.spot ?? 0,
    contracts: specs.flatMap((spec) => contractsOf(spec, pricedAt)),
  }))
  return { now, underlyings }
}

const DELAY_MS = 15 * 60_000
const DAY_MS = 86_400_000
const LOOK_BACK_DAYS = 10

/** The last session whose delayed quotes have begun, and the last trade in it. Source: README.md, "Times". */
export function lastTradeOf({ now }: CboeWorld, isIndex: boolean): { readonly session: string; readonly time: string } {
  const delayed = now().getTime() - DELAY_MS
  const today = newYorkDate(now())
  const sessions = sessionsBetween(shifted(today, -LOOK_BACK_DAYS), today)
  const session = sessions.findLast((date) => instantOf(date, '09:30') <= delayed) ?? today
  const end = instantOf(session, closeOf(session)) + (isIndex ? DELAY_MS : 0) - 1000
  return { session, time: newYorkTime(Math.min(delayed, end)) }
}

/** `YYYY-MM-DDTHH:MM:SS` in New York. */
function newYorkTime(ms: number): string {
  const behind = hoursBehindUtc(new Date(ms).toISOString().slice(0, 10))
  return new Date(ms - behind * 3_600_000).toISOString().slice(0, 19)
}

export function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}
