import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heldIn, sharesTapes } from '../../../../src/app/live/live-ports.ts'
import { storedPast } from '../../../../src/app/live/stored-past.ts'
import { storeInTerm } from '../../../../src/app/store/store-in-term.ts'
import { tapeKeeper } from '../../../../src/flow/workers/tape-keeper.ts'
import { capabilitiesWith } from '../../../../src/market/sources/alpaca/feeds.ts'
import { alpacaMarket } from '../../../../src/market/sources/alpaca/index.ts'
import {
  ALPACA_KEYS,
  type AlpacaServer,
  alpacaServer,
  type InventedOptionTrade,
} from '../../../support/alpaca/alpaca-server.ts'
import { vendorClock } from '../../../support/alpaca/vendor-clock.ts'
import { type TestClock, testClock } from '../../../support/clock.ts'
import { type SharingProcess, sharingProcess } from '../../../support/market/shared-service.ts'
import { postgresUrl, type TestSchema, testSchema } from '../../../support/postgres.ts'

const CALL = 'ZZZ261218C00100000'
const MINUTE = 60_000
const FEEDS = { stocks: 'sip', options: 'opra' } as const
const STEP_MS = 20

let stack: AsyncDisposableStack
let schema: TestSchema
let clock: TestClock
let vendor: AlpacaServer

const member = async (role: 'api' | 'market'): Promise<SharingProcess> =>
  stack.use(
    await sharingProcess(schema.url, {
      name: 'alpaca',
      capabilities: capabilitiesWith(FEEDS),
      symbols: ['ZZZ'],
      role,
      clock,
      open: async (store, mayAsk) =>
        alpacaMarket({
          access: { dataUrl: vendor.url, tradingUrl: vendor.url, ...ALPACA_KEYS, timeoutMs: 2000 },
          streamUrl: null,
          feeds: FEEDS,
          symbols: ['ZZZ'],
          past: storedPast(store),
          clock: { ...vendorClock(clock), mayAsk },
        }),
    }),
  )

/** The lease as it is in the database; the process learns of it by `lead`. */
async function takeLease(process: SharingProcess, term: number): Promise<void> {
  await schema.run(`insert into leases (name, owner, term, until_ms) values ('source', 'p', ${term}, 0)
    on conflict (name) do update set term = excluded.term`)
  await process.lead(term)
}

function keeperOf({ market, store }: SharingProcess, term: number) {
  const held = heldIn(market)
  expect.assert(held)
  const { signal: ended } = new AbortController()
  return tapeKeeper({
    store: storeInTerm(store, { isShared: true }, { name: 'source', term, ended }),
    source: market.name,
    heldTapes: () => held.heldTapes(),
    heldOffExchange: () => [],
    readSession: async () => undefined,
    onStored: (stored) => sharesTapes(market) && market.printsStored(stored),
    now: clock.now,
  })
}

/** Stores what comes, as the worker of the service does. */
function keeping(process: SharingProcess, term: number): AsyncDisposable {
  const keeper = keeperOf(process, term)
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await keeper.step(stopping.signal)
      await new Promise((done) => setTimeout(done, STEP_MS))
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await loop
    },
  }
}

function trade(t: string, s: number, more: Partial<InventedOptionTrade> = {}): void {
  const row = { t: `2026-11-20T${t}Z`, p: 3.5, s, x: 'C', c: 'I', ...more }
  vendor.optionTrades.set(CALL, [...(vendor.optionTrades.get(CALL) ?? []), row])
}

async function tapeOf({ market }: SharingProcess) {
  const { tape, prints } = await (await market.viewAt()).optionPrints('ZZZ')
  return { tape, sizes: [...prints.size] }
}

const PATIENCE = { timeout: 20_000, interval: 50 }
/**
 * A follower looks again within a second. The clock goes on from one look to the next: whose question nobody answered,
 * because the process that had it lost the lease, pauses by it before the next one.
 */
const sizesOf = (process: SharingProcess) => async () => {
  clock.advance(PATIENCE.interval)
  return (await tapeOf(process)).sizes
}

describe.skipIf(!postgresUrl)('the tape of a live source that processes share', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    stack = new AsyncDisposableStack()
    schema = stack.use(await testSchema())
    clock = testClock('2026-11-20T16:00:00.000Z')
    vendor = stack.use(await alpacaServer(clock))
    vendor.pageSize = 1_000
  })
  afterEach(() => stack.disposeAsync())

  it('is in every process what is stored: the same prints at the same places, on one growing tape', async () => {
    const [leader, api] = [await member('market'), await member('api')]
    await takeLease(leader, 1)
    await using _storing = keeping(leader, 1)
    trade('15:00:00', 1)
    trade('15:59:00', 2)
    const first = await tapeOf(api)
    const own = await tapeOf(leader)
    trade('16:00:30', 3)
    clock.advance(MINUTE)
    await expect.poll(sizesOf(api), PATIENCE).toEqual([1, 2, 3])
    const later = await tapeOf(api)

    expect([first.sizes, own.sizes]).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(later.tape).toBe(first.tape)
    await expect.poll(sizesOf(leader), PATIENCE).toEqual([1, 2, 3])
    expect([...leader.failures, ...api.failures]).toEqual([])
  })

  it('shows no print that was not stored: the next process may give it another place', async () => {
    const [leader, next, api] = [await member('market'), await member('market'), await member('api')]
    await takeLease(leader, 1)
    {
      await using _storing = keeping(leader, 1)
      trade('15:00:00', 1)
      trade('15:59:00', 2)
      await expect.poll(sizesOf(api), PATIENCE).toEqual([1, 2])
      await expect.poll(sizesOf(next), PATIENCE).toEqual([1, 2])
    }
    const before = await tapeOf(api)
    // It arrives at the process that asks the vendor, which ends before it is stored.
    trade('16:00:30', 3)
    clock.advance(MINUTE)
    const unstored = await Promise.all([leader, next, api].map(async (each) => (await tapeOf(each)).sizes))
    await leader.lead(null)
    trade('16:00:10', 4)
    clock.advance(MINUTE)
    await takeLease(next, 2)
    await using _storing = keeping(next, 2)

    await expect.poll(sizesOf(api), PATIENCE).toEqual([1, 2, 4, 3])
    expect(unstored).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect((await tapeOf(api)).tape).toBe(before.tape)
    await expect.poll(sizesOf(leader), PATIENCE).toEqual([1, 2, 4, 3])
  })

  it('is not written by a process that was paused while another took over', async () => {
    const [paused, next, api] = [await member('market'), await member('market'), await member('api')]
    await takeLease(paused, 1)
    trade('15:00:00', 1)
    const keeper = keeperOf(paused, 1)
    const { signal } = new AbortController()
    await tapeOf(paused)
    await keeper.step(signal)
    trade('16:00:30', 3)
    clock.advance(MINUTE)
    await tapeOf(paused)
    await takeLease(next, 2)
    await using _storing = keeping(next, 2)
    trade('16:00:10', 2)
    clock.advance(MINUTE)
    await expect.poll(sizesOf(api), PATIENCE).toEqual([1, 2, 3])

    // Its clock stood still: it believes that it still has the lease.
    await expect(keeper.step(signal)).rejects.toThrow('Another process has taken over (source). Nothing was written.')
    expect((await tapeOf(api)).sizes).toEqual([1, 2, 3])
  })
})
