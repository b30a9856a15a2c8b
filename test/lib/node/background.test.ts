import { describe, expect, it } from 'vitest'
import { background } from '../../../src/lib/node/background.ts'

describe('background work', () => {
  it('begins after the present turn, and is waited for with all that it begins itself', async () => {
    const done: string[] = []
    const work = background({ maxRunning: 10, refused: () => new Error('full'), onError: () => {} })

    work.run(async () => {
      done.push('first')
      work.run(async () => void done.push('second'))
    })

    expect(done).toEqual([])
    await work.idle()
    expect(done).toEqual(['first', 'second'])
  })

  it('begins after its delay, or when everything is to end', async () => {
    const done: string[] = []
    const work = background({ maxRunning: 10, refused: () => new Error('full'), onError: () => {} })

    work.run(async () => {
      done.push('delayed')
      work.run(async () => void done.push('delayed by the delayed'), 3_600_000)
    }, 3_600_000)
    work.run(async () => void done.push('soon'), 1)
    await expect.poll(() => done).toEqual(['soon'])

    await work.idle()
    expect(done).toEqual(['soon', 'delayed', 'delayed by the delayed'])
  })

  it('reports what fails and what is too much, and throws neither', async () => {
    const errors: unknown[] = []
    const work = background({ maxRunning: 1, refused: () => new Error('full'), onError: (error) => errors.push(error) })

    work.run(() => Promise.reject(new Error('broken')))
    work.run(async () => {})
    await work.idle()
    work.run(async () => {})
    await work.idle()

    expect(errors).toEqual([new Error('full'), new Error('broken')])
  })
})
