import { describe, expect, it } from 'vitest'
import { inTerm } from '../../../src/lib/node/leases.ts'

describe('a step of work that one process does at a time', () => {
  it('works in a term alone, and begins each term anew', async () => {
    let term: number | null = null
    const begun: string[] = []
    const leases = { isShared: true, termOf: (name: string) => (name === 'ideas' ? term : 99), mayGoOn: () => true }
    const step = inTerm(leases, 'ideas', (begunTerm) => {
      begun.push(`begin ${begunTerm}`)
      return async () => {
        begun.push(`step ${term}`)
        return true
      }
    })
    const { signal } = new AbortController()
    const did: boolean[] = []
    for (const each of [null, 1, 1, null, 1, 3]) {
      term = each
      did.push(await step(signal))
    }

    expect(did).toEqual([false, true, true, false, true, true])
    expect(begun).toEqual(['begin 1', 'step 1', 'step 1', 'step 1', 'begin 3', 'step 3'])
  })

  it('is forgotten once another process may have done the work, and is told so', async () => {
    let term: number | null = 1
    const ends: AbortSignal[] = []
    const leases = { isShared: true, termOf: () => term, mayGoOn: () => false }
    const step = inTerm(leases, 'ideas', (_term, ended) => {
      ends.push(ended)
      return async () => false
    })
    const { signal } = new AbortController()
    const aborted: boolean[][] = []
    for (const each of [1, null, 1, 2]) {
      term = each
      await step(signal)
      aborted.push(ends.map((it) => it.aborted))
    }

    expect(aborted).toEqual([[false], [true], [true, false], [true, true, false]])
  })
})
