import { describe, expect, it } from 'vitest'
import { PacedQueue } from '../../../src/lib/async/paced-queue.ts'

const LIFE = new AbortController().signal

/** A clock that sleeping moves, and a pace of so many starts a minute, of which high priorities may use more. */
function bench({ parallel = 1, low = 1, high = 2, maxWaiting = 10 } = {}) {
  let nowMs = 0
  const starts: number[] = []
  const queue = new PacedQueue({
    parallel,
    maxWaiting,
    refuse: () => new Error('full'),
    waitMs(priority) {
      const blocking = starts[starts.length - (priority > 0 ? high : low)]
      return blocking === undefined ? 0 : Math.max(0, blocking + 60_000 - nowMs)
    },
    onStart: () => starts.push(nowMs),
    async sleep(ms) {
      nowMs += ms
    },
  })
  return { queue, starts }
}

describe('a paced queue', () => {
  it('starts the higher priority first, and the earlier one of two equal ones', async () => {
    const { queue } = bench({ low: 9, high: 9 })
    const order: string[] = []
    const add = (name: string, priority: number) =>
      queue.run(
        () => priority,
        async () => order.push(name),
        LIFE,
      )
    await Promise.all([add('first', 0), add('low', 0), add('high', 2), add('higher', 3), add('high too', 2)])

    expect(order).toEqual(['first', 'higher', 'high', 'high too', 'low'])
  })

  it('keeps the pace of each priority: a high one does not wait behind a low one that must', async () => {
    const { queue, starts } = bench({ parallel: 4 })
    const order: string[] = []
    const add = (name: string, priority: number) =>
      queue.run(
        () => priority,
        async () => order.push(name),
        LIFE,
      )
    await Promise.all([add('low', 0), add('later', 0), add('person', 1)])

    expect(order).toEqual(['low', 'person', 'later'])
    // Sleeping moves this clock at once, by a second at most.
    expect(starts[1]).toBeLessThanOrEqual(1_000)
    expect(starts[2]).toBeGreaterThanOrEqual(60_000)
  })

  it('reads the priority again while a task waits', async () => {
    const { queue, starts } = bench({ parallel: 4 })
    let priority = 0
    await queue.run(
      () => 0,
      async () => undefined,
      LIFE,
    )
    const waiting = queue.run(
      () => priority,
      async () => undefined,
      LIFE,
    )
    priority = 1
    await waiting

    expect(starts[1]).toBeLessThanOrEqual(1_000)
  })

  it('refuses what has no room, and gives the place of an aborted or failed task to the next', async () => {
    const { queue } = bench({ maxWaiting: 1, low: 9, high: 9 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = queue.run(
      () => 0,
      () => promise,
      LIFE,
    )
    const abort = new AbortController()
    const waiting = queue.run(
      () => 0,
      async () => 'never',
      abort.signal,
    )
    await expect(
      queue.run(
        () => 0,
        async () => undefined,
        LIFE,
      ),
    ).rejects.toThrow('full')
    abort.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    const failing = queue.run(
      () => 0,
      async () => Promise.reject(new Error('failed')),
      LIFE,
    )
    resolve()
    await running
    await expect(failing).rejects.toThrow('failed')

    expect(
      await queue.run(
        () => 0,
        async () => 'next',
        LIFE,
      ),
    ).toBe('next')
    expect(queue.waiting).toBe(0)
  })
})
