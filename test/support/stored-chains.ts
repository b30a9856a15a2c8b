import type { OptionChain } from '../../src/domain/market/chain.ts'
import { packChain } from '../../src/store/chains.ts'
import type { Store } from '../../src/store/open.ts'

/** Stores a chain as if one file had held it, in place of the chain `replaces`. */
export async function storeChain(store: Store, id: string, chain: OptionChain, replaces: string | null = null) {
  const stamp = new Date(chain.asOfMs).toISOString()
  const part = { fileSha256: `sha-${id}`, format: 'chain_json', stamp, chain }
  const packed = packChain({ id, name: null, replaces, chain, parts: [part] })
  if (!(await store.transaction((groups) => groups.chains.put(packed)))) throw new Error(`${id} was not stored`)
}
