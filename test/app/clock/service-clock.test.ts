import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accountCreate } from '../../../src/accounts/operations/admin/account-create.ts'
import { identity } from '../../../src/accounts/operations/identity.ts'
import { serviceClock } from '../../../src/app/clock/service-clock.ts'
import { machineClock } from '../../../src/app/clock/wall-clock.ts'
import { clockCommand } from '../../../src/app/commands/clock.ts'
import { storeFindings } from '../../../src/app/doctor/store-findings.ts'
import { composeServer } from '../../../src/app/http/compose-server.ts'
import { Lifecycle } from '../../../src/app/lifecycle.ts'
import { createLogger } from '../../../src/app/logger.ts'
import { digestStep, retentionStep } from '../../../src/app/notifications.ts'
import { contextOf, OPERATOR, openParts, type Parts } from '../../../src/app/parts.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { systemContent } from '../../../src/notifications/domain/contents.ts'
import { DEFAULT_SETTINGS } from '../../../src/notifications/domain/settings.ts'
import { raise } from '../../../src/notifications/operations/raise/raise.ts'
import { newEndpoint } from '../../../src/notifications/operations/settings/endpoint-parts.ts'
import { QUICK_COST } from '../../support/account-world.ts'
import { only } from '../../support/notifications/notify-world.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'
import { anIdea } from '../../support/receiver/ideas.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FIVE_YEARS_MS = 5 * 365 * DAY_MS
const ORIGIN = 'http://127.0.0.1:3000'
const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const BOB = { email: 'bob@optionwire.test', password: 'correct horse battery' }
const { signal } = new AbortController()

/** A machine: its wall clock, which can be set, and a clock that only passes. */
function machine() {
  let wallMs = Date.parse('2026-11-20T15:00:00.000Z')
  let passedMs = 0
  return {
    wallNow: () => new Date(wallMs),
    monotonicMs: () => passedMs,
    pass(ms: number) {
      wallMs += ms
      passedMs += ms
    },
    set(ms: number) {
      wallMs += ms
    },
  }
}

/** One process of a store on the machine, with the service's own clock. */
async function processOn({ wallNow, monotonicMs }: ReturnType<typeof machine>, folder: TempFolder) {
  const config = readConfig({ ...SECRET_SETTINGS, DATABASE_PATH: folder.file('store.sqlite3'), MARKET_SYMBOLS: 'SPY' })
  const logged: string[] = []
  const parts = await openParts(config, {
    wallNow,
    monotonicMs,
    log: createLogger('warn', { write: (line: string) => void logged.push(line) }),
    identity: identity({ sessionSecret: config.secrets.session, randomBytes, passwordCost: QUICK_COST }),
  })
  const watching = await parts.clock.watch()
  const life = new Lifecycle()
  const server = await composeServer(parts, life)
  const post = (payload: object) =>
    server.inject({ method: 'POST', url: '/api/v1/session', payload, headers: { origin: ORIGIN } })
  return {
    parts,
    logged,
    async signIn(account: typeof ADA): Promise<string> {
      const answer = await post(account)
      expect(answer.statusCode).toBe(200)
      return String(answer.headers['set-cookie']).split(';')[0] ?? ''
    },
    statusOf: async (cookie: string) =>
      (await server.inject({ url: '/api/v1/account', headers: { cookie, origin: ORIGIN } })).statusCode,
    ready: async () => (await server.inject({ url: '/health/ready' })).json(),
    /** Until the watch has come to a judgement. */
    agree: (mayDelete: boolean) =>
      expect
        .poll(
          () => {
            watching.wake()
            return parts.clock.mayDelete()
          },
          { timeout: 20_000 },
        )
        .toBe(mayDelete),
    async [Symbol.asyncDispose]() {
      await watching.stop()
      await life[Symbol.asyncDispose]()
      await parts[Symbol.asyncDispose]()
    },
  }
}

