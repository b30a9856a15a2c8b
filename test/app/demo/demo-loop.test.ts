import { describe, expect, it } from 'vitest'
import { makeDemoAccount } from '../../../src/app/demo/demo-account.ts'
import { DEMO_ALERT, isDemo, joinLoop, raiseFirstIdea, withOwnAddress } from '../../../src/app/demo/demo-loop.ts'
import type { Parts } from '../../../src/app/parts.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { testApp } from '../../support/app.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const { signal } = new AbortController()
const URL = 'http://127.0.0.1:3000'
const OPEN = {
  DECISION_MODE: 'rules',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:3000,127.0.0.1:4000',
  MARKET_SYMBOLS: 'SPY,AMD,KO,PLTR',
}
const settings = (more: Record<string, string>) => readConfig({ ...SECRET_SETTINGS, ...more })

describe('a demonstration', () => {
  it.each([
    [{ DECISION_MODE: 'rules' }, true],
    [{ DECISION_MODE: 'rules', MARKET_SOURCE: 'replay' }, false],
    [{ DECISION_MODE: 'local_mcp' }, false],
    [{ DRY_RUN: 'false' }, false],
    [{}, false],
  ])('with %j is one: %s', (given, expected) => {
    expect(isDemo(settings(given))).toBe(expected)
  })

  it('allows exactly its own host and port, beside what the operator named', async () => {
    const config = await withOwnAddress(settings({ PORT: '4711', WEBHOOK_ALLOWED_HOSTS: 'sink.example:8080' }))
    const wild = await withOwnAddress(settings({ HOST: '0.0.0.0', PORT: '80' }))

    expect(config.channels.WEBHOOK_ALLOWED_HOSTS).toEqual(['sink.example:8080', '127.0.0.1:4711'])
    expect(config.listen.port).toBe(4711)
    expect(wild.channels.WEBHOOK_ALLOWED_HOSTS).toEqual(['127.0.0.1:80'])
  })

  it('looks for a free port where any would do, since the address must be known before', async () => {
    const config = await withOwnAddress(settings({ PORT: '0' }))

    expect(config.listen.port).toBeGreaterThan(1023)
    expect(config.channels.WEBHOOK_ALLOWED_HOSTS).toEqual([`127.0.0.1:${config.listen.port}`])
  })
})

/** Addresses of the alert's webhook, and what waits to be sent to it. */
async function posts({ store, notifier }: Parts) {
  const account = (await store.accounts.byEmail('demo@optionwire.test'))?.account
  const [rule] = await store.alerts.ofAccount(account?.id ?? '', { limit: 10 })
  const [endpoint] = await store.endpoints.byIds([rule?.endpointId ?? ''])
  const [notification] = await store.notifications.list(account?.id ?? '', {}, { limit: 10 })
  const [delivery] = await store.deliveries.ofNotifications([notification?.id ?? ''])
  return { rule, address: endpoint && notifier.box.open(endpoint.addressSealed), notification, delivery }
}

describe('the first idea of a demonstration', () => {
  it('is one of the running session, kept among the ideas and frozen for the receiver', async () => {
    await using app = await testApp(OPEN)
    const { parts } = app
    app.guard((await makeDemoAccount(parts)).token)
    await joinLoop(parts, URL, { isFirstRun: true })
    const idea = await raiseFirstIdea(parts, signal)
    const found = await posts(parts)

    expect(found.rule?.name).toBe(DEMO_ALERT)
    expect(found.address).toBe(`${URL}/webhooks/optionomics-neutral/trade-ideas?secret=canary-webhook-secret`)
    expect(found.delivery).toMatchObject({ channel: 'webhook', status: 'pending' })
    expect((await parts.store.tradeIdeas.list({ limit: 9 })).map(({ id }) => id)).toEqual([idea?.id])
    expect(idea?.thesis).not.toContain('Demonstration')
    // The feed tells of the same idea later: it rings once.
    await raiseFirstIdea(parts, signal)
    const { store } = parts
    expect(await store.notifications.count(found.notification?.accountId ?? '', {})).toBe(1)
  })

  it('says outside a session that it is made of the last close, and counts in no record', async () => {
    await using app = await testApp(OPEN)
    const { parts } = app
    // Saturday, 18:00 in New York.
    app.clock.set('2026-11-21T23:00:00.000Z')
    app.guard((await makeDemoAccount(parts)).token)
    await joinLoop(parts, URL, { isFirstRun: true })
    const idea = await raiseFirstIdea(parts, signal)

    expect(idea?.thesis).toMatch(/^Demonstration with prices of 2026-11-20, because the market is closed: /)
    expect((await posts(parts)).notification?.body).toContain('Demonstration')
    expect(await parts.store.tradeIdeas.list({ limit: 9 })).toEqual([])
  })

  it('is not looked for any longer once the service closes', async () => {
    await using app = await testApp(OPEN)

    expect(await raiseFirstIdea(app.parts, AbortSignal.abort())).toBeNull()
  })
})

describe('a later start', () => {
  it('has the alert follow to another port, and leaves an address of its owner alone', async () => {
    await using app = await testApp(OPEN)
    const { parts } = app
    app.guard((await makeDemoAccount(parts)).token)
    await joinLoop(parts, URL, { isFirstRun: true })
    await joinLoop(parts, 'http://127.0.0.1:4000', { isFirstRun: false })
    const moved = await posts(parts)
    const { rule } = moved
    expect.assert(rule?.endpointId)
    const [endpoint] = await parts.store.endpoints.byIds([rule.endpointId])
    expect.assert(endpoint)
    const { box } = parts.notifier
    await parts.store.endpoints.put({ ...endpoint, addressSealed: box.seal('http://127.0.0.1:3000/my/own') })
    await joinLoop(parts, URL, { isFirstRun: false })

    expect(moved.address).toMatch(/^http:\/\/127\.0\.0\.1:4000\/webhooks\//)
    expect((await posts(parts)).address).toBe('http://127.0.0.1:3000/my/own')
  })

  it('does not bring back an alert that was deleted', async () => {
    await using app = await testApp(OPEN)
    const { parts } = app
    app.guard((await makeDemoAccount(parts)).token)
    await joinLoop(parts, URL, { isFirstRun: false })

    expect((await posts(parts)).rule).toBeUndefined()
  })
})
