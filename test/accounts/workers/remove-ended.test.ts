import { describe, expect, it } from 'vitest'
import { removeEnded } from '../../../src/accounts/workers/remove-ended.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'

const DAY_MS = 24 * 3_600_000
const at = new Date('2026-11-20T15:00:00.000Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const { signal } = new AbortController()

/** One that ends in an hour, and one that ends in two days. */
async function storeEndings(store: Store): Promise<void> {
  for (const [name, ms] of [
    ['short', 3_600_000],
    ['long', 2 * DAY_MS],
  ] as const) {
    const expiresAt = later(ms)
    const digest = name.padEnd(64, '0')
    await store.invitations.add({ id: name, digest, createdAt: at.toISOString(), expiresAt: expiresAt.toISOString() })
    await store.passkeyChallenges.put(name, digest, expiresAt)
    await store.chatUsers.noteRequest(name, expiresAt)
    await store.authAttempts.lock([name], at)
    await store.authAttempts.write(name, { failures: 1, lastAtMs: at.getTime() }, expiresAt.getTime())
  }
}

const left = async (store: Store) => ({
  invitations: (await store.invitations.list({ now: at, limit: 9 })).map(({ id }) => id),
  requests: (
    await Promise.all(
      ['short', 'long'].map(async (name) => ({ name, isNew: await store.chatUsers.noteRequest(name, at) })),
    )
  )
    .filter(({ isNew }) => !isNew)
    .map(({ name }) => name),
  attempts: [...(await store.authAttempts.read(['short', 'long'])).keys()],
})

describe.each(engines)('the removal of what has ended on %s', (_name, open) => {
  it('deletes it and nothing else', async () => {
    await using store = await open()
    await storeEndings(store)

    await removeEnded({ store, now: () => later(DAY_MS) }, signal)

    expect(await left(store)).toEqual({ invitations: ['long'], requests: ['long'], attempts: ['long'] })
  })

  it('deletes nothing once it was aborted', async () => {
    await using store = await open()
    await storeEndings(store)

    await removeEnded({ store, now: () => later(DAY_MS) }, AbortSignal.abort())

    expect((await left(store)).invitations).toEqual(['short', 'long'])
  })
})
