import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { WeakSlots } from '../../src/lib/weak-slots.ts'

it('makes each value once while somebody uses it', () => {
  const slots = new WeakSlots<{ readonly index: number }>()
  let made = 0
  const found = (index: number) =>
    slots.get(index, () => {
      made++
      return { index }
    })

  const [first, second] = [found(3), found(0)]

  expect(first).toEqual({ index: 3 })
  expect(second).toEqual({ index: 0 })
  expect(found(3)).toBe(first)
  expect(found(0)).toBe(second)
  expect(made).toBe(2)
})

it('makes a value again that the collector has taken', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const slots = new WeakSlots<number[]>()
  let made = 0
  const sumOf = () =>
    slots
      .get(0, () => {
        made++
        return [1, 2, 3]
      })
      .reduce((sum, value) => sum + value, 0)
  expect(sumOf()).toBe(6)

  // A value is kept until the present turn of the event loop is over.
  await new Promise<void>((resolve) => void setImmediate(resolve))
  collect()

  expect(sumOf()).toBe(6)
  expect(made).toBe(2)
})
