import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/app/store/open-store.ts'
import type { Repositories } from '../../src/app/store/repositories.ts'
import { HEALTHY } from '../../src/notifications/domain/delivery/endpoint-health.ts'
import { limitsOf } from '../../src/notifications/domain/delivery/plan-limits.ts'
import { claim } from '../../src/notifications/workers/claim.ts'
import type { TransactionKind } from '../../src/store/store.ts'
import { storesOfOneDatabase } from '../support/engines.ts'
import { aKey, anAccount } from '../support/market/rows.ts'
import { aDelivery } from '../support/notifications/notification-rows.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../support/notifications/notify-world.ts'
import { postgresUrl } from '../support/postgres.ts'

const PROCESSES = 3
const AT = '2026-11-20T15:00:00.000Z'
const { hour: LIMIT } = limitsOf(anAccount().plan, 'webhook')
/** What is left of the limit: fewer than one claim takes. */
const LEFT = 5

let stores: readonly Store[]
let close: (() => Promise<void>) | undefined
beforeEach(async ({ skip }) => {
  if (!postgresUrl) return skip()
  const opened = await storesOfOneDatabase(PROCESSES)
  stores = opened.stores
  close = async () => opened[Symbol.asyncDispose]()
})
afterEach(async () => {
  await close?.()
})

const at = (index: number) => {
  const store = stores[index]
  if (!store) throw new Error('there is no such process')
  return store
}

/** Lets each of several transactions go on once all have come as far, or after a moment: a lock holds the others back. */
function meeting(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let there = 0
  return async () => {
    if (++there === count) all.resolve()
    const waited = new Promise<void>((resolve) => setTimeout(resolve, 200))
    await Promise.race([all.promise, waited])
  }
}

describe('several dispatchers', () => {
  let worlds: NotifyWorld[]
  beforeEach(async () => {
    worlds = []
    for (const store of stores) worlds.push(await notifyWorld({ store }))
    const paths = Array.from({ length: 16 }, (_, index) => `/${index}`)
    const ids = await Promise.all(paths.map((path) => worlds[0]?.endpoint('webhook', path)))
    const due = ids.flatMap((endpointId, index) =>
      [0, 1, 2].map((nth) =>
        aDelivery({
          id: `d${index}-${nth}`,
          notificationId: null,
          channel: 'webhook',
          endpointId: `${endpointId}`,
          dueAt: AT,
          status: 'pending',
          body: '{}',
        }),
      ),
    )
    await at(0).deliveries.add(due)
    const sent = Array.from({ length: LIMIT - LEFT }, (_, index) => ({
      deliveryId: `sent-${index}`,
      n: 1,
      cause: 'auto' as const,
      counted: true,
      accountId: ACCOUNT,
      channel: 'webhook' as const,
      startedAt: AT,
      ms: 1,
      outcome: 'sent' as const,
      httpStatus: 200,
      errorCode: null,
      responseHead: null,
    }))
    await at(0).deliveries.putAttempts(sent)
  })

  /** All claim at once; `change` may take a lock away. Returns the number of sends that count. */
  async function claimTogether(change: (repositories: Repositories, meet: () => Promise<void>) => Repositories) {
    const meet = meeting(PROCESSES)
    await Promise.all(
      worlds.map((world, index) =>
        world.store.transaction(async (repositories) => {
          const claimed = await claim(change(repositories, meet), world.another(`p${index}`).parts)
          await meet()
          return claimed
        }, 'hot'),
      ),
    )
    return at(0).outbox.countedSince(ACCOUNT, 'webhook', new Date(0))
  }

  it('send exactly what the plan allows', async () => {
    expect(await claimTogether((repositories) => repositories)).toBe(LIMIT)
  })

  it('send more without the lock of the account (control)', async () => {
    const unlocked = (repositories: Repositories) => ({
      ...repositories,
      accountLocks: { ...repositories.accountLocks, freeSends: async (ids: readonly string[]) => new Set(ids) },
    })

    expect(await claimTogether(unlocked)).toBeGreaterThan(LIMIT)
  })
})