const addAccount = (parts: Parts, account: typeof ADA) =>
  invoke(accountCreate, { ...account, plan: 'vega', verified: true }, contextOf(parts, { caller: OPERATOR }))

async function accountIdOf({ store }: Parts, { email }: typeof ADA): Promise<string> {
  const found = await store.accounts.byEmail(email)
  return found?.account.id ?? ''
}

async function raiseOne(parts: Parts): Promise<string> {
  const accountId = await accountIdOf(parts, ADA)
  const { store, notifier, now, newId } = parts
  const content = systemContent('News', 'Body.', false)
  await raise({ store, notifier, now, newId, publicUrl: ORIGIN }, [{ accountId, eventKey: newId(), content }])
  return accountId
}

const confirm = ({ parts }: { parts: Parts }) =>
  clockCommand({ parts: async () => parts }).run({
    args: ['confirm'],
    json: true,
    stdout: { write: () => true, columns: 80 },
  } as never)

describe('after the wall clock has jumped five years ahead', () => {
  it('retention deletes nothing until the jump is confirmed, in another process of the store', async () => {
    using folder = tempFolder()
    const clocks = machine()
    await using first = await processOn(clocks, folder)
    await using second = await processOn(clocks, folder)
    const { parts } = first
    await addAccount(parts, ADA)
    const accountId = await raiseOne(parts)
    clocks.pass(2 * HOUR_MS)
    clocks.set(FIVE_YEARS_MS)
    await first.agree(false)
    await second.agree(false)
    clocks.pass(3 * DAY_MS)
    await first.agree(false)
    while (await retentionStep(parts)(signal));
    expect(await parts.store.notifications.count(accountId, {})).toBe(1)
    expect(parts.now().toISOString()).toBe('2026-11-23T17:00:00.000Z')
    expect(second.parts.now()).toEqual(parts.now())

    await confirm(second)
    await first.agree(true)
    while (await retentionStep(parts)(signal));

    expect(await parts.store.notifications.count(accountId, {})).toBe(0)
    expect(parts.now()).toEqual(clocks.wallNow())
  })

  it('the log and the readiness say so, and what to do', async () => {
    using folder = tempFolder()
    const clocks = machine()
    await using one = await processOn(clocks, folder)
    clocks.pass(2 * HOUR_MS)
    clocks.set(FIVE_YEARS_MS)
    await one.agree(false)
    const advice = /jumped 1825 days forward.*optionwire clock confirm/

    const { status, checks } = await one.ready()
    expect(status).toBe('ready')
    expect(checks.find(({ name }: { name: string }) => name === 'clock').detail).toMatch(advice)
    await expect.poll(() => one.logged.join('')).toMatch(advice)
  })

  it('the doctor reports it, and nothing once it is confirmed', async () => {
    using folder = tempFolder()
    const clocks = machine()
    await using one = await processOn(clocks, folder)
    const found = () => storeFindings(one.parts.config, { now: clocks.wallNow, monotonicMs: clocks.monotonicMs })
    clocks.pass(2 * HOUR_MS)
    expect(await found()).toMatchObject([{ state: 'ok', fix: null }])
    clocks.set(FIVE_YEARS_MS)
    await one.agree(false)
    // The process notices it first, and then writes it down.
    await expect.poll(async () => (await found())[0]?.text).toMatch(/jumped 1825 days forward.*deletions by age.*wait/)
    expect(await found()).toMatchObject([{ state: 'failure', fix: expect.stringMatching(/optionwire clock confirm/) }])

    await confirm(one)

    expect(await found()).toMatchObject([{ state: 'ok', fix: null }])
  })

  it('nobody is signed out, and leases hold', async () => {
    using folder = tempFolder()
    const clocks = machine()
    await using one = await processOn(clocks, folder)
    const { store, now } = one.parts
    for (const account of [ADA, BOB]) await addAccount(one.parts, account)
    const cookie = await one.signIn(ADA)
    await store.ledger.accept({ fingerprint: 'f1', idea: anIdea(), payloadSha256: 'x' }, now())
    const lease = (owner: string) => ({ owner, instance: owner, now: now(), until: new Date(now().getTime() + 60_000) })
    expect(await store.ledgerClaims.claim(lease('a'))).toBeDefined()
    clocks.pass(2 * HOUR_MS)
    expect(await store.ledgerClaims.claim(lease('b'))).toBeDefined()
    clocks.set(FIVE_YEARS_MS)

    expect(await store.ledgerClaims.claim(lease('c'))).toBeUndefined()
    await one.signIn(BOB)
    expect(await one.statusOf(cookie)).toBe(200)
  })

  it('a daily digest is sent once: not for the days that the clock has skipped', async () => {
    using folder = tempFolder()
    const clocks = machine()
    await using one = await processOn(clocks, folder)
    const { store, notifier, newId, clock, now } = one.parts
    await addAccount(one.parts, ADA)
    const accountId = await accountIdOf(one.parts, ADA)
    await store.notificationSettings.put(accountId, {
      ...DEFAULT_SETTINGS,
      channels: only('slack'),
      frequency: 'daily',
    })
    const made = {
      accountId,
      channel: 'slack',
      address: 'https://hooks.slack.com/services/T/B/x',
      label: 'slack',
      verified: true,
    } as const
    await store.endpoints.put(newEndpoint(notifier.box, { ...made, id: newId(), at: now() }))
    await raiseOne(one.parts)
    const digests = digestStep(clock, () => ({ store, notifier, now, newId, publicUrl: ORIGIN }))
    const sent = async () => {
      while (await digests(signal));
      const rows = await store.deliveries.list(accountId, {}, { limit: 50 })
      return rows.filter(({ notificationId }) => notificationId === null).length
    }
    clocks.pass(2 * HOUR_MS)
    clocks.set(FIVE_YEARS_MS)
    clocks.pass(DAY_MS)
    expect(await sent()).toBe(0)
    await confirm(one)
    await sent()
    for (let days = 0; days < 3; days++) {
      clocks.pass(DAY_MS)
      await sent()
    }

    expect(await sent()).toBe(1)
  })
})

