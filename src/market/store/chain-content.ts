/** An option chain as the text that the store keeps: see `lib/node/packed-columns.ts` for the layout. */

import { type Column, packColumns, unpackColumns } from '../../lib/node/packed-columns.ts'
import type { ContractColumns, Expiration, OptionChain } from '../domain/options/chain.ts'

/** Stored with every chain, so that later layouts can be distinguished. */
export const CHAIN_ENCODING = 1

/** Without what is known beside the chain, which has tables of its own that say since when. */
type Head = Omit<OptionChain, 'contracts' | 'underlyingPrice' | 'dividends' | 'rates'> & {
  readonly underlyingPrice: number | null
}

export function encodeChain(chain: OptionChain): string {
  const { contracts, dividends: _dividends, rates: _rates, ...head } = chain
  const { count: _count, ...columns } = contracts
  const underlyingPrice = Number.isNaN(head.underlyingPrice) ? null : head.underlyingPrice
  return packColumns({ meta: { ...head, underlyingPrice } satisfies Head, columns })
}

export function decodeChain(content: string): OptionChain {
  const { meta, columns } = unpackColumns(content)
  const { underlyingPrice, expirations, ...head } = meta as Head
  return {
    ...head,
    underlyingPrice: underlyingPrice ?? Number.NaN,
    expirations: expirations as readonly Expiration[],
    contracts: contractsOf(columns),
  }
}

function contractsOf(columns: Readonly<Record<string, Column>>): ContractColumns {
  const optionSymbols = columns['optionSymbols'] as readonly string[]
  return { ...(columns as unknown as Omit<ContractColumns, 'count'>), count: optionSymbols.length }
}
