import { describe, expect, it } from 'vitest'
import { Batcher } from '../../../src/lib/node/batcher.ts'

describe('a batcher', () => {
  it('does at once what came in one turn, and next what came meanwhile', async () => {
    const flushes: number[][] = []
    const batcher = new Batcher<number, number>({
      maxItems: 3,
      flush: async (items) => {
        flushes.push([...items])
        if (flushes.length === 1) later.push(batcher.add(9))
        return items.map((item) => item * 10)
      },
    })
    const later: Promise<number>[] = []
    const results = await Promise.all([1, 2, 3, 4].map((item) => batcher.add(item)))

    expect(results).toEqual([10, 20, 30, 40])
    expect(await Promise.all(later)).toEqual([90])
    expect(flushes).toEqual([
      [1, 2, 3],
      [4, 9],
    ])
  })

  it('fails each item of a failed flush, and goes on with the next', async () => {
    let isBroken = true
    const batcher = new Batcher<number, number>({
      maxItems: 9,
      flush: async (items) => {
        if (isBroken) throw new Error('disk full')
        return items
      },
    })
    const failed = await Promise.allSettled([batcher.add(1), batcher.add(2)])
    isBroken = false

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await batcher.add(3)).toBe(3)
  })

  it('refuses a flush that gives too few results', async () => {
    const batcher = new Batcher<number, number>({ maxItems: 9, flush: async () => [] })

    await expect(batcher.add(1)).rejects.toThrow('one result per item')
  })
})
