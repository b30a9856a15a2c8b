import { clientOrderIdOf } from '../../../../../src/receiver/domain/fingerprint.ts'
import { named, repeated } from './named.ts'

export interface IdeaFacts {
  /** Of the ideas that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  readonly ledger: readonly { readonly fingerprint: string; readonly status: string }[]
  /** The client order ids that the brokerage took, in the order of their coming. */
  readonly orders: readonly string[]
}

/** Every acknowledged idea is one entry, which has ended, and an entry has an order exactly where it says so. */
export function ideaFaults({ acknowledged, ledger, orders }: IdeaFacts): string[] {
  const entries = ledger.map(({ fingerprint }) => fingerprint)
  const known = new Set(entries)
  const ordered = new Set(
    ledger.filter(({ status }) => status === 'ordered').map(({ fingerprint }) => clientOrderIdOf(fingerprint)),
  )
  const taken = new Set(orders)
  return [
    ...named(
      'ideas that were acknowledged and are not in the ledger',
      [...acknowledged].filter((it) => !known.has(it)),
    ),
    ...named(
      'entries of ideas that nobody sent',
      entries.filter((it) => !acknowledged.has(it)),
    ),
    ...named('ideas with two entries', repeated(entries)),
    ...named(
      'ideas that have not ended',
      ledger.filter(({ status }) => status === 'queued').map(({ fingerprint }) => fingerprint),
    ),
    ...named('orders that were sent twice', repeated(orders)),
    ...named(
      'orders that the ledger does not know',
      [...taken].filter((it) => !ordered.has(it)),
    ),
    ...named(
      'entries with an order that was not sent',
      [...ordered].filter((it) => !taken.has(it)),
    ),
  ]
}
