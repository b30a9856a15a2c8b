import { afterEach, describe, expect, it } from 'vitest'
import { accountDelete } from '../../src/accounts/operations/admin/account-delete.ts'
import { accountSuspend } from '../../src/accounts/operations/admin/account-suspend.ts'
import { approversOf, requireApprovers } from '../../src/app/approvers.ts'
import { readConfig } from '../../src/app/settings/config.ts'
import type { DecisionParts } from '../../src/receiver/workers/decision-parts.ts'
import { type TestAccount, type TestApp, testApp } from '../support/app.ts'
import { decisionBench } from '../support/receiver/decision-bench.ts'
import { NO_GUARDS } from '../support/receiver/guards.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

const MINUTE_MS = 60_000
const ON = { APPROVAL: 'required', APPROVERS: 'vega-1@optionwire.test, DELTA-2@optionwire.test' }

/** The service with two approvers and a stranger; orders go to a scripted brokerage. */
async function approvalWorld(settings: Record<string, string> = {}) {
  const app = await testApp({ ...ON, ...settings })
  const bench = decisionBench(app.parts.store, app.clock)
  const ada = await app.account('vega')
  const bob = await app.account('delta')
  const eve = await app.account('vega')
  const market = { price: 100 as number | null }
  const approvers = approversOf(app.parts)
  const parts: Partial<DecisionParts> = {
    approval: { rule: app.parts.config.receiver.approval, approvers },
    newId: app.parts.newId,
    symbolFacts: async () => ({ isKnown: true, price: market.price, asOfMs: app.clock.now().getTime() }),
  }
  const ask = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, payload?: object) => {
    const answer = await app.request({
      method,
      url: `/api/v1/approvals${path}`,
      headers,
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, json: answer.json() }
  }
  const idOf = async ({ email }: TestAccount) => (await app.parts.store.accounts.byEmail(email))?.account.id ?? ''
  const approvalOf = async (fingerprint: string) => {
    const { approval } = await bench.entry(fingerprint)
    if (!approval) throw new Error('nobody was asked')
    return approval
  }
  return {
    app,
    bench,
    ada,
    bob,
    eve,
    market,
    ask,
    approvalOf,
    /** Works on whatever is due. */
    async work(change: Partial<DecisionParts> = {}) {
      for (let steps = 0; steps < 10; steps++) if (!(await bench.step({ ...parts, ...change }))) return
      throw new Error('the work does not end')
    },
    /** An idea that was decided and waits. */
    async waiting(this: void, change = {}) {
      const fingerprint = await bench.accept(change)
      await bench.step(parts)
      return fingerprint
    },
    async answer(fingerprint: string, account: TestAccount, answer: 'yes' | 'no', key?: string) {
      const { id, expires_at: expiresAt } = await approvalOf(fingerprint)
      const own = approvers.keyOf({ id, expiresAt }, await idOf(account))
      return ask('POST', `/${id}/answer`, account.session, { answer, key: key ?? own })
    },
    idOf,
    approvers,
  }
}

type World = Awaited<ReturnType<typeof approvalWorld>>
let open: TestApp[] = []
async function start(settings: Record<string, string> = {}): Promise<World> {
  const world = await approvalWorld(settings)
  open.push(world.app)
  return world
}
afterEach(async () => {
  for (const app of open) await app[Symbol.asyncDispose]()
  open = []
})

const skippedFor = (reason: RegExp) => ({
  status: 'skipped',
  order_result: null,
  decision: { action: 'skip', notional_usd: 0, risk_notes: [expect.stringMatching(reason)] },
})

