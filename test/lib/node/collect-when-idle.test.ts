import { expect, it } from 'vitest'
import { collectWhenIdle } from '../../../src/lib/node/collect-when-idle.ts'

const MB = 1024 * 1024

/** A process whose processor time and memory the test sets. */
function watched(collects = true) {
  let [used, bytes, collections, isWaitedFor] = [0, 200 * MB, 0, true]
  let next: (() => void) | undefined
  const collecting = collectWhenIdle({
    collect: collects
      ? () => {
          collections++
          bytes = 120 * MB
        }
      : undefined,
    cpuMs: () => used,
    isWaitedFor: () => isWaitedFor,
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
    /** The last caller leaves. */
    leave: () => {
      isWaitedFor = false
    },
  }
}

it('collects when the process is idle, once more a minute later, and not while it works', () => {
  const { pass, collections } = watched()

  pass(8, { cpuMs: 2_000 })
  expect(collections()).toBe(0)
  pass(1)
  expect(collections()).toBe(1)
  pass(3)
  expect(collections()).toBe(1)
  pass(1)
  expect(collections()).toBe(2)
  pass(100)
  expect(collections()).toBe(2)
})

it('collects again when there is more to collect, ten minutes later', () => {
  const { pass, collections } = watched()
  pass(5)

  pass(40, { moreMb: 1 })
  expect(collections()).toBe(2)
  pass(1)
  expect(collections()).toBe(3)
})

it('collects what a short piece of work has left behind when a minute has passed since', () => {
  const { pass, collections } = watched()
  pass(10)

  pass(1, { cpuMs: 2_000, moreMb: 10 })
  pass(4)
  expect(collections()).toBe(2)
  pass(1)
  expect(collections()).toBe(3)
})

it('collects every two minutes what a process leaves behind that works while nobody waits for it', () => {
  const { pass, collections, leave } = watched()
  pass(10, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(0)

  leave()
  pass(5, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(2)
  pass(8, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(2)
  pass(1, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(3)
  pass(20, { cpuMs: 8_000, moreMb: 5 })
  expect(collections()).toBe(3)
})

it('sees what has grown since V8 itself has collected', () => {
  const { pass, collections } = watched()
  pass(5)

  pass(1, { moreMb: -60 })
  pass(39, { moreMb: 1 })
  expect(collections()).toBe(2)
  pass(1)
  expect(collections()).toBe(3)
})

it('does nothing in a Node that exposes no collection, or once it is over', () => {
  expect(watched(false).isWaiting()).toBe(false)
  const { collecting, isWaiting } = watched()
  collecting[Symbol.dispose]()

  expect(isWaiting()).toBe(false)
})
