import { describe, expect, it } from 'vitest'
import { oneAhead } from '../../src/lib/one-ahead.ts'

describe('work one ahead', () => {
  it('gives results in the order of the items, with two under way', async () => {
    let running = 0
    let most = 0
    const results: number[] = []
    const work = async (item: number) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return 10 * item
    }

    for await (const result of oneAhead([1, 2, 3, 4], work)) results.push(result)

    expect(results).toEqual([10, 20, 30, 40])
    expect(most).toBe(2)
  })

  it('fails in its turn, after what came before it', async () => {
    const results: number[] = []
    const work = async (item: number) => {
      if (item === 2) throw new Error('two')
      return item
    }

    const all = async () => {
      for await (const result of oneAhead([1, 2, 3], work)) results.push(result)
    }

    await expect(all()).rejects.toThrow('two')
    expect(results).toEqual([1])
  })

  it('does nothing for no items', async () => {
    for await (const _ of oneAhead([], () => Promise.reject(new Error('never')))) expect.unreachable()
  })
})