describe('an order that passed the gates', () => {
  it('waits in queued, sends nothing, and shows a person what to answer', async () => {
    const { bench, ada, eve, ask, approvalOf, waiting, work } = await start()
    const fingerprint = await waiting({ alert_name: 'script:with_notes' })
    await work()
    const { id } = await approvalOf(fingerprint)
    const shown = await ask('GET', `/${id}`, ada.session)
    const listed = await ask('GET', '', ada.session)

    expect(await bench.entry(fingerprint)).toMatchObject({
      status: 'queued',
      decision: { action: 'buy', notional_usd: 100 },
      order_result: null,
      approval: { state: 'waiting', answered_at: null },
    })
    expect(bench.broker.submitted).toEqual([])
    expect(shown).toMatchObject({
      status: 200,
      json: {
        state: 'waiting',
        idea: { symbol: 'AAPL', direction: 'bullish' },
        decision: { rationale: 'Scripted.', risk_notes: ['earnings on Thursday'], confidence: 0.9 },
        order: { words: 'Buy AAPL for USD 100.00', price: 100, shares: 1, style: 'notional', dry_run: false },
        risk: { loss_at_stop_usd: 5, gain_at_target_usd: 10, max_drift_pct: 1 },
        answer_key: expect.stringMatching(/^[\w-]{43}$/),
      },
    })
    expect(listed.json.data).toEqual([shown.json])
    expect((await ask('GET', '', eve.session)).status).toBe(403)
  })

  it('notifies every approver in the same commit, and nobody else', async () => {
    const { app, ada, bob, eve, waiting } = await start()
    await waiting({ strategy: 'Long <b>Call' })
    const raised = async (account: TestAccount) => {
      const answer = await app.request({ method: 'GET', url: '/api/v1/notifications', headers: account.session })
      return answer.statusCode === 200 ? answer.json().data : []
    }

    expect(await raised(ada)).toMatchObject([
      {
        type: 'account',
        priority: 'high',
        symbol: 'AAPL',
        title: 'Approve? Buy AAPL for USD 100.00',
        body: expect.stringMatching(
          /Long <b>Call.*\nDecision: confidence 0.90. Scripted.\nSize: 1 shares at USD 100.00/,
        ),
        details: { approval_id: expect.any(String) },
      },
    ])
    // The Delta plan has no notifications: this approver finds the request on the page.
    expect(await raised(bob)).toEqual([])
    expect(await raised(eve)).toEqual([])
  })

  it('goes out after a yes', async () => {
    const { bench, ada, waiting, work, answer } = await start()
    const fingerprint = await waiting()
    const yes = await answer(fingerprint, ada, 'yes')
    await work()

    expect(yes).toMatchObject({ status: 200, json: { state: 'approved', answered_by: ada.email, answer_key: null } })
    expect(await bench.entry(fingerprint)).toMatchObject({
      status: 'ordered',
      approval: { state: 'approved', answered_at: bench.clock.now().toISOString() },
    })
    expect(bench.broker.submitted).toHaveLength(1)
  })

  it('is skipped after a no, with the name of who declined', async () => {
    const { bench, bob, waiting, work, answer } = await start()
    const fingerprint = await waiting()
    await answer(fingerprint, bob, 'no')
    await work()

    expect(await bench.entry(fingerprint)).toMatchObject(skippedFor(/^declined by delta-2@optionwire.test/))
    expect(bench.broker.submitted).toEqual([])
  })

  it('is skipped without an answer in time, however long the service was away, and takes no late yes', async () => {
    const { bench, ada, waiting, work, answer } = await start({ APPROVAL_MINUTES: '5' })
    const first = await waiting()
    bench.clock.advance(5 * MINUTE_MS - 1)
    await work()
    const before = (await bench.entry(first)).status
    bench.clock.advance(1)
    const late = await answer(first, ada, 'yes')
    bench.clock.advance(24 * 60 * MINUTE_MS)
    await work()

    expect(before).toBe('queued')
    expect(late).toMatchObject({ status: 409, json: { detail: expect.stringContaining('has passed') } })
    expect(await bench.entry(first)).toMatchObject({
      ...skippedFor(/^nobody answered in time/),
      approval: { state: 'expired' },
    })
    expect(bench.broker.submitted).toEqual([])
    expect((await answer(first, ada, 'yes')).status).toBe(409)
  })

  it('takes one answer of many: a second yes, a no after a yes and a yes of another person change nothing', async () => {
    const { bench, ada, bob, waiting, work, answer } = await start()
    const fingerprint = await waiting()
    const answers = await Promise.all([
      answer(fingerprint, ada, 'yes'),
      answer(fingerprint, bob, 'yes'),
      answer(fingerprint, ada, 'yes'),
    ])
    const no = await answer(fingerprint, bob, 'no')
    await work()
    const after = await answer(fingerprint, ada, 'no')

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(no).toMatchObject({
      status: 409,
      json: { detail: expect.stringMatching(/^It was approved by .*first answer/) },
    })
    expect(after.status).toBe(409)
    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'ordered' })
    expect(bench.broker.submitted).toHaveLength(1)
  })

  it('waits in a dry run, too, which sends nothing after a yes', async () => {
    const { bench, ada, work, answer } = await start()
    const fingerprint = await bench.accept()
    await work({ dryRun: true })
    await answer(fingerprint, ada, 'yes')
    await work({ dryRun: true })

    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'dry_run', order_result: { dry_run: true } })
  })

  it('waits above an amount alone, where the setting says so', async () => {
    const { bench, approvalOf, work } = await start({ APPROVAL: 'above:100' })
    const small = await bench.accept()
    const large = await bench.accept({ alert_name: 'script:at_cap' })
    await work()

    expect(await bench.entry(small)).toMatchObject({ status: 'ordered' })
    expect((await bench.entry(small)).approval).toBeUndefined()
    expect(await approvalOf(large)).toMatchObject({ state: 'waiting' })
  })
})

