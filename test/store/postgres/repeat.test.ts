import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { repeating } from '../../../src/store/postgres/repeat.ts'
import { engines } from '../../support/engines.ts'
import { postgresUrl } from '../../support/postgres.ts'

const refused = (code: string) =>
  new AppError('unavailable', 'Refused.', { cause: Object.assign(new Error(), { severity: 'ERROR', code }) })

/** Fails so many times, then gives the number of runs. */
function failing(times: number, code = '40001') {
  let runs = 0
  return async () => {
    if (++runs <= times) throw refused(code)
    return runs
  }
}

describe('a transaction that PostgreSQL ends for the sake of another', () => {
  it.each(['40001', '40P01'])('runs again after %s, eight times at most', async (code) => {
    const repeated = repeating()

    expect(await repeated(failing(0, code))).toBe(1)
    expect(await repeated(failing(7, code))).toBe(8)
    await expect(repeated(failing(8, code))).rejects.toThrow('Refused.')
  })

  it('runs once where it failed for another reason, a broken connection among them', async () => {
    const run = failing(1, '08006')

    await expect(repeating()(run)).rejects.toThrow('Refused.')
    expect(await run()).toBe(2)
  })

  it('takes turns with the others that run again', async () => {
    const repeated = repeating()
    const [running, most] = [new Set<number>(), [0]]
    const work = (id: number) => {
      const run = failing(1)
      return async () => {
        running.add(id)
        // The first runs are side by side, and fail.
        const result = await run().catch((error: unknown) => {
          running.delete(id)
          throw error
        })
        most.push(running.size)
        await Promise.resolve()
        running.delete(id)
        return result
      }
    }

    expect(await Promise.all([1, 2, 3, 4, 5].map((id) => repeated(work(id))))).toEqual([2, 2, 2, 2, 2])
    expect(Math.max(...most)).toBe(1)
  })

  it.skipIf(!postgresUrl)('does so once in every transaction of the tests of the store', async () => {
    const [, open] = engines[1] ?? []
    await using store = await open?.()
    let runs = 0
    await store?.transaction(async ({ accounts }) => {
      runs++
      await accounts.count()
    })

    expect(runs).toBe(2)
  })
})
