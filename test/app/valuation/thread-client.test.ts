import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { valuationThread } from '../../../src/app/valuation/thread-client.ts'
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts'

const opened: (AsyncDisposable | TempFolder)[] = []

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) {
    if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]()
    else each[Symbol.dispose]()
  }
})

/** A thread that dies of every task to reprice chain 13, and says `forgotten` to others. */
const MORTAL = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ id, chainNumber }) => {
  if (chainNumber === 13) throw new Error('Out of luck.')
  parentPort.postMessage({ id, kind: 'forgotten' })
})
`

function mortalThread() {
  const folder = tempFolder()
  const file = folder.file('mortal.mjs')
  writeFileSync(file, MORTAL)
  const errors: unknown[] = []
  const thread = valuationThread((error) => errors.push(error), pathToFileURL(file))
  opened.push(folder, thread)
  const ask = (chainNumber: number) => thread.ask({ kind: 'reprice', chainNumber, filter: {} })
  return { ask, errors }
}

describe('the client of the thread that values', () => {
  it('leaves what a dying thread had to the callers, says why it died, and starts another', async () => {
    const { ask, errors } = mortalThread()

    const answers = await Promise.all([ask(1), ask(13), ask(2)])
    const after = await ask(3)

    expect(answers.map((answer) => answer?.kind)).toEqual(['forgotten', undefined, undefined])
    expect(after?.kind).toBe('forgotten')
    expect(errors).toEqual([expect.objectContaining({ message: 'Out of luck.' })])
  })

  it('survives a thread that dies again and again', async () => {
    const { ask, errors } = mortalThread()

    for (let death = 0; death < 3; death++) expect(await ask(13)).toBeUndefined()

    expect((await ask(1))?.kind).toBe('forgotten')
    expect(errors).toHaveLength(3)
  })
})