describe('an answer', () => {
  it('needs the sign-in of an approver, and a key that was made for that account', async () => {
    const { ada, bob, eve, ask, approvalOf, approvers, idOf, waiting, answer, bench, work } = await start()
    const fingerprint = await waiting()
    const { id, expires_at: expiresAt } = await approvalOf(fingerprint)
    const forAda = approvers.keyOf({ id, expiresAt }, await idOf(ada))
    const yes = { answer: 'yes', key: forAda }
    const forwarded = [
      await ask('POST', `/${id}/answer`, {}, yes),
      await ask('POST', `/${id}/answer`, ada.key, yes),
      await ask('POST', `/${id}/answer`, eve.session, yes),
      await ask('POST', `/${id}/answer`, bob.session, yes),
      await answer(fingerprint, ada, 'yes', `${forAda.slice(0, -1)}${forAda.endsWith('A') ? 'B' : 'A'}`),
      await answer(fingerprint, ada, 'yes', ''),
      await answer(fingerprint, ada, 'yes', 'é'.repeat(43)),
      await ask('POST', '/unknown/answer', ada.session, yes),
      await ask('POST', `/${id}/answer`, { cookie: ada.session['cookie'] ?? '', origin: 'https://evil.example' }, yes),
    ]
    await work()

    expect(forwarded.map(({ status }) => status)).toEqual([401, 403, 403, 403, 403, 403, 403, 404, 403])
    expect(forwarded[3]?.json.detail).toContain('made for another account')
    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'queued', approval: { state: 'waiting' } })
  })

  it('is never given by a GET, whatever a scanner of links opens', async () => {
    const { ada, ask, approvalOf, approvers, idOf, waiting, bench, work } = await start()
    const fingerprint = await waiting()
    const { id, expires_at: expiresAt } = await approvalOf(fingerprint)
    const key = approvers.keyOf({ id, expiresAt }, await idOf(ada))
    const got = [
      await ask('GET', `/${id}`, ada.session),
      await ask('GET', `/${id}/answer?answer=yes&key=${key}`, ada.session),
    ]
    await work()

    expect(got.map(({ status }) => status)).toEqual([200, 405])
    expect((await bench.entry(fingerprint)).status).toBe('queued')
  })

  it('of an account that was deleted or suspended since does not count', async () => {
    const { app, bench, ada, bob, waiting, work, answer } = await start()
    const first = await waiting()
    const second = await waiting()
    await answer(first, ada, 'yes')
    await answer(second, bob, 'yes')
    await app.asOperator(accountDelete, { email: ada.email })
    await app.asOperator(accountSuspend, { email: bob.email })
    await work()

    expect(await bench.entry(first)).toMatchObject(skippedFor(/may no longer do so/))
    expect(await bench.entry(second)).toMatchObject(skippedFor(/may no longer do so/))
    expect(bench.broker.submitted).toEqual([])
  })

  it('needs a confirmed address', async () => {
    const { app, ada, idOf, waiting, answer } = await start()
    const fingerprint = await waiting()
    await app.parts.store.accounts.change(await idOf(ada), { emailVerified: false })

    expect((await answer(fingerprint, ada, 'yes')).status).toBe(403)
  })

  it('of a deleted account is refused, and another approver can answer', async () => {
    const { app, bench, ada, bob, approvalOf, ask, waiting, work, answer } = await start()
    const fingerprint = await waiting()
    const { id } = await approvalOf(fingerprint)
    await app.asOperator(accountDelete, { email: ada.email })

    expect((await ask('POST', `/${id}/answer`, ada.session, { answer: 'yes', key: 'k' })).status).toBe(401)
    expect((await answer(fingerprint, bob, 'yes')).status).toBe(200)
    await work()
    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })
})

