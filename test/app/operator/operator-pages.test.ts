import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listLedgerOperation } from '../../../src/receiver/operations/list-ledger.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'

describe('what an operator reads and does in a browser', () => {
  let app: TestApp
  let operator: TestAccount
  beforeAll(async () => {
    app = await testApp({ MARKET_SYMBOLS: 'SPY', OPENAI_API_KEY: 'canary-key-4711' })
    app.guard('canary-key-4711')
    operator = await app.account('delta', { operator: true })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const get = (path: string) => app.get(`/api/v1/operator/${path}`, operator.session)
  const post = (path: string, payload: object) =>
    app.request({ method: 'POST', url: `/api/v1/operator/${path}`, headers: operator.session, payload })

  it('the state has the source, the store, queues, and no backups where none are made', async () => {
    const answer = await get('status')

    expect(answer.json()).toMatchObject({
      proof: 'password',
      source: { name: 'simulated', state: 'stored', last_answer_at: null },
      receiver: { dry_run: true, kill_switch: null, waiting: 0 },
      deliveries_waiting: 0,
      backups: null,
    })
    expect(answer.json().store.bytes.database).toBeGreaterThan(0)
  })

  it('the settings say of a secret only whether it is set', async () => {
    const answer = await get('settings')
    const byName = new Map(answer.json().data.map((it: { name: string }) => [it.name, it]))

    expect(byName.get('OPENAI_API_KEY')).toEqual({ name: 'OPENAI_API_KEY', set: true, secret: true, value: null })
    expect(byName.get('ANTHROPIC_API_KEY')).toMatchObject({ set: false, secret: true, value: null })
    expect(byName.get('MARKET_SYMBOLS')).toMatchObject({ set: true, secret: false, value: '["SPY"]' })
    expect(answer.body).not.toContain('canary-key-4711')
  })

  it('stops the receiver without a proof, resumes it with one, and the ledger says so meanwhile', async () => {
    const stopped = await post('kill_switch', { on: true })
    expect(stopped.json()).toEqual({ on: true, in_force: true })
    expect((await get('status')).json().receiver.kill_switch).toBe('operator')
    const ledger = () => app.asOperator(listLedgerOperation, {})
    expect(await ledger()).toEqual({ data: [], next_cursor: null, kill_switch: 'operator' })

    expect((await post('kill_switch', { on: false })).statusCode).toBe(403)
    expect((await post('kill_switch', { on: false, password: operator.password })).json()).toEqual({
      on: false,
      in_force: false,
    })
    expect(await ledger()).not.toHaveProperty('kill_switch')
  })

  it('counts the accounts of an announcement before it is sent, and they are as many', async () => {
    await app.account('gamma')
    const known = await app.account('vega')
    await app.account('vega', { standing: 'suspended' })
    const text = { title: 'Maintenance', body: 'On Saturday.' }

    const preview = await post('announcements', { ...text, preview: true })
    expect((await app.get('/api/v1/notifications/unread_count', known.session)).json()).toMatchObject({
      unread_count: 0,
    })
    expect((await post('announcements', text)).statusCode).toBe(403)
    const sent = await post('announcements', { ...text, password: operator.password })

    expect(preview.json()).toEqual({ told: 2, known: 0, refused: 2 })
    expect(sent.json()).toEqual(preview.json())
    expect((await post('announcements', { ...text, preview: true })).json()).toEqual({ told: 0, known: 2, refused: 2 })
    expect((await app.get('/api/v1/notifications/unread_count', known.session)).json()).toMatchObject({
      unread_count: 1,
    })
  })

  it('exports the log as CSV that no spreadsheet evaluates', async () => {
    app.clock.advance(1_000)
    await post('announcements', { title: '=cmd()', body: 'x', password: operator.password })

    const answer = await get('log/export.csv')

    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, newest = ''] = answer.body.split('\r\n')
    expect(head).toBe('at,actor,address,action,subject,details,id')
    expect(newest).toContain(`${operator.email},192.0.2.1,announce,,`)
    expect(answer.body).not.toMatch(/(^|,)"?[=+@-]/m)
    expect((await get('log/export.csv?to=2020-01-01')).body.split('\r\n')).toHaveLength(2)
    const turned = await get('log/export.csv?from=2026-12-01&to=2026-01-01')
    expect(turned.statusCode).toBe(422)
    expect(turned.json().errors).toEqual([{ path: 'from', message: 'must not be after to' }])
  })

  it('is not told of a mailed address in the access log', async () => {
    await get('accounts?email=canary.search')

    expect(app.logged.filter((line) => line.includes('canary.search'))).toEqual([])
  })

  it('reads why deliveries fail, and which addresses are disabled', async () => {
    const { store } = app.parts
    const account = (await store.accounts.byEmail('gamma-2@optionwire.test'))?.account
    await store.endpoints.put({
      id: 'e1',
      accountId: account?.id ?? '',
      alertId: null,
      channel: 'webhook',
      addressSealed: 'sealed',
      addressDigest: 'digest',
      label: 'hooks.example',
      secretSealed: null,
      olderSecretSealed: null,
      olderSecretUntil: null,
      verifiedAt: null,
      health: {
        state: 'disabled',
        failures: 12,
        firstFailureMs: Date.parse('2026-11-16T00:00:00Z'),
        openUntilMs: null,
      },
      refusals: 0,
      createdAt: '2026-11-16T00:00:00.000Z',
    })
    const delivery = (await store.deliveries.ofNotifications([])).at(0)
    expect(delivery).toBeUndefined()
    await store.deliveries.add(
      [1, 2].map((index) => ({
        id: `${app.parts.newId().slice(0, 25)}${index}`,
        accountId: account?.id ?? '',
        notificationId: null,
        channel: 'webhook' as const,
        endpointId: 'e1',
        status: 'failed' as const,
        reason: { code: 'endpoint_disabled' as const },
        priority: 'normal' as const,
        dueAt: null,
        expiresAt: null,
        attempts: 1,
        handedOver: false,
        leaseOwner: null,
        leaseUntil: null,
        batchKey: null,
        summaryId: null,
        body: '{}',
        redelivery: false,
        interrupted: 0,
        createdAt: app.clock.now().toISOString(),
        updatedAt: app.clock.now().toISOString(),
      })),
    )

    const { failed, endpoints } = (await get('deliveries')).json()

    expect(failed).toContainEqual({
      channel: 'webhook',
      reason: expect.stringContaining('disabled'),
      count: 2,
      accounts: 1,
      last_at: app.clock.now().toISOString(),
    })
    expect(endpoints).toEqual([
      {
        email: 'gamma-2@optionwire.test',
        channel: 'webhook',
        label: 'hooks.example',
        state: 'disabled',
        failures: 12,
        failing_since: '2026-11-16T00:00:00.000Z',
        next_try_at: null,
      },
    ])
  })
})
