import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../../../src/accounts/domain/credentials.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { aKey, anAccount, aSession } from '../../support/market/rows.ts'

describe.each(engines)('accounts on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('gives back what was added, the password apart', async () => {
    const { passwordHash, ...account } = anAccount({ emailVerified: false, status: 'suspended', plan: 'gamma' })

    await store.accounts.add({ ...account, passwordHash })

    expect(await store.accounts.byEmail('ada@example.com')).toEqual({ account, passwordHash, signedUp: false })
    expect(await store.accounts.byId(account.id)).toEqual({ account, passwordHash, signedUp: false })
  })

  it('keeps one account for an e-mail, whatever its case', async () => {
    await store.accounts.add(anAccount())

    const again = await store.accounts.add(anAccount({ id: '02', email: 'ADA@Example.com', plan: 'delta' }))

    expect(again).toBe(false)
    expect(await store.accounts.count()).toBe(1)
    expect((await store.accounts.byEmail('ada@example.com'))?.account.plan).toBe('vega')
  })

  it('lets exactly one of many simultaneous sign-ups with one e-mail in', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.accounts.add(anAccount({ id: `id${index}` }))),
    )

    expect(added.filter(Boolean)).toHaveLength(1)
  })

  it('pages in the order of their making', async () => {
    for (const id of ['3', '1', '2']) await store.accounts.add(anAccount({ id, email: `${id}@example.com` }))

    const first = await store.accounts.list({ afterId: '', limit: 2 })
    const rest = await store.accounts.list({ afterId: first.at(-1)!.id, limit: 2 })

    expect([...first, ...rest].map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('changes what is named and nothing else', async () => {
    await store.accounts.add(anAccount({ emailVerified: true }))

    await store.accounts.change(anAccount().id, { status: 'suspended' })

    const { passwordHash, ...account } = anAccount({ status: 'suspended' })
    expect(await store.accounts.byId(anAccount().id)).toEqual({ account, passwordHash, signedUp: false })
    expect(await store.accounts.change('nobody', { plan: 'vega' })).toBe(false)
  })

  it('removes an account with all that belongs to it, and nothing of another', async () => {
    await store.accounts.add(anAccount())
    await store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    await store.apiKeys.add(aKey())
    await store.apiKeys.add(aKey({ id: 'bobs', accountId: 'bob', tokenSha256: 'b1' }))
    await store.sessions.add(aSession())
    await store.mailTokens.add({
      digest: 'm1',
      accountId: anAccount().id,
      purpose: 'verify_email',
      passwordHash: null,
      createdAt: new Date('2026-11-20T15:00:00Z'),
      expiresAt: new Date('2026-11-21T15:00:00Z'),
    })

    expect(await store.accounts.remove(anAccount().id)).toBe(true)

    expect(await store.apiKeys.byTokenSha256('a1')).toBeUndefined()
    expect(await store.sessions.bySecretDigest('d1')).toBeUndefined()
    expect(await store.mailTokens.redeem('m1', 'verify_email', new Date('2026-11-20T15:00:00Z'))).toBeUndefined()
    expect((await store.apiKeys.byTokenSha256('b1'))?.key.id).toBe('bobs')
    expect(await store.accounts.remove(anAccount().id)).toBe(false)
  })

  it('refuses values outside the lists that the program knows', async () => {
    await expect(store.accounts.add(anAccount({ plan: 'omega' as 'vega' }))).rejects.toThrow(/check/i)
    await expect(store.accounts.add(anAccount({ status: 'fine' as 'good' }))).rejects.toThrow(/check/i)
  })

  it('says that credentials changed when a plan, a standing or a password did, in a transaction after its end', async () => {
    await store.accounts.add(anAccount())
    const reported: (string | null)[] = []
    store.onChange(CREDENTIALS, (accountId) => reported.push(accountId))

    await store.transaction(async ({ accounts }) => {
      await accounts.change(anAccount().id, { plan: 'gamma' })
      expect(reported).toEqual([])
    })
    const afterTransaction = [...reported]
    await store.accounts.change(anAccount().id, { plan: 'theta' })

    expect(afterTransaction).toEqual([anAccount().id])
    expect(reported).toEqual([anAccount().id, anAccount().id])
  })
})
