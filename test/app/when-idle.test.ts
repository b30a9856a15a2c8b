import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenIdle } from '../../src/app/when-idle.ts'

const TERMS = { minMs: 3_000, maxMs: 10_000 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process whose processor time the test sets. */
function waiting() {
  let used = 250
  let started = 0
  const wait = whenIdle(() => void started++, { ...TERMS, cpuMs: () => used })
  return {
    wait,
    started: () => started,
    /** One second after another, each with this processor time. */
    pass(...cpuMs: number[]) {
      for (const ms of cpuMs) {
        used += ms
        vi.advanceTimersByTime(1_000)
      }
    },
  }
}

describe('waiting until the process is idle', () => {
  it('starts the work once, after the shortest wait, in a process that does nothing', () => {
    const { pass, started } = waiting()

    pass(0, 0)
    expect(started()).toBe(0)
    pass(0)
    expect(started()).toBe(1)
    pass(0, 0, 0)
    expect(started()).toBe(1)
  })

  it('lets a long answer end first', () => {
    const { pass, started } = waiting()

    pass(1_400, 2_000, 2_000, 1_900, 500)
    expect(started()).toBe(0)
    pass(499)
    expect(started()).toBe(1)
  })

  it('starts in a service that is never idle, after the longest wait', () => {
    const { pass, started } = waiting()

    pass(...Array.from({ length: 9 }, () => 2_000))
    expect(started()).toBe(0)
    pass(2_000)
    expect(started()).toBe(1)
  })

  it('starts nothing after it is disposed', () => {
    const { pass, started, wait } = waiting()

    pass(0)
    wait[Symbol.dispose]()
    pass(0, 0, 0)

    expect(started()).toBe(0)
  })
})
