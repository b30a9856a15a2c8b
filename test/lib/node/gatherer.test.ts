import { describe, expect, it } from 'vitest'
import { Gatherer } from '../../../src/lib/node/gatherer.ts'

describe('a gatherer', () => {
  it('does at once what came in one turn, and next what came meanwhile', async () => {
    const flushes: number[][] = []
    const gatherer = new Gatherer<number, number>({
      most: 3,
      flush: async (items) => {
        flushes.push([...items])
        if (flushes.length === 1) later.push(gatherer.add(9))
        return items.map((item) => item * 10)
      },
    })
    const later: Promise<number>[] = []
    const results = await Promise.all([1, 2, 3, 4].map((item) => gatherer.add(item)))

    expect(results).toEqual([10, 20, 30, 40])
    expect(await Promise.all(later)).toEqual([90])
    expect(flushes).toEqual([
      [1, 2, 3],
      [4, 9],
    ])
  })

  it('fails each item of a failed flush, and goes on with the next', async () => {
    let isBroken = true
    const gatherer = new Gatherer<number, number>({
      most: 9,
      flush: async (items) => {
        if (isBroken) throw new Error('disk full')
        return items
      },
    })
    const failed = await Promise.allSettled([gatherer.add(1), gatherer.add(2)])
    isBroken = false

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await gatherer.add(3)).toBe(3)
  })

  it('refuses a flush that gives too few results', async () => {
    const gatherer = new Gatherer<number, number>({ most: 9, flush: async () => [] })

    await expect(gatherer.add(1)).rejects.toThrow('a result for each item')
  })
})
