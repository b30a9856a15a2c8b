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
    residentBytes: () => bytes,
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
    /** Looks, each with this processor time and so many megabytes more: every 15 s, or 5 s when nobody waits. */
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

  pass(39, { moreMb: 1 })
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

it('collects every minute what a process that works each minute leaves behind, soon after it, while nobody waits', () => {
  const { pass, collections, leave } = watched()
  leave()
  pass(12)
  expect(collections()).toBe(1)

  for (let minute = 0; minute < 5; minute++) {
    pass(2, { cpuMs: 3_000, moreMb: 8 })
    pass(2)
    expect(collections()).toBe(1 + minute)
    pass(1)
    expect(collections()).toBe(2 + minute)
    pass(7)
  }
})

it('collects no more often than every 45 seconds, and not while a process works hard that nobody waits for', () => {
  const { pass, collections, leave } = watched()
  pass(10, { cpuMs: 2_000, moreMb: 5 })
  leave()
  pass(1, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(1)

  pass(8, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(1)
  pass(1, { cpuMs: 2_000, moreMb: 5 })
  expect(collections()).toBe(2)
  pass(60, { cpuMs: 3_000, moreMb: 5 })
  expect(collections()).toBe(2)
})

it('does not collect a few megabytes', () => {
  const { pass, collections, leave } = watched()
  leave()
  pass(40)
  expect(collections()).toBe(2)

  pass(1, { moreMb: 15 })
  pass(60)
  expect(collections()).toBe(2)
  pass(1, { moreMb: 1 })
  expect(collections()).toBe(3)
})

it('sees what has grown since V8 itself has collected', () => {
  const { pass, collections } = watched()
  pass(5)

  pass(1, { moreMb: -60 })
  pass(38, { moreMb: 1 })
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
