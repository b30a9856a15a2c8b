import type { OptionChain } from '../../market/domain/options/chain.ts'

/** For answers with open interest. */
export function openInterestDateOf({ openInterestDate }: OptionChain): { readonly open_interest_date?: string } {
  return openInterestDate === undefined ? {} : { open_interest_date: openInterestDate }
}
