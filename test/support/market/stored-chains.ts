import type { Store } from '../../../src/app/store/open-store.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { packChain } from '../../../src/market/store/chains.ts'

/** Stores a chain as if one file had held it, in place of the chain `replaces`. */
export async function storeChain(store: Store, id: string, chain: OptionChain, replaces: string | null = null) {
  const stamp = new Date(chain.asOfMs).toISOString()
  const part = { fileSha256: `sha-${id}`, format: 'chain_json', stamp, chain }
  const packed = packChain({ id, name: null, replaces, chain, parts: [part] })
  if (!(await store.transaction((repositories) => repositories.chains.put(packed))))
    throw new Error(`${id} was not stored`)
}
