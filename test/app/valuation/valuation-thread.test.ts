import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { valuationThread } from '../../../src/app/valuation/valuation-thread.ts'
import { withUrgency } from '../../../src/market/sources/urgency.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'

const opened: (AsyncDisposable | TempFolder)[] = []

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) {
    if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]()
    else each[Symbol.dispose]()
  }
})

/**
 * A thread that dies of every task to reprice chain 13, and answers `not_cached` to others, with the number of its tasks so
 * far.
 */
const MORTAL = `
import { parentPort } from 'node:worker_threads'
let tasks = 0
parentPort.on('message', ({ id, chainNumber }) => {
  tasks++
  if (chainNumber === 13) throw new Error('Out of luck.')
  parentPort.postMessage({ id, kind: 'not_cached', tasks })
})
`

/** Work that waits, with its milliseconds; the test runs it. */
let waiting: Map<() => void, number>

function later(work: () => void, ms: number): Disposable {
  waiting.set(work, ms)
  return { [Symbol.dispose]: () => void waiting.delete(work) }
}

function pass(ms: number): void {
  for (const [work, afterMs] of waiting) {
    if (afterMs > ms) continue
    waiting.delete(work)
    work()
  }
}

beforeEach(() => {
  waiting = new Map()
})

function mortalThread() {
  const folder = tempFolder()
  const file = folder.file('mortal.mjs')
  writeFileSync(file, MORTAL)
  const errors: unknown[] = []
  const thread = valuationThread({
    onError: (error) => errors.push(error),
    tableBytes: 1,
    entry: pathToFileURL(file),
    later,
  })
  opened.push(folder, thread)
  const run = (chainNumber: number) => thread.run({ kind: 'reprice', chainNumber, filter: {} })
  const runLong = () => thread.run({ kind: 'fit_slice', chainNumber: 1, index: 0 })
  return { run, runLong, errors, thread }
}

describe('the client of the thread that values', () => {
  it('leaves what a dying thread had to the callers, says why it died, and starts another', async () => {
    const { run, errors } = mortalThread()

    const answers = await Promise.all([run(1), run(13), run(2)])
    const after = await run(3)

    expect(answers.map((answer) => answer?.kind)).toEqual(['not_cached', undefined, undefined])
    expect(after?.kind).toBe('not_cached')
    expect(errors).toEqual([expect.objectContaining({ message: 'Out of luck.' })])
  })

  it('survives a thread that dies again and again', async () => {
    const { run, errors } = mortalThread()

    for (let death = 0; death < 3; death++) expect(await run(13)).toBeUndefined()

    expect((await run(1))?.kind).toBe('not_cached')
    expect(errors).toHaveLength(3)
  })

  it('does long tasks after those that are asked for later, one at a time, in their order', async () => {
    const { run, runLong } = mortalThread()

    const answers = await Promise.all([run(1), runLong(), runLong(), run(2), run(3)])

    expect(answers).toMatchObject([{ tasks: 1 }, { tasks: 4 }, { tasks: 5 }, { tasks: 2 }, { tasks: 3 }])
  })

  it('does a long task at once where nothing else is to do', async () => {
    const { run, runLong } = mortalThread()

    expect(await Promise.all([runLong(), run(1)])).toMatchObject([{ tasks: 1 }, { tasks: 2 }])
  })

  it('lets no long task wait for more than sixteen others', async () => {
    const { run, runLong } = mortalThread()
    void run(1)

    const [first, second] = await Promise.all([runLong(), runLong(), ...Array.from({ length: 60 }, () => run(1))])

    expect(first).toMatchObject({ tasks: 17 })
    expect(second).toMatchObject({ tasks: 34 })
  })

  it('leaves a long task that waits to its caller when the thread dies, and sends it to no other', async () => {
    const { run, runLong } = mortalThread()

    expect(await Promise.all([run(13), runLong()])).toEqual([undefined, undefined])
    expect(await run(1)).toMatchObject({ tasks: 1 })
  })

  it('gives the thread back five seconds after work of the service itself, and starts another for the next task', async () => {
    const { run, errors } = mortalThread()
    const begun = once(process, 'worker')
    expect(await withUrgency('search', () => run(1))).toMatchObject({ tasks: 1 })
    expect(await withUrgency('background', () => run(1))).toMatchObject({ tasks: 2 })
    const [worker] = await begun
    const ended = once(worker, 'exit')

    pass(5_000)

    // Only then is its memory free.
    await ended
    expect(await Promise.all([run(1), run(1)])).toMatchObject([{ tasks: 1 }, { tasks: 2 }])
    expect(errors).toEqual([])
  })

  it.each(['question', 'watched'] as const)('keeps it for a minute after a task that is %s', async (urgency) => {
    const { run } = mortalThread()
    const begun = once(process, 'worker')
    await withUrgency(urgency, () => run(1))
    await withUrgency('background', () => run(1))
    const [worker] = await begun
    const ended = once(worker, 'exit')

    pass(5_000)
    expect(await withUrgency('background', () => run(1))).toMatchObject({ tasks: 3 })
    pass(60_000)

    await ended
    expect(await run(1)).toMatchObject({ tasks: 1 })
  })

  it('gives it back a minute after a question where nothing else is to do', async () => {
    const { run } = mortalThread()
    const begun = once(process, 'worker')
    await run(1)
    const [worker] = await begun
    const ended = once(worker, 'exit')

    pass(5_000)
    pass(60_000)

    await ended
    expect(await run(1)).toMatchObject({ tasks: 1 })
  })

  it('does not give it back while a task runs, or once the service is closed', async () => {
    const { run, thread } = mortalThread()
    await run(1)

    const running = run(2)
    pass(60_000)
    expect(await running).toMatchObject({ tasks: 2 })
    await thread[Symbol.asyncDispose]()

    expect(waiting.size).toBe(0)
  })
})
