import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const ACCOUNT = anAccount().id
const INBOX = 'telegram:4242'

describe.each(engines)('links of chats on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const code = (codeDigest: string, ms = 1_000) =>
    ({ codeDigest, accountId: ACCOUNT, channel: 'telegram', expiresAt: later(ms).toISOString() }) as const
  const take = (digest: string, at = now) => store.chatLinks.takeCode('telegram', digest, at)
  const lease = (reader: string, atMs: number) =>
    store.chatLinks.lease(INBOX, reader, { now: later(atMs), until: later(atMs + 1_000) })

  it('work once', async () => {
    await store.chatLinks.putCode(code('a'), now)

    expect(await take('b')).toBeUndefined()
    expect(await take('a')).toBe(ACCOUNT)
    expect(await take('a')).toBeUndefined()
  })

  it('end with their time, with a newer one, and when they are removed', async () => {
    await store.chatLinks.putCode(code('a'), now)
    expect(await take('a', later(1_000))).toBeUndefined()
    await store.chatLinks.putCode(code('b'), now)
    expect(await take('a')).toBeUndefined()
    await store.chatLinks.removeCode(ACCOUNT, 'telegram')
    expect(await take('b')).toBeUndefined()
  })

  it('are gone with their account, and the expired ones of others with the next', async () => {
    await store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    await store.chatLinks.putCode({ ...code('old'), accountId: 'bob' }, now)
    await store.chatLinks.putCode(code('new', 9_000), later(2_000))

    expect(await take('old')).toBeUndefined()
    expect(await take('new', later(2_000))).toBe(ACCOUNT)
  })

  it('are read by one process at a time, which may go on, until its time ends or it lets go', async () => {
    expect(await lease('i1', 0)).toEqual({ position: null })
    expect(await lease('i2', 500)).toBeUndefined()
    expect(await lease('i1', 600)).toEqual({ position: null })
    expect(await lease('i2', 1_500)).toBeUndefined()
    expect(await lease('i2', 1_600)).toEqual({ position: null })
    await store.chatLinks.release(INBOX, 'i2', later(1_700))
    expect(await lease('i3', 1_700)).toEqual({ position: null })
  })

  it('keep how far was read, and let only the reader write it', async () => {
    await lease('i1', 0)

    expect(await store.chatLinks.advance(INBOX, 'i2', 9)).toBe(false)
    expect(await store.chatLinks.advance(INBOX, 'i1', 100_000_002)).toBe(true)
    expect(await lease('i2', 2_000)).toEqual({ position: 100_000_002 })
    expect(await store.chatLinks.advance(INBOX, 'i1', 1)).toBe(false)
  })
})
