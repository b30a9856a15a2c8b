import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount, aSession } from '../../support/market/rows.ts'

describe.each(engines)('sign-in sessions on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('finds a session by the digest of its secret, with its account', async () => {
    const { secretDigest, ...session } = aSession()
    await store.sessions.add({ ...session, secretDigest })

    const { passwordHash: _, ...account } = anAccount()
    expect(await store.sessions.bySecretDigest(secretDigest)).toEqual({ session, account })
  })

  it('ends all sessions of an account', async () => {
    await store.sessions.add(aSession())
    await store.sessions.add(aSession({ id: 's2', secretDigest: 'd2' }))

    await store.sessions.removeOfAccount(anAccount().id)

    expect(await store.sessions.bySecretDigest('d1')).toBeUndefined()
    expect(await store.sessions.bySecretDigest('d2')).toBeUndefined()
  })

  it('forgets sessions past their absolute end, and those that were idle for 14 days', async () => {
    await store.sessions.add(aSession({ id: 'old', secretDigest: 'old', expiresAt: '2026-12-01T00:00:00.000Z' }))
    await store.sessions.add(aSession({ id: 'idle', secretDigest: 'idle', lastSeenAt: '2026-11-17T00:00:00.000Z' }))
    await store.sessions.add(aSession({ id: 'used', secretDigest: 'used', lastSeenAt: '2026-11-17T00:00:00.001Z' }))

    await store.sessions.removeEnded(new Date('2026-12-01T00:00:00.000Z'))

    expect(await store.sessions.bySecretDigest('old')).toBeUndefined()
    expect(await store.sessions.bySecretDigest('idle')).toBeUndefined()
    expect(await store.sessions.bySecretDigest('used')).toBeDefined()
  })
})
