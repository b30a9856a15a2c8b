import { describe, expect, it } from 'vitest'
import { shardIndexOf } from '../../../src/lib/node/shard-index.ts'

describe('the shard of a key', () => {
  it('is the same in all versions of the program', () => {
    const counts = [1, 2, 3, 8, 64]
    const found = ['ada', 'bob', '01k9x3v7q2m4t8w6y0z1a2b3c4', 'é'].map((id) =>
      counts.map((it) => shardIndexOf(id, it)),
    )

    expect(found).toEqual([
      [0, 0, 0, 0, 48],
      [0, 1, 1, 5, 61],
      [0, 1, 2, 7, 55],
      [0, 1, 1, 7, 23],
    ])
  })

  it('is one of all, and each has about as many keys', () => {
    const ids = Array.from({ length: 3_000 }, (_, index) => `account ${index}`)
    const sizes = [0, 1, 2].map((index) => ids.filter((id) => shardIndexOf(id, 3) === index).length)

    expect(sizes.reduce((sum, size) => sum + size)).toBe(3_000)
    for (const size of sizes) expect(Math.abs(size - 1_000)).toBeLessThan(100)
  })
})
