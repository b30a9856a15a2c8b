import { expect, it } from 'vitest'
import { once } from '../../../src/lib/async/once.ts'

it('does the work once, when it is first asked for', () => {
  let runs = 0
  const result = once(() => {
    runs++
    return undefined
  })

  expect(runs).toBe(0)
  result()
  result()
  expect(runs).toBe(1)
})

it('tries again after a failure', () => {
  let runs = 0
  const result = once(() => {
    runs++
    if (runs === 1) throw new Error('not yet')
    return runs
  })

  expect(result).toThrow('not yet')
  expect(result()).toBe(2)
})
