import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { heldWeakly } from '../../../../src/flow/domain/tape/held-weakly.ts'

it('makes a value once while somebody uses it', () => {
  let made = 0
  const found = heldWeakly(() => ({ made: ++made }))

  const first = found()

  expect(first).toEqual({ made: 1 })
  expect(found()).toBe(first)
})

it('makes a value again that the collector has taken', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let made = 0
  const found = heldWeakly(() => {
    made++
    return [1, 2, 3]
  })
  const sumOf = () => found().reduce((sum, value) => sum + value, 0)
  expect(sumOf()).toBe(6)

  // A value is kept until the present turn of the event loop is over.
  await new Promise<void>((resolve) => void setImmediate(resolve))
  collect()

  expect(sumOf()).toBe(6)
  expect(made).toBe(2)
})
