import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewMailToken } from '../../../src/accounts/store/mail-tokens.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'

const sent = new Date('2026-11-20T15:00:00Z')
const end = new Date('2026-11-20T16:00:00Z')

function aToken(change: Partial<NewMailToken> = {}): NewMailToken {
  return {
    digest: 'm1',
    accountId: anAccount().id,
    purpose: 'reset_password',
    passwordHash: 'kept',
    createdAt: sent,
    expiresAt: end,
    ...change,
  }
}

describe.each(engines)('mail tokens on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('gives a token to exactly one of many who redeem it at once', async () => {
    await store.mailTokens.add(aToken())

    const redeemed = await Promise.all(
      Array.from({ length: 10 }, () => store.mailTokens.redeem('m1', 'reset_password', sent)),
    )

    expect(redeemed.filter(Boolean)).toEqual([{ accountId: anAccount().id, passwordHash: 'kept' }])
  })

  it('refuses a token for another purpose, and from its end on', async () => {
    await store.mailTokens.add(aToken())

    expect(await store.mailTokens.redeem('m1', 'verify_email', sent)).toBeUndefined()
    expect(await store.mailTokens.redeem('m1', 'reset_password', end)).toBeUndefined()
    expect(await store.mailTokens.redeem('m1', 'reset_password', new Date(end.getTime() - 1))).toBeDefined()
  })

  it('never redeems a decoy, and forgets it like a token', async () => {
    await store.mailTokens.add(aToken({ accountId: null }))

    expect(await store.mailTokens.redeem('m1', 'reset_password', sent)).toBeUndefined()
    await expect(store.mailTokens.add(aToken({ accountId: null }))).rejects.toBeDefined()
    await store.mailTokens.removeExpired(end)
    await store.mailTokens.add(aToken({ accountId: null }))
  })

  it('counts those of one purpose since an instant, and forgets the expired', async () => {
    await store.mailTokens.add(aToken())
    await store.mailTokens.add(aToken({ digest: 'm2', purpose: 'verify_email' }))

    expect(await store.mailTokens.countSince(anAccount().id, 'reset_password', new Date(sent.getTime() - 1))).toBe(1)
    expect(await store.mailTokens.countSince(anAccount().id, 'reset_password', sent)).toBe(0)

    await store.mailTokens.removeExpired(end)

    expect(await store.mailTokens.countSince(anAccount().id, 'reset_password', new Date(0))).toBe(0)
  })
})
