import { CREDENTIALS } from '../../accounts/domain/credentials.ts'
import { shardIndexOf } from '../../lib/node/shard-index.ts'
import { INTERESTS } from '../domain/interests.ts'
import { ALL_ACCOUNTS, type Shard } from '../domain/shard.ts'
import type { Accounts } from '../store/account-shards.ts'
import type { AlertStore } from '../store/index.ts'

/** If more were written at once, all are read. */
const MAX_ACCOUNTS = 1_000

/** How rows of accounts are read and ordered. */
export interface RowSource<Row> {
  /** In order. */
  read(accounts: Accounts): Promise<readonly Row[]>
  /** As `Array.sort` takes it. */
  order(a: Row, b: Row): number
}

/**
 * Rows of the accounts of a shard, which rules and watchlists are: kept in memory, and read again of the accounts whose
 * rules, watchlists or standing were written, by any process.
 */
export class AccountRows<Row extends { readonly accountId: string }> {
  readonly #store: AlertStore
  readonly #source: RowSource<Row>
  readonly #shard: Shard
  #rows: readonly Row[] = []
  /** Accounts that were written since their rows were read; null: all. */
  #stale: Set<string> | null = null

  constructor(store: AlertStore, source: RowSource<Row>, shard: Shard = ALL_ACCOUNTS) {
    this.#store = store
    this.#source = source
    this.#shard = shard
    const forget = (accountId: string | null) => {
      if (accountId === null) this.#stale = null
      else if (shardIndexOf(accountId, shard.count) === shard.index) this.#stale?.add(accountId)
      if (this.#stale && this.#stale.size > MAX_ACCOUNTS) this.#stale = null
    }
    store.onChange(INTERESTS, forget)
    store.onChange(CREDENTIALS, forget)
  }

  /** In order. The same array as before where no row differs. */
  async read(): Promise<readonly Row[]> {
    if (!this.#store.isCurrent()) this.#stale = null
    const stale = this.#stale
    if (stale?.size === 0) return this.#rows
    // What is written during the read is read next time.
    this.#stale = new Set()
    try {
      this.#replace(stale, await this.#source.read(stale ? [...stale] : this.#shard))
    } catch (error) {
      this.#stale = null
      throw error
    }
    return this.#rows
  }

  #replace(stale: ReadonlySet<string> | null, found: readonly Row[]): void {
    const isStale = (row: Row) => stale?.has(row.accountId) ?? true
    if (JSON.stringify(this.#rows.filter(isStale)) === JSON.stringify(found)) return
    const others = this.#rows.filter((row) => !isStale(row))
    this.#rows = [...others, ...found].sort((a, b) => this.#source.order(a, b))
  }
}

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