describe('a yes', () => {
  it.each<[string, number | null, RegExp]>([
    ['rose', 101.01, /the price moved 1.01 % since the order was shown/],
    ['fell', 98.9, /the price moved 1.10 %/],
    ['is unknown', null, /last price is unknown/],
  ])('does not count when the price %s meanwhile', async (_name, price, reason) => {
    const { bench, ada, market, waiting, work, answer } = await start()
    const fingerprint = await waiting()
    await answer(fingerprint, ada, 'yes')
    market.price = price
    await work()

    expect(await bench.entry(fingerprint)).toMatchObject(skippedFor(reason))
  })

  it('counts as far as the price may move', async () => {
    const { bench, ada, market, waiting, work, answer } = await start({ APPROVAL_MAX_DRIFT_PCT: '5' })
    const fingerprint = await waiting()
    await answer(fingerprint, ada, 'yes')
    market.price = 105
    await work()

    expect(await bench.entry(fingerprint)).toMatchObject({ status: 'ordered' })
  })

  it.each<[string, Partial<DecisionParts>, RegExp]>([
    ['the kill switch', { guards: { ...NO_GUARDS, killSwitch: true } }, /KILL_SWITCH/],
    ['a bound', { guards: { ...NO_GUARDS, maxOrdersPerDay: 0 } }, /MAX_ORDERS_PER_DAY/],
    ['a bound on the idea', { guards: { ...NO_GUARDS, deniedSymbols: ['AAPL'] } }, /DENIED_SYMBOLS/],
    ['a gate', { limits: { maxNotionalUsd: 250, minConfidence: 0.95, allowShortSelling: false } }, /confidence/],
    [
      'another form of the order',
      { orderForm: { style: 'bracket', timeInForce: 'day', singleExit: 'stop' } },
      /not the one that was shown/,
    ],
    ['a dry run that ended', { dryRun: true }, /not the one that was shown/],
  ])('is checked again against %s', async (_name, change, reason) => {
    const { bench, ada, waiting, work, answer } = await start()
    const fingerprint = await waiting()
    await answer(fingerprint, ada, 'yes')
    await work(change)

    expect(await bench.entry(fingerprint)).toMatchObject(skippedFor(reason))
    expect(bench.broker.submitted).toEqual([])
  })

  it('is carried out by the process that comes after a crash, and not by one that comes much later', async () => {
    const { bench, ada, waiting, work, answer } = await start()
    const soon = await waiting()
    await answer(soon, ada, 'yes')
    bench.clock.advance(14 * MINUTE_MS)
    await work({ instance: 'another' })
    const late = await waiting()
    await answer(late, ada, 'yes')
    bench.clock.advance(16 * MINUTE_MS)
    await work({ instance: 'another' })

    expect(await bench.entry(soon)).toMatchObject({ status: 'ordered' })
    expect(await bench.entry(late)).toMatchObject({ status: 'failed', error: expect.stringContaining('Stale') })
    expect(bench.broker.submitted).toHaveLength(1)
  })

  it('is for one order: a failed entry that an operator tries again asks again', async () => {
    const { bench, ada, approvalOf, waiting, work, answer } = await start()
    const fingerprint = await waiting({ symbol: 'NOPOWER' })
    const first = await approvalOf(fingerprint)
    await answer(fingerprint, ada, 'yes')
    await work()
    const failed = (await bench.entry(fingerprint)).status
    await bench.store.ledger.retry(fingerprint, bench.clock.now())
    await work()
    const second = await approvalOf(fingerprint)

    expect(failed).toBe('failed')
    expect(second).toMatchObject({ state: 'waiting' })
    expect(second.id).not.toBe(first.id)
  })

  it('is needed for what waited before APPROVAL was switched off', async () => {
    const { bench, approvers, waiting, work } = await start()
    const fingerprint = await waiting()
    const off = { approval: { rule: null, approvers } }
    await work(off)
    const meanwhile = (await bench.entry(fingerprint)).status
    bench.clock.advance(11 * MINUTE_MS)
    await work(off)

    expect(meanwhile).toBe('queued')
    expect(await bench.entry(fingerprint)).toMatchObject(skippedFor(/^nobody answered in time/))
  })
})

