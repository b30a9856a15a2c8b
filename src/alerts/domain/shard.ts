/** A part of all accounts, whose rules and watchlists one process at a time matches. */
export interface Shard {
  /** From 0. */
  readonly index: number
  /** Into so many parts all accounts are divided. */
  readonly count: number
}

export const ALL_ACCOUNTS: Shard = { index: 0, count: 1 }

export const MAX_SHARDS = 64

export function shardsOf(count: number): Shard[] {
  return Array.from({ length: count }, (_, index) => ({ index, count }))
}
