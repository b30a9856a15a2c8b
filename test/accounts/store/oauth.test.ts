import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../../src/accounts/domain/connection.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import { engines } from '../../support/engines.ts'
import { anAccount } from '../../support/market/rows.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const later = (ms: number) => new Date(AT.getTime() + ms)

function aGrant(id: string, change: Partial<Connection> = {}): Connection {
  return {
    id,
    accountId: anAccount().id,
    clientId: 'owc_1',
    clientName: 'Notebook',
    redirectHost: 'localhost',
    resource: 'http://127.0.0.1:3000/mcp',
    scope: 'mcp:read',
    createdAt: AT.toISOString(),
    connectedAt: AT.toISOString(),
    lastUsedAt: null,
    expiresAt: later(1_000_000).toISOString(),
    ...change,
  }
}

const aToken = (sha256: string, kind: 'access' | 'refresh' = 'refresh') => ({
  sha256,
  grantId: 'g1',
  kind,
  content: '{}',
  expiresAt: later(1_000).toISOString(),
})

describe.each(engines)('connected apps on %s', (_name, open) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await store.accounts.add(anAccount())
    await store.oauthGrants.add(aGrant('g1'))
  })
  afterEach(() => store[Symbol.asyncDispose]())

  it('use a refresh token once, and then as often as the grace allows, however many ask at once', async () => {
    await store.oauthTokens.add(aToken('t1'))
    const limits = { maxUses: 3, graceSince: later(-120_000) }
    const uses = await Promise.all([1, 2, 3, 4, 5].map(() => store.oauthTokens.use('t1', AT, limits)))
    const late = await store.oauthTokens.use('t1', AT, { maxUses: 99, graceSince: AT })

    expect(uses.filter(Boolean)).toHaveLength(3)
    expect(late).toBe(false)
    expect(await store.oauthTokens.find('t1', 'refresh')).toMatchObject({ uses: 3, usedAt: AT.toISOString() })
    expect(await store.oauthTokens.find('t1', 'access')).toBeUndefined()
  })

  it('find a grant and its account by an access token alone, and lose it with the grant', async () => {
    await store.oauthTokens.add(aToken('a1', 'access'))
    await store.oauthTokens.add(aToken('r1'))
    const found = await store.oauthGrants.byAccessToken('a1')

    expect(found).toMatchObject({ grant: { id: 'g1' }, account: { email: anAccount().email } })
    expect(found?.expiresAt).toBe(later(1_000).toISOString())
    expect(await store.oauthGrants.byAccessToken('r1')).toBeUndefined()
    await store.oauthGrants.remove('g1')
    expect(await store.oauthGrants.byAccessToken('a1')).toBeUndefined()
  })

  it('keep the connections that were used or made last', async () => {
    await store.oauthGrants.add(aGrant('g2', { lastUsedAt: later(50).toISOString() }))
    await store.oauthGrants.add(aGrant('g3', { createdAt: later(20).toISOString() }))
    await store.oauthGrants.removeLongestUnused(anAccount().id, 2)
    const kept = await store.oauthGrants.ofAccount(anAccount().id, { now: AT, limit: 10 })

    expect(kept.map(({ id }) => id)).toEqual(['g3', 'g2'])
  })

  it('delete what has ended and what no app fetched tokens for', async () => {
    await store.oauthGrants.add(aGrant('ended', { expiresAt: AT.toISOString() }))
    await store.oauthGrants.add(aGrant('unfetched', { connectedAt: null }))
    await store.oauthGrants.removeEnded(AT, AT)

    expect(await store.oauthGrants.byId('ended', later(-1))).toBeUndefined()
    expect(await store.oauthGrants.byId('unfetched', AT)).toBeUndefined()
    expect(await store.oauthGrants.byId('g1', AT)).toMatchObject({ id: 'g1' })
  })

  it('forget registered apps that nobody uses', async () => {
    const app = (id: string) => ({ id, kind: 'registered', name: id, redirectUris: ['https://a.example/'] }) as const
    await store.oauthClients.put(app('unused'), { now: AT, freshUntil: null })
    await store.oauthClients.put(app('used'), { now: AT, freshUntil: null })
    await store.oauthClients.touch('used', AT)
    expect(await store.oauthClients.countUnused()).toBe(1)
    await store.oauthClients.removeForgotten(AT, later(-1))

    expect(await store.oauthClients.byId('unused')).toBeUndefined()
    expect(await store.oauthClients.byId('used')).toMatchObject({ name: 'used', freshUntil: null })
  })
})
