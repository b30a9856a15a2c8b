import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Passkey } from '../../../src/accounts/domain/passkey.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'

const AT = new Date('2026-11-20T15:00:00Z')

describe.each(engines)('passkeys on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('take the counter of one of two sign-ins that have read the same one', async () => {
    const passkey: Passkey = {
      id: 'p1',
      accountId: anAccount().id,
      credentialId: 'AQID',
      publicKey: 'AQID',
      counter: 4,
      transports: [],
      name: 'notebook',
      createdAt: AT.toISOString(),
      lastUsedAt: null,
    }
    await store.passkeys.add(passkey)

    expect(await store.passkeys.use(passkey, 5, AT)).toBe(true)
    expect(await store.passkeys.use(passkey, 5, AT)).toBe(false)
    expect(await store.passkeys.byCredential('AQID')).toMatchObject({ counter: 5 })
  })
})
