import { describe, expect, it } from 'vitest'
import { accountReinstate } from '../../../src/accounts/operations/admin/account-reinstate.ts'
import { accountSetPlan } from '../../../src/accounts/operations/admin/account-set-plan.ts'
import { accountSuspend } from '../../../src/accounts/operations/admin/account-suspend.ts'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { announce } from '../../../src/notifications/operations/raise/announce.ts'
import { warnOfKeyEnds } from '../../../src/notifications/workers/key-expiry.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { feedClient } from '../../support/notifications/feed-client.ts'
import { notificationService } from '../../support/notifications/notification-service.ts'
import { run } from '../../support/process/command.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const SPY = { MARKET_SYMBOLS: 'SPY' }

async function bellOf(app: TestApp, { session }: TestAccount): Promise<{ title: string; priority: string }[]> {
  return (await app.get('/api/v1/notifications', session)).json().data ?? []
}

const titles = async (app: TestApp, account: TestAccount) => (await bellOf(app, account)).map(({ title }) => title)

describe('what an account is told of itself', () => {
  it('is a key that was made on the web, in the same commit', async () => {
    await using app = await testApp(SPY)
    const account = await app.account('vega')
    const made = await app.request({
      method: 'POST',
      url: '/api/v1/api_keys',
      headers: account.session,
      payload: { name: 'notebook', expiry: '30d' },
    })

    expect(made.statusCode).toBe(201)
    const [told] = await bellOf(app, account)
    expect(told).toMatchObject({ title: 'API key created', details: { key_name: 'notebook', key_id: made.json().id } })
    expect(JSON.stringify(told)).not.toContain(made.json().token)
  })

  it('is a change of plan or standing, and not one that changes nothing', async () => {
    await using app = await testApp(SPY)
    const account = await app.account('vega')
    const { email } = account
    await app.asOperator(accountSetPlan, { email, plan: 'vega' })
    await app.asOperator(accountReinstate, { email })
    expect(await titles(app, account)).toEqual([])
    await app.asOperator(accountSetPlan, { email, plan: 'theta' })
    await app.asOperator(accountSuspend, { email })
    await app.asOperator(accountSuspend, { email })
    await app.asOperator(accountReinstate, { email })

    expect(await titles(app, account)).toEqual(['Account reinstated', 'Account suspended', 'Plan changed'])
  })

  it('is a password that was changed, by e-mail whatever is set', async () => {
    await using app = await testApp({ ...SPY, MAIL_TO_LOG: 'true' })
    const account = await app.account('vega')
    await app.request({ method: 'POST', url: '/api/v1/password_reset', payload: { email: account.email } })
    await app.parts.background.idle()
    const token = /token=([\w-]{43})/.exec(app.logged.join(''))?.[1] ?? ''
    const password = 'another long password'
    await app.request({ method: 'PUT', url: '/api/v1/password_reset', payload: { token, password } })

    const { key: headers } = account
    expect((await app.get('/api/v1/notifications', headers)).json().data).toMatchObject([
      { title: 'Password changed', priority: 'high', deliveries: [{ channel: 'email', status: 'failed' }] },
    ])
  })

  it('is a key that ends within seven days, once, whoever asks again', async () => {
    await using app = await testApp(SPY)
    const account = await app.account('vega')
    const parts = { ...app.parts, publicUrl: 'https://options.example' }
    const { signal } = new AbortController()
    app.clock.advance(22 * DAY_MS)
    await warnOfKeyEnds(parts, signal)
    expect(await told()).toEqual([])
    app.clock.advance(1.5 * DAY_MS)
    await warnOfKeyEnds(parts, signal)
    await warnOfKeyEnds(parts, signal)
    app.clock.advance(DAY_MS)
    await warnOfKeyEnds(parts, signal)

    expect(await told()).toEqual(['API key ends soon'])

    async function told(): Promise<string[]> {
      return (await app.get('/api/v1/notifications', account.key)).json().data.map((it: { title: string }) => it.title)
    }
  })
})

describe('an announcement', () => {
  it('reaches every account once, whoever says it again on the same day', async () => {
    await using app = await testApp(SPY)
    const [first, second] = [await app.account('vega'), await app.account('gamma')]
    await app.account('vega', { standing: 'suspended' })
    const said = { title: 'Maintenance', body: 'On Saturday.' }

    expect(await app.asOperator(announce, said)).toEqual({ told: 2, known: 0, refused: 1 })
    expect(await app.asOperator(announce, said)).toEqual({ told: 0, known: 2, refused: 1 })
    expect(await app.asOperator(announce, { ...said, critical: true })).toMatchObject({ told: 2 })
    app.clock.advance(DAY_MS)
    expect(await app.asOperator(announce, said)).toMatchObject({ told: 2 })
    expect((await bellOf(app, first)).map(({ priority }) => priority)).toEqual(['normal', 'high', 'normal'])
    expect(await titles(app, second)).toHaveLength(3)
  })

  it('reaches more accounts than are told in one transaction', async () => {
    await using app = await testApp(SPY)
    const { store, newId } = app.parts
    const at = app.clock.now().toISOString()
    for (let each = 0; each < 205; each++) {
      const email = `many-${each}@optionwire.test`
      const rest = { emailVerified: true, plan: 'vega', status: 'good', timeZone: 'UTC', createdAt: at } as const
      await store.accounts.add({ ...rest, id: newId(), email, passwordHash: 'x' })
    }

    expect(await app.asOperator(announce, { title: 'Many', body: 'Body.' })).toMatchObject({ told: 205 })
  })

  it('by the command line rings the open bells of the running service', async () => {
    await using service = await notificationService()
    const account = await service.account()
    await using bell = await feedClient(`${service.url}/ws/notifications`, account.key)
    await bell.until(1)
    const env = { ...SECRET_SETTINGS, DATABASE_PATH: service.config.databasePath ?? '' }
    const words = ['announce', '--title', 'Down', '--body', 'Soon.', '--critical', '--json']
    const ended = await run('src/cli.ts', words, { cwd: service.folder, env })

    expect(ended, ended.stderr).toMatchObject({ code: 0 })
    expect(JSON.parse(ended.stdout)).toEqual({ told: 1, known: 0, refused: 0 })
    expect((await bell.until(2))[1]).toMatchObject({
      type: 'notification',
      unread_count: 1,
      notification: { type: 'system_update', title: 'Down', priority: 'high' },
    })
  })
})
