import { expect, it } from 'vitest'
import { collectWhenIdle } from '../../../src/lib/node/collect-when-idle.ts'

const MB = 1024 * 1024

/** A process whose processor time and memory the test sets. */
function watched(collects = true) {
  let [used, bytes, collections] = [0, 200 * MB, 0]
  let next: (() => void) | undefined
  const collecting = collectWhenIdle({
    collect: collects
      ? () => {
          collections++
          bytes = 120 * MB
        }
      : undefined,
    cpuMs: () => used,
    usedBytes: () => bytes,
    later: (work) => {
      next = work
      return {
        [Symbol.dispose]() {
          next = undefined
        },
      }
    },
  })
  return {
    collecting,
    collections: () => collections,
    /** Quarters of a minute, each with this processor time and so many megabytes more. */
    pass(times: number, { cpuMs = 0, moreMb = 0 } = {}) {
      for (let each = 0; each < times; each++) {
        used += cpuMs
        bytes += moreMb * MB
        next?.()
      }
    },
    isWaiting: () => next !== undefined,
  }
}

it('collects once when the process is idle, and not while it works', () => {
  const { pass, collections } = watched()

  pass(5, { cpuMs: 2_000 })
  expect(collections()).toBe(0)
  pass(1)
  expect(collections()).toBe(1)
  pass(100)
  expect(collections()).toBe(1)
})

it('collects again when there is more to collect, ten minutes later', () => {
  const { pass, collections } = watched()
  pass(1)

  pass(40, { moreMb: 1 })
  expect(collections()).toBe(1)
  pass(1)
  expect(collections()).toBe(2)
})

it('does nothing in a Node that exposes no collection, or once it is over', () => {
  expect(watched(false).isWaiting()).toBe(false)
  const { collecting, isWaiting } = watched()
  collecting[Symbol.dispose]()

  expect(isWaiting()).toBe(false)
})
