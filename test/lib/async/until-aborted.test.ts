import { describe, expect, it } from 'vitest'
import { untilAborted } from '../../../src/lib/async/until-aborted.ts'

const never = () => new Promise<never>(() => {})

describe('work under a signal', () => {
  it('gives its result', async () => {
    expect(await untilAborted(Promise.resolve(7), new AbortController().signal)).toBe(7)
  })

  it('gives its own error', async () => {
    await expect(untilAborted(Promise.reject(new Error('broken')), new AbortController().signal)).rejects.toThrow(
      'broken',
    )
  })

  it('ends with the reason of a signal that aborts meanwhile', async () => {
    const abort = new AbortController()
    const work = untilAborted(never(), abort.signal)
    abort.abort(new Error('time is up'))

    await expect(work).rejects.toThrow('time is up')
  })

  it('ends with the reason of a signal that had aborted before', async () => {
    await expect(untilAborted(never(), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })
})
