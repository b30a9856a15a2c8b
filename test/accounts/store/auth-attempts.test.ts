import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'

const now = new Date('2026-11-20T15:00:00Z')

describe.each(engines)('counted tries on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  function countOne(subjects: readonly string[]): Promise<void> {
    return store.transaction(async ({ authAttempts }) => {
      const states = await authAttempts.lock(subjects, now)
      for (const subject of subjects) {
        const failures = (states.get(subject)?.failures ?? 0) + 1
        await authAttempts.write(subject, { failures, lastAtMs: now.getTime() }, now.getTime() + 1_000)
      }
    })
  }

  it('loses no count when many are counted at once, in any order of their subjects', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => countOne(index % 2 ? ['address', 'account'] : ['account', 'address'])),
    )

    const states = await store.authAttempts.read(['address', 'account', 'other'])
    expect(states.get('address')).toEqual({ failures: 40, lastAtMs: now.getTime() })
    expect(states.get('account')?.failures).toBe(40)
    expect(states.has('other')).toBe(false)
  })

  it('forgets those that have faded, and those that were forgiven', async () => {
    await countOne(['address', 'account'])

    await store.authAttempts.removeDecayed(new Date(now.getTime() + 1_000))
    expect((await store.authAttempts.read(['address', 'account'])).size).toBe(2)
    await store.authAttempts.remove('account')
    await store.authAttempts.removeDecayed(new Date(now.getTime() + 1_001))

    expect((await store.authAttempts.read(['address', 'account'])).size).toBe(0)
  })
})
