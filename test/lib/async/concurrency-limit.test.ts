import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concurrencyLimit, concurrencyLimitByKey } from '../../../src/lib/async/concurrency-limit.ts'

const refuse = () => new Error('full')

describe('a concurrency limit', () => {
  it('runs no more at once than may, in the order of their coming, whatever ends when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (s, parallel, jobs) => {
          const take = concurrencyLimit(parallel, { maxWaiting: 100, refuse })
          const begun: number[] = []
          let running = 0
          let most = 0
          const all = Promise.all(
            Array.from({ length: jobs }, (_, job) =>
              take(async () => {
                begun.push(job)
                most = Math.max(most, ++running)
                await s.schedule(Promise.resolve())
                running--
              }),
            ),
          )
          await s.waitFor(all)
          expect(most).toBe(Math.min(parallel, jobs))
          expect(begun).toEqual([...Array(jobs).keys()])
        },
      ),
    )
  })

  it('passes a failure on and begins the next', async () => {
    const take = concurrencyLimit(1, { maxWaiting: 10, refuse })

    const results = await Promise.allSettled([take(() => Promise.reject(new Error('mine'))), take(async () => 'next')])

    expect(results).toMatchObject([{ reason: { message: 'mine' } }, { value: 'next' }])
  })

  it('by key lets different keys not wait for each other, and gives each its own queue', async () => {
    const take = concurrencyLimitByKey(1, { maxWaiting: 1, refuse })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })

    const first = take('a', () => held)
    const second = take('a', async () => 'second')
    const third = take('a', async () => 'third')
    const other = take('b', async () => 'other')

    expect(await other).toBe('other')
    await expect(third).rejects.toThrow('full')
    release()
    await first
    expect(await second).toBe('second')
  })
})
