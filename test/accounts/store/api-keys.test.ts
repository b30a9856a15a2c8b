import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../../../src/accounts/domain/credentials.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { aKey, anAccount } from '../../support/market/rows.ts'

describe.each(engines)('API keys on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
    await store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com', createdAt: '2026-01-01T00:00:00.000Z' }))
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('finds a key by the digest of its token, with the account that owns it', async () => {
    const { tokenSha256, ...key } = aKey({ accountId: 'bob' })
    await store.apiKeys.add({ ...key, tokenSha256 })

    const found = await store.apiKeys.byTokenSha256(tokenSha256)

    const { passwordHash: _, ...bob } = anAccount({
      id: 'bob',
      email: 'bob@example.com',
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    expect(found).toEqual({ key, account: bob })
  })

  it('lists the keys of one account, newest first, in pages', async () => {
    for (const id of ['k1', 'k3', 'k2']) await store.apiKeys.add(aKey({ id, tokenSha256: id }))
    await store.apiKeys.add(aKey({ id: 'k4', accountId: 'bob', tokenSha256: 'k4' }))

    const first = await store.apiKeys.ofAccount(anAccount().id, { limit: 2 })
    const rest = await store.apiKeys.ofAccount(anAccount().id, { beforeId: 'k2', limit: 2 })

    expect(first.map(({ id }) => id)).toEqual(['k3', 'k2'])
    expect(rest.map(({ id }) => id)).toEqual(['k1'])
    expect(await store.apiKeys.count(anAccount().id)).toBe(3)
  })

  it("leaves another account's key alone", async () => {
    await store.apiKeys.add(aKey())

    expect(await store.apiKeys.remove('bob', aKey().id)).toBe(false)
    expect(await store.apiKeys.byTokenSha256('a1')).toBeDefined()
    expect(await store.apiKeys.remove(anAccount().id, aKey().id)).toBe(true)
    expect(await store.apiKeys.byTokenSha256('a1')).toBeUndefined()
  })

  it('takes note of the last use without calling it a change of credentials', async () => {
    await store.apiKeys.add(aKey())
    const reported: (string | null)[] = []
    store.onChange(CREDENTIALS, (accountId) => reported.push(accountId))

    await store.apiKeys.touch([{ id: aKey().id, at: new Date('2026-11-21T00:00:00Z'), address: '203.0.113.7' }])

    expect((await store.apiKeys.byTokenSha256('a1'))?.key.lastUsedAt).toBe('2026-11-21T00:00:00.000Z')
    expect(reported).toEqual([])
  })
})
