import { describe, expect, it } from 'vitest'
import { prefetch } from '../../../src/lib/async/prefetch.ts'

describe('work ahead', () => {
  it.each([
    [undefined, 2],
    [3, 4],
  ])('gives results in the order of the items, with %s ahead', async (ahead, expected) => {
    let running = 0
    let most = 0
    const results: number[] = []
    const work = async (item: number) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return 10 * item
    }

    for await (const result of prefetch([1, 2, 3, 4, 5], work, ahead)) results.push(result)

    expect(results).toEqual([10, 20, 30, 40, 50])
    expect(most).toBe(expected)
  })

  it('fails in its turn, after what came before it', async () => {
    const results: number[] = []
    const work = async (item: number) => {
      if (item === 2) throw new Error('two')
      return item
    }

    const all = async () => {
      for await (const result of prefetch([1, 2, 3], work)) results.push(result)
    }

    await expect(all()).rejects.toThrow('two')
    expect(results).toEqual([1])
  })

  it('does nothing for no items', async () => {
    for await (const _ of prefetch([], () => Promise.reject(new Error('never')))) expect.unreachable()
  })
})
