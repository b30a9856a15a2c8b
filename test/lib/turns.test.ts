import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turns, turnsByKey } from '../../src/lib/turns.ts'

const refuse = () => new Error('full')

describe('turns', () => {
  it('run no more at once than may, in the order of their coming, whatever ends when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (s, parallel, jobs) => {
          const take = turns({ parallel, waiting: 100, refuse })
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

  it('pass a failure on and give the turn to the next', async () => {
    const take = turns({ parallel: 1, waiting: 10, refuse })

    const results = await Promise.allSettled([take(() => Promise.reject(new Error('mine'))), take(async () => 'next')])

    expect(results).toMatchObject([{ reason: { message: 'mine' } }, { value: 'next' }])
  })

  it('of different keys do not wait for each other, and each key has its own queue', async () => {
    const take = turnsByKey({ parallel: 1, waiting: 1, refuse })
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
