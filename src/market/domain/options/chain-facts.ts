import type { InterestRates } from '../interest-rates.ts'
import type { CorporateAction } from '../stocks/corporate-action.ts'
import type { CashDividend, OptionChain } from './chain.ts'

/** What is known beside a chain. */
export interface ChainFacts {
  readonly actions: readonly CorporateAction[]
  readonly rates: InterestRates | null
}

/** The same chain and facts give the same object, by which valuations are cached. */
const completed = new WeakMap<OptionChain, OptionChain>()

/**
 * The chain with the cash dividends that are still to come and were known at an instant, and with the rates; itself
 * without any. A chain of the past knows what was known at its own instant, the present what is known now.
 */
export function withFacts(
  chain: OptionChain,
  { actions, rates }: ChainFacts,
  knownAtMs: number = chain.asOfMs,
): OptionChain {
  const dividends = dividendsAhead(chain, actions, knownAtMs)
  const facts = { ...(dividends.length > 0 ? { dividends } : {}), ...(rates ? { rates } : {}) }
  if (Object.keys(facts).length === 0) return chain
  const before = completed.get(chain)
  if (before && isSame(before, facts)) return before
  const after = { ...chain, ...facts }
  completed.set(chain, after)
  return after
}

function isSame({ dividends, rates }: OptionChain, facts: Pick<OptionChain, 'dividends' | 'rates'>): boolean {
  return JSON.stringify([dividends, rates]) === JSON.stringify([facts.dividends, facts.rates])
}

function dividendsAhead(
  { symbol, sessionDate }: OptionChain,
  actions: readonly CorporateAction[],
  knownAtMs: number,
): CashDividend[] {
  const knownAt = new Date(knownAtMs).toISOString()
  return actions
    .filter(
      (action) =>
        action.kind === 'dividend' &&
        action.symbol === symbol &&
        action.exDate > sessionDate &&
        action.knownAt <= knownAt &&
        action.value > 0,
    )
    .map(({ exDate, value }): CashDividend => ({ exDate, amount: value }))
    .sort((one, other) => (one.exDate < other.exDate ? -1 : 1))
}
