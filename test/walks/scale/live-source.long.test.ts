import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'
import { serviceProcess } from '../../support/scale/service-process.ts'
import { type VendorLink, vendorLink } from '../../support/scale/vendor-link.ts'
import type { RunningService } from '../../support/service.ts'
import { PAPER_KEYS } from '../../support/vendors/alpaca/hosts.ts'
import { type AlpacaVendor, alpacaVendor } from '../../support/vendors/alpaca/server.ts'
import { smallWorld } from '../../support/vendors/alpaca/service.ts'
import type { AlpacaWorld } from '../../support/vendors/alpaca/world.ts'
import { occSymbol } from '../../support/vendors/listed-contracts.ts'

const OPTIONS = '/v1beta1/opra'
const CALL = occSymbol('SPY', '2026-11-27', 'call', 680)
const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const PATIENCE = { timeout: 60_000, interval: 100 }
/** Friday, 13:00 in New York. */
const SESSION_MS = Date.parse('2026-11-20T18:00:00Z')
const PAUSED_MS = 6_000

interface Member extends AsyncDisposable {
  readonly process: RunningService
  readonly link: VendorLink
}

let stack: AsyncDisposableStack
let schema: TestSchema
let world: AlpacaWorld
let vendor: AlpacaVendor
let key: Record<string, string>
let aheadMs: number
let sold: number[]

async function member(roles: string): Promise<Member> {
  const link = await vendorLink(vendor.data.url)
  const settings = {
    ROLES: roles,
    CLOCK_AHEAD_MS: String(aheadMs),
    MARKET_SOURCE: 'alpaca',
    MARKET_SYMBOLS: 'SPY',
    ALPACA_API_KEY: PAPER_KEYS.id,
    ALPACA_API_SECRET: PAPER_KEYS.secret,
    ALPACA_DATA_URL: link.url,
    ALPACA_BASE_URL: vendor.paper.url,
    ALPACA_DATA_FEED: 'sip,opra',
  }
  const entry = 'test/support/process/shifted-clock-process.ts'
  const process = await serviceProcess(schema, { entry, settings })
  process.guard(PAPER_KEYS.secret)
  return stack.use({
    process,
    link,
    async [Symbol.asyncDispose]() {
      await process[Symbol.asyncDispose]()
      await link[Symbol.asyncDispose]()
    },
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
type Body = any

async function get({ process }: Member, path: string): Promise<{ readonly status: number; readonly body: Body }> {
  const answer = await fetch(`${process.url}/api/v1${path}`, { headers: key })
  return { status: answer.status, body: await answer.json() }
}

/** Ids hold the places of prints, by which notifications are known. */
const rowsOf = async (of: Member): Promise<string[]> => {
  const { body } = await get(of, '/flow?symbol=SPY&limit=100')
  return (body.data ?? []).map(({ id, size }: Body) => `${id} ${size}`).sort()
}

/** A trade that the pages have, and the stream sends to whoever is subscribed. */
function trade(size: number): void {
  const print = { t: Date.now() + aheadMs, p: 9.5, s: size, x: 'C', c: 'I' }
  sold.push(size)
  world.optionTrades.set(CALL, [...(world.optionTrades.get(CALL) ?? []), print])
  vendor.stream.publish(OPTIONS, { T: 't', S: CALL, ...print })
}

const sizesIn = (rows: readonly string[]) => rows.map((row) => Number(row.split(' ')[1])).sort((a, b) => a - b)

/** Every notification of a print, by its title and row, as often as it rang. */
async function rung(): Promise<string[]> {
  const { rows } = await schema.run(
    `select event_key from notification_events where event_key like '%-SPY-%' order by event_key`,
  )
  return rows.map(({ event_key: name }) => String(name))
}

describe.skipIf(!postgresUrl)('processes that share a live source', { timeout: 600_000 }, () => {
  beforeEach(async () => {
    stack = new AsyncDisposableStack()
    schema = stack.use(await testSchema())
    sold = []
    aheadMs = SESSION_MS - Date.now()
    world = smallWorld({ now: () => new Date(Date.now() + aheadMs) })
    vendor = stack.use(await alpacaVendor({ world }))
    key = { 'x-user-email': ADA.email, 'x-user-token': await addAccount(schema.roleUrl, ADA) }
  })
  afterEach(() => stack.disposeAsync())

  it('ask the vendor by one of them, and lose, double or move no print when that one is killed or paused', async () => {
    const first = await member('market,dispatcher')
    const second = await member('market,dispatcher')
    const apis = [await member('api'), await member('api')] as const
    const receiver = await member('receiver')
    const [one, other] = apis
    const rule = { name: 'Any SPY print', source: 'option_flow', criteria: { symbols: ['SPY'] }, cooldown_minutes: 0 }
    const made = await fetch(`${one.process.url}/api/v1/alerts`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    })
    expect(made.status).toBe(201)

    const chains = await Promise.all(apis.map((each) => get(each, '/stocks/SPY/options?limit=5')))
    expect(chains.map(({ status }) => status)).toEqual([200, 200])
    expect(chains[1]?.body).toEqual(chains[0]?.body)
    await expect.poll(() => rowsOf(one), PATIENCE).toEqual([])
    await vendor.stream.subscribed(OPTIONS, ({ trades = [] }) => trades.includes(CALL))
    for (const size of [11, 12, 13]) trade(size)
    await expect.poll(async () => sizesIn(await rowsOf(one)), PATIENCE).toEqual([11, 12, 13])
    await expect.poll(() => rowsOf(other), PATIENCE).toEqual(await rowsOf(one))
    await expect.poll(async () => (await rung()).length, PATIENCE).toBe(3)
    expect([second, one, other, receiver].map(({ link }) => link.requests)).toEqual([0, 0, 0, 0])
    expect(first.link.requests).toBeGreaterThan(0)

    const before = await rowsOf(one)
    const bells = await rung()
    trade(14)
    const killedMs = performance.now()
    await first.process.stop('SIGKILL')
    trade(15)
    await expect.poll(() => second.link.requests, PATIENCE).toBeGreaterThan(0)
    const takenMs = performance.now() - killedMs
    expect((await get(other, '/stocks/SPY/quote')).status).toBe(200)
    await expect.poll(async () => sizesIn(await rowsOf(other)), PATIENCE).toEqual([11, 12, 13, 14, 15])
    await expect.poll(() => rowsOf(one), PATIENCE).toEqual(await rowsOf(other))
    expect(await rowsOf(one)).toEqual(expect.arrayContaining(before))
    await expect.poll(async () => (await rung()).length, PATIENCE).toBe(5)
    expect(await rung()).toEqual(expect.arrayContaining(bells))
    expect(takenMs).toBeLessThan(15_000)

    const third = await member('market,dispatcher')
    process.kill(second.process.pid, 'SIGSTOP')
    await expect.poll(() => third.link.requests, PATIENCE).toBeGreaterThan(0)
    await sleep(PAUSED_MS)
    const asked = second.link.requests
    process.kill(second.process.pid, 'SIGCONT')
    trade(16)
    await expect.poll(async () => sizesIn(await rowsOf(one)), PATIENCE).toEqual(sold)
    await expect.poll(() => rowsOf(other), PATIENCE).toEqual(await rowsOf(one))
    await expect.poll(async () => (await rung()).length, PATIENCE).toBe(6)
    expect(second.link.requests).toBe(asked)
    expect([one, other, receiver].map(({ link }) => link.requests)).toEqual([0, 0, 0])
  })
})
