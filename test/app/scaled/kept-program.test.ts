import { describe, expect, it } from 'vitest'
import { type KeptProgram, keptProgram } from '../../../src/app/scaled/kept-program.ts'

/** A program of Node in a process of its own; gives what was told of its ends, too. */
async function kept(command: string, script: string, signal = new AbortController().signal) {
  const ends: string[] = []
  const words = ['-e', script]
  const onEnd = (name: string, how: string) => void ends.push(`${name} ${how}`)
  const program = await keptProgram({ name: 'it', command, words, environment: { PATH: '' }, signal, onEnd })
  return { program, ends }
}

const FOREVER = 'setInterval(() => undefined, 1_000)'
const stopped = (program: KeptProgram) => program[Symbol.asyncDispose]()

describe('a program that is kept', () => {
  it('is started again whenever it ends, and says how it ended', async () => {
    const { program, ends } = await kept(process.execPath, 'process.exit(3)')

    await expect.poll(() => ends.length, { timeout: 20_000 }).toBeGreaterThan(1)
    await stopped(program)

    expect(await program.firstEnd).toBe('ended with 3')
    expect(new Set(ends)).toEqual(new Set(['it ended with 3']))
  })

  it('ends when it is stopped, and is not started again, nor after the signal', async () => {
    const ending = new AbortController()
    const running = await kept(process.execPath, FOREVER)
    const ended = await kept(process.execPath, 'process.exit(0)', ending.signal)
    ending.abort()
    await stopped(running.program)
    await stopped(ended.program)

    expect([...running.ends, ...ended.ends]).toEqual([])
  })

  it('refuses a program that is not there', async () => {
    await expect(kept('/nowhere/at/all', '')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('it cannot be started: spawn /nowhere/at/all ENOENT'),
    })
  })
})
