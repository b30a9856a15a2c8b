import { firstRateDate, type InterestRates } from '../../domain/interest-rates.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import type { ChainFacts } from '../../domain/options/chain-facts.ts'
import type { ReplayMarket } from './stored-market.ts'

/** What is stored beside a chain and was public at an instant; `settings` are the rates where none are stored. */
export async function storedFacts(
  { corporateActions, interestRates }: Pick<ReplayMarket, 'corporateActions' | 'interestRates'>,
  settings: InterestRates | null,
  { symbol, sessionDate }: Pick<OptionChain, 'symbol' | 'sessionDate'>,
  knownAtMs: number,
): Promise<ChainFacts> {
  const knownAt = new Date(knownAtMs).toISOString()
  const [actions, rates] = await Promise.all([
    corporateActions.known(symbol, knownAt),
    interestRates.latest(knownAt, firstRateDate(sessionDate)),
  ])
  return { actions, rates: rates ?? settings }
}