describe('a service that starts years after its last mark', () => {
  it('deletes no session, so that everybody is signed in again once the clock is right', async () => {
    using folder = tempFolder()
    const clocks = machine()
    let cookie = ''
    {
      await using before = await processOn(clocks, folder)
      for (const account of [ADA, BOB]) await addAccount(before.parts, account)
      cookie = await before.signIn(ADA)
    }
    clocks.set(FIVE_YEARS_MS)
    await using after = await processOn(clocks, folder)
    expect(after.parts.clock.mayDelete()).toBe(false)
    await after.signIn(BOB)
    expect(await after.statusOf(cookie)).toBe(401)

    clocks.set(-FIVE_YEARS_MS + HOUR_MS)

    expect(await after.statusOf(cookie)).toBe(200)
    expect(after.parts.clock.mayDelete()).toBe(true)
  })
})

it('a confirmation gives up where other processes always write first', async () => {
  let tries = 0
  const clockState = {
    read: async () => null,
    change: async () => ++tries < 0,
    mark: async () => undefined,
  }
  const { wallNow, monotonicMs } = machine()
  const log = createLogger('silent', { write: () => true })
  const clock = await serviceClock({
    wall: machineClock(wallNow),
    monotonicMs,
    steadyMs: monotonicMs,
    store: { clockState },
    log,
  })

  await expect(clock.confirm()).rejects.toMatchObject({ code: 'unavailable' })
  expect(tries).toBe(100)
})

it('the doctor says nothing of the clock where there is no store yet', async () => {
  using folder = tempFolder()
  const { wallNow, monotonicMs } = machine()
  const databasePath = folder.file('none.sqlite3')
  const config = readConfig({ ...SECRET_SETTINGS, DATABASE_PATH: databasePath })
  expect(await storeFindings(config, { now: wallNow, monotonicMs })).toEqual([])
  expect(existsSync(databasePath)).toBe(false)
})
