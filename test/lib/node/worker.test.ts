import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { backoffMs, type Step, type Worker, worker } from '../../../src/lib/node/worker.ts'

const LONG_MS = 3_600_000

function aWorker(step: Step, change: Partial<Parameters<typeof worker>[0]> = {}) {
  const errors: unknown[] = []
  const made = worker({
    name: 'test',
    step,
    idleMs: LONG_MS,
    graceMs: LONG_MS,
    monotonicMs: () => 0,
    onError: (error) => void errors.push(error),
    ...change,
  })
  return { made, errors }
}

/** A step that can be waited for: `calls` resolves when it has been called so many times. */
function counted(answer: (call: number, signal: AbortSignal) => boolean | Promise<boolean>) {
  let count = 0
  const waiting: { wanted: number; resolve: () => void }[] = []
  const step: Step = async (signal) => {
    count++
    for (const { wanted, resolve } of waiting) if (count >= wanted) resolve()
    return answer(count, signal)
  }
  const calls = (wanted: number) =>
    new Promise<void>((resolve) => (count >= wanted ? resolve() : void waiting.push({ wanted, resolve })))
  return { step, calls, count: () => count }
}

async function untilIdle(made: Worker): Promise<void> {
  while (made.health().busy > 0) await new Promise((resolve) => setImmediate(resolve))
}

describe('a worker', () => {
  it('goes on at once as long as there is something to do, then sleeps until it is woken', async () => {
    const { step, calls, count } = counted((call) => call < 5)
    const { made } = aWorker(step)
    made.start()
    await calls(5)
    // The last thing that was found rang the bell once more.
    await untilIdle(made)
    const before = count()

    made.wake()
    await calls(before + 1)

    expect(before).toBeLessThanOrEqual(6)
    await made.stop()
  })

  it('looks by itself when the idle time is over', async () => {
    const { step, calls } = counted(() => false)
    const { made } = aWorker(step, { idleMs: 1 })
    made.start()

    await calls(4)

    await made.stop()
  })

  it('runs as many steps at once as it has lanes, and no more', async () => {
    let running = 0
    let most = 0
    const release = Promise.withResolvers<void>()
    const { step, calls } = counted(async (call) => {
      if (call > 40) return false
      running++
      most = Math.max(most, running)
      if (most < 8) await Promise.race([release.promise, new Promise((resolve) => setImmediate(resolve))])
      else release.resolve()
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return true
    })
    const { made } = aWorker(step, { lanes: 8 })
    made.start()

    await calls(40)
    await made.stop()

    expect(most).toBe(8)
  })

  it('goes on after errors, tells them, and counts them until something works again', async () => {
    const { step, calls } = counted((call) => {
      if (call <= 2) throw new Error(`broken ${call}`)
      return false
    })
    const { made, errors } = aWorker(step, { idleMs: 1, monotonicMs: () => 7 })
    made.start()
    await calls(1)
    const during = made.health()

    await calls(4)
    await made.stop()

    expect(during.sinceSuccessMs).toBeNull()
    expect(errors.map(String)).toEqual(['Error: broken 1', 'Error: broken 2'])
    expect(made.health()).toEqual({ failures: 0, sinceSuccessMs: 0, busy: 0 })
  })

  it.each([
    ['a fault', new Error('broken'), [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    ['a store that is away', new AppError('unavailable', 'Start it.'), [250, 500, 1_000, 2_000, 2_000]],
  ])('waits longer after each failure, but not long for what may be back soon: %s', (_, error, waits) => {
    expect(waits.map((_wait, before) => backoffMs(before + 1, error))).toEqual(waits)
  })

  it('lets the step that runs come to its end when it is stopped', async () => {
    const end = Promise.withResolvers<boolean>()
    const { step, calls, count } = counted(() => end.promise)
    const { made } = aWorker(step)
    made.start()
    await calls(1)

    const stopped = made.stop()
    end.resolve(true)
    await stopped

    expect(count()).toBe(1)
  })

  it('aborts the step that runs once the grace is over', async () => {
    const { step, calls } = counted(
      (_call, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(true), { once: true })),
    )
    const { made } = aWorker(step, { graceMs: 1 })
    made.start()
    await calls(1)

    await made.stop()

    expect(made.health().busy).toBe(0)
  })

  it('stops at once when it was never started, and when it is idle', async () => {
    const { step, calls } = counted(() => false)
    await aWorker(step).made.stop()
    const { made } = aWorker(step)
    made.start()
    await calls(1)

    await made.stop()
  })
})
