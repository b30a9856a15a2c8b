import { sha256Hex } from './sha256.ts'

/** Hexadecimal digits of the digest that decide. */
export const SHARD_DIGITS = 7

/** The index of the shard that a key belongs to, of so many: the same in all versions of the program. */
export function shardIndexOf(key: string, count: number): number {
  return count === 1 ? 0 : Number.parseInt(sha256Hex(key).slice(0, SHARD_DIGITS), 16) % count
}
