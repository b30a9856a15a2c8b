import type { CorporateAction } from '../stocks/corporate-action.ts'
import type { CashDividend, OptionChain } from './chain.ts'

/** The same chain and dividends give the same object, by which valuations are cached. */
const dated = new WeakMap<OptionChain, OptionChain>()

/** The chain with the cash dividends that were known at its instant and are still to come; itself without any. */
export function withDividends(chain: OptionChain, actions: readonly CorporateAction[]): OptionChain {
  const dividends = dividendsAhead(chain, actions)
  if (dividends.length === 0) return chain
  const before = dated.get(chain)
  if (before && JSON.stringify(before.dividends) === JSON.stringify(dividends)) return before
  const after = { ...chain, dividends }
  dated.set(chain, after)
  return after
}

function dividendsAhead({ symbol, asOfMs, sessionDate }: OptionChain, actions: readonly CorporateAction[]) {
  const asOf = new Date(asOfMs).toISOString()
  return actions
    .filter(
      (action) =>
        action.kind === 'dividend' &&
        action.symbol === symbol &&
        action.exDate > sessionDate &&
        action.knownAt <= asOf &&
        action.value > 0,
    )
    .map(({ exDate, value }): CashDividend => ({ exDate, amount: value }))
    .sort((one, other) => (one.exDate < other.exDate ? -1 : 1))
}