describe('transactions that read and then write', () => {
  const MAX = 3
  beforeEach(async () => {
    await at(0).accounts.add(anAccount())
  })

  async function addKeys(kind?: TransactionKind): Promise<number> {
    const meet = meeting(PROCESSES)
    const add = (store: Store, index: number) =>
      store.transaction(async ({ apiKeys }) => {
        const count = await apiKeys.count(ACCOUNT)
        await meet()
        if (count < MAX) await apiKeys.add(aKey({ id: `key-${index}`, tokenSha256: `${index}` }))
      }, kind)
    await at(0).apiKeys.add(aKey({ id: 'first', tokenSha256: 'first' }))
    await at(0).apiKeys.add(aKey({ id: 'second', tokenSha256: 'second' }))
    await Promise.all(stores.map(add))
    return at(0).apiKeys.count(ACCOUNT)
  }

  it('keep a limit that each of them has checked', async () => {
    expect(await addKeys()).toBe(MAX)
  })

  it('exceed it where they see what the others commit (control)', async () => {
    expect(await addKeys('hot')).toBe(MAX + PROCESSES - 1)
  })
})

describe('outcomes of one endpoint', () => {
  const health = { ...HEALTHY, failures: 0 }
  let endpointId: string
  beforeEach(async () => {
    const world = await notifyWorld({ store: at(0) })
    endpointId = await world.endpoint('webhook', '/one')
  })

  async function countFailures(read: 'lock' | 'byIds'): Promise<number> {
    const meet = meeting(PROCESSES)
    const count = (store: Store) =>
      store.transaction(async ({ endpoints }) => {
        const [found] = await endpoints[read]([endpointId])
        await meet()
        await endpoints.setHealth(endpointId, { ...health, failures: (found?.health.failures ?? 0) + 1 })
      }, 'hot')
    await Promise.all(stores.map(count))
    const [endpoint] = await at(0).endpoints.byIds([endpointId])
    return endpoint?.health.failures ?? 0
  }

  it('all count', async () => {
    expect(await countFailures('lock')).toBe(PROCESSES)
  })

  it('overwrite each other without its lock (control)', async () => {
    expect(await countFailures('byIds')).toBe(1)
  })
})

describe('transactions that read the head of a feed and add to it', () => {
  beforeEach(async () => {
    await at(0).accounts.add(anAccount())
  })

  /** Each reads the head of the feed and adds the event after it. Returns the places of all events. */
  async function addAfterHead(lock: 'feeds' | null): Promise<number[]> {
    const meet = meeting(PROCESSES)
    const add = (store: Store) =>
      store.transaction(async ({ accountLocks, feedEvents }) => {
        if (lock) await accountLocks[lock]([ACCOUNT])
        const head = await feedEvents.head(ACCOUNT)
        await meet()
        await feedEvents.advance([{ accountId: ACCOUNT, unreadBy: 1 }])
        return head.seq + 1
      }, 'hot')
    return (await Promise.all(stores.map(add))).toSorted((a, b) => a - b)
  }

  it('each see what the one before has committed', async () => {
    expect(await addAfterHead('feeds')).toEqual([1, 2, 3])
  })

  it('do not without the lock of the feed (control)', async () => {
    expect(await addAfterHead(null)).toEqual([1, 1, 1])
  })
})

describe('rows that two transactions change in opposite orders', () => {
  const ids = ['key-0', 'key-1']
  beforeEach(async () => {
    await at(0).accounts.add(anAccount())
    for (const id of ids) await at(0).apiKeys.add(aKey({ id, tokenSha256: id }))
  })

  it('are changed by one after the other', async () => {
    const use = (id: string, minute: number) => ({
      id,
      at: new Date(Date.parse(AT) + minute * 60_000),
      address: `${minute}`,
    })
    const orders = [ids, ids.toReversed(), ids]
    await Promise.all(
      stores.map((store, index) =>
        store.transaction(({ apiKeys }) => apiKeys.touch((orders[index] ?? []).map((id) => use(id, index))), 'hot'),
      ),
    )

    const keys = await at(0).apiKeys.ofAccount(ACCOUNT, { limit: 9 })
    expect(keys.map(({ lastUsedAddress }) => lastUsedAddress)).toEqual(['2', '2'])
  })
})