describe('a request for approval', () => {
  it('is not made where nobody can answer, or where no later yes could be checked', async () => {
    const { app, bench, ada, bob, market, work } = await start()
    market.price = null
    const unpriced = await bench.accept()
    await work()
    market.price = 100
    await app.asOperator(accountDelete, { email: ada.email })
    await app.asOperator(accountDelete, { email: bob.email })
    const alone = await bench.accept()
    await work()

    expect(await bench.entry(unpriced)).toMatchObject(skippedFor(/last price is unknown/))
    expect(await bench.entry(alone)).toMatchObject(skippedFor(/^nobody can approve it/))
  })

  it('is not made for an order that a bound would stop', async () => {
    const { bench, work } = await start()
    const fingerprint = await bench.accept()
    await work({ guards: { ...NO_GUARDS, maxOrdersPerDay: 0 } })

    expect(await bench.entry(fingerprint)).toMatchObject(skippedFor(/MAX_ORDERS_PER_DAY/))
    expect((await bench.entry(fingerprint)).approval).toBeUndefined()
  })
})

describe('the settings of approval', () => {
  const read = (settings: Record<string, string>) =>
    readConfig({ ...SECRET_SETTINGS, DATABASE_PATH: ':memory:', ...settings })

  it('are off unless they are set', () => {
    expect(read({}).receiver.approval).toBeNull()
    expect(read({ APPROVAL: 'off' }).receiver.approval).toBeNull()
  })

  it('are read', () => {
    expect(read({ ...ON, APPROVAL: 'above:99.50', APPROVAL_MINUTES: '30' }).receiver.approval).toEqual({
      aboveUsd: 99.5,
      approvers: ['vega-1@optionwire.test', 'delta-2@optionwire.test'],
      minutes: 30,
      maxDriftPct: 1,
    })
  })

  it.each([
    ['APPROVAL', { ...ON, APPROVAL: 'yes' }],
    ['APPROVAL', { ...ON, APPROVAL: 'above:' }],
    ['APPROVAL', { ...ON, APPROVAL: 'above:-1' }],
    ['APPROVERS is required', { APPROVAL: 'required' }],
    ['APPROVERS', { APPROVAL: 'required', APPROVERS: 'ada' }],
    ['APPROVAL_MINUTES', { ...ON, APPROVAL_MINUTES: '0' }],
    ['APPROVAL_MAX_DRIFT_PCT', { ...ON, APPROVAL_MAX_DRIFT_PCT: '0' }],
  ])('refuse to start for %s in %o', (name, settings) => {
    expect(() => read(settings)).toThrow(name)
  })

  it('refuse to start while no account of APPROVERS can answer', async () => {
    const { app, ada, bob } = await start()
    await expect(requireApprovers(app.parts)).resolves.toBeUndefined()
    await app.asOperator(accountSuspend, { email: ada.email })
    await expect(requireApprovers(app.parts)).resolves.toBeUndefined()
    await app.asOperator(accountDelete, { email: bob.email })
    await expect(requireApprovers(app.parts)).rejects.toThrow(/no account of APPROVERS can answer/)
  })
})
