import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Admission } from '../../../src/lib/async/sliding-window.ts'
import { openPool } from '../../../src/store/postgres/pool.ts'
import { postgresWindows } from '../../../src/store/processes/postgres-windows.ts'
import { SharedWindows, type WindowServer } from '../../../src/store/processes/shared-windows.ts'
import { closeValkey, openValkey } from '../../../src/store/processes/valkey.ts'
import { valkeyWindows } from '../../../src/store/processes/valkey-windows.ts'
import { openAs, postgresUrl, testSchema } from '../../support/postgres.ts'
import { valkeyUrl } from '../../support/processes.ts'

const MINUTE_MS = 60_000

const unexpected = (error: unknown) => expect.unreachable(String(error))

interface Counting extends AsyncDisposable {
  /** What each of two processes counts with. */
  readonly servers: readonly [WindowServer, WindowServer]
  /** Moves what was counted into the past, as time does. */
  age(key: string, ms: number): Promise<void>
}

async function onPostgres(): Promise<Counting> {
  const schema = await testSchema()
  await (await openAs('command', schema.url))[Symbol.asyncDispose]()
  // A busy machine is no failure: the last of a thousand waits for all others.
  const open = () => openPool({ url: schema.url, connections: 4, connectTimeoutMs: 50_000 })
  const pools = [await open(), await open()] as const
  return {
    servers: [postgresWindows(pools[0], () => 0, unexpected), postgresWindows(pools[1], () => 0, unexpected)],
    async age(key, ms) {
      const older = `array(select it - ${ms} from unnest(instants) it)`
      await schema.run(`update rate_windows set instants = ${older}, at_ms = at_ms - ${ms} where key = '${key}'`)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.end()))
      await schema[Symbol.asyncDispose]()
    },
  }
}

async function onValkey(): Promise<Counting & { restart(): Promise<unknown> }> {
  const prefix = `test:${randomBytes(8).toString('hex')}`
  const open = async () => {
    const client = await openValkey(`${valkeyUrl}`, () => undefined)
    await expect.poll(() => client.isReady, { timeout: 20_000 }).toBe(true)
    return client
  }
  const clients = [await open(), await open()] as const
  return {
    servers: [valkeyWindows(clients[0], prefix), valkeyWindows(clients[1], prefix)],
    restart: () => clients[0].scriptFlush(),
    async age(key, ms) {
      const list = `${prefix}:requests:${key}`
      const instants = await clients[0].lRange(list, 0, -1)
      await clients[0].del(list)
      await clients[0].rPush(
        list,
        instants.map((it) => `${Number(it) - ms}`),
      )
    },
    async [Symbol.asyncDispose]() {
      for (const key of await clients[0].keys(`${prefix}:*`)) await clients[0].del(key)
      for (const client of clients) closeValkey(client)
    },
  }
}

const engines = [
  ...(postgresUrl ? ([['PostgreSQL', onPostgres]] as const) : []),
  ...(valkeyUrl ? ([['Valkey', onValkey]] as const) : []),
]

const question = { name: 'requests', key: 'ada', limit: 100, windowMs: MINUTE_MS, events: 1 }

describe.each(engines)('windows on %s', (_name, open) => {
  it('admit exactly 100 of 1,000 events that two processes count at once', async () => {
    await using counting = await open()
    const [one, other] = counting.servers

    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? one : other).answer(question)),
    )
    const admitted = answers.filter(({ allowed }) => allowed)

    expect(admitted).toHaveLength(100)
    expect(admitted.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 100 }, (_, index) => 99 - index),
    )
  })

  it('count all of some events or none, and nothing for a look', async () => {
    await using counting = await open()
    const [one, other] = counting.servers
    const empty = await one.answer({ ...question, events: 0 })
    const most = await one.answer({ ...question, events: 98 })
    const tooMany = await other.answer({ ...question, events: 3 })
    const rest = await other.answer({ ...question, events: 2 })
    const full = await one.answer({ ...question, events: 0 })
    const never = await one.answer({ ...question, key: 'bob', events: 101 })

    const seen = ({ allowed, remaining }: Admission) => [allowed, remaining]
    expect([empty, most, tooMany, rest, full, never].map(seen)).toEqual([
      [true, 100],
      [true, 2],
      [false, 2],
      [true, 0],
      [false, 0],
      [false, 100],
    ])
    expect([empty.resetMs, never.resetMs]).toEqual([0, 0])
    expect(full.resetMs).toBeGreaterThan(0)
    expect(full.resetMs).toBeLessThanOrEqual(MINUTE_MS)
  })

  it('let an event go when it is a window old, and not before', async () => {
    await using counting = await open()
    const [one] = counting.servers
    await one.answer({ ...question, events: 100 })
    await counting.age('ada', MINUTE_MS - 20_000)
    const before = await one.answer(question)
    await counting.age('ada', 20_000)
    const after = await one.answer(question)

    expect([before.allowed, after.allowed, after.remaining]).toEqual([false, true, 99])
    expect(before.resetMs).toBeLessThanOrEqual(20_000)
  })

  it('go on though the clock of the server was an hour ahead', async () => {
    await using counting = await open()
    const [one] = counting.servers
    await one.answer({ ...question, events: 100 })
    await counting.age('ada', -3_600_000)

    expect(await one.answer({ ...question, events: 0 })).toMatchObject({ allowed: true })
    expect(await one.answer(question)).toMatchObject({ allowed: true, remaining: 99 })
  })

  it('count each of many keys, which are asked about at once, as often as it is', async () => {
    await using counting = await open()
    const [one] = counting.servers
    const keys = Array.from({ length: 250 }, (_, index) => `caller ${index % 100}`)
    const looks = keys.slice(0, 3).map((key) => ({ ...question, key, events: 0 }))
    await one.answer({ ...question, key: 'caller 0', events: 98 })

    const answers = await Promise.all([
      ...keys.map((key) => one.answer({ ...question, key, windowMs: MINUTE_MS })),
      ...looks.map((look) => one.answer(look)),
    ])
    const remaining = await Promise.all(
      ['caller 0', 'caller 1', 'caller 99'].map((key) => one.answer({ ...question, key, events: 0 })),
    )

    const refused = answers.slice(0, keys.length).flatMap(({ allowed }, index) => (allowed ? [] : [keys[index]]))
    expect(refused).toEqual(['caller 0'])
    expect(remaining.map((it) => it.remaining)).toEqual([0, 97, 98])
  })

  it('keep keys and names apart', async () => {
    await using counting = await open()
    const [one] = counting.servers
    await one.answer({ ...question, events: 100 })

    expect(await one.answer({ ...question, key: "bob'; --" })).toMatchObject({ remaining: 99 })
    expect(await one.answer({ ...question, name: 'messages' })).toMatchObject({ remaining: 99 })
  })
})

describe.skipIf(!postgresUrl)('windows on PostgreSQL', () => {
  /** As the service uses them, and what the table holds after a deletion is due. */
  async function sweeping() {
    const schema = await testSchema()
    await (await openAs('command', schema.url))[Symbol.asyncDispose]()
    const pool = await openPool({ url: schema.url, connections: 1 })
    const clock = { ms: 0 }
    const failures: unknown[] = []
    const windows = postgresWindows(
      pool,
      () => clock.ms,
      (error) => failures.push(error),
    )
    await windows.answer({ ...question, key: 'old' })
    await schema.run(`update rate_windows set at_ms = at_ms - 3600001`)
    clock.ms = 10 * 60_000 + 1
    return {
      schema,
      windows,
      failures,
      keys: async () => (await pool.query<{ key: string }>('select key from rate_windows order by key')).rows,
      async [Symbol.asyncDispose]() {
        await pool.end()
        await schema[Symbol.asyncDispose]()
      },
    }
  }

  it('delete what nobody has used for an hour', async () => {
    await using it = await sweeping()
    await it.windows.answer(question)

    expect(await it.keys()).toEqual([{ key: 'ada' }])
    expect(it.failures).toEqual([])
  })

  it('answer though that deletion fails, and tell', async () => {
    await using it = await sweeping()
    await it.schema.run(`create function refuse() returns trigger language plpgsql as 'begin raise ''refused''; end'`)
    await it.schema.run('create trigger refusal before delete on rate_windows execute function refuse()')

    expect(await it.windows.answer(question)).toMatchObject({ allowed: true, remaining: 99 })
    expect(await it.keys()).toEqual([{ key: 'ada' }, { key: 'old' }])
    expect(it.failures).toEqual([expect.objectContaining({ message: 'refused' })])
  })
})

describe.skipIf(!valkeyUrl)('windows on Valkey', () => {
  it('are counted on by a server that has forgotten the script', async () => {
    await using counting = await onValkey()
    await counting.servers[0].answer(question)
    await counting.restart()

    expect(await counting.servers[0].answer(question)).toMatchObject({ allowed: true, remaining: 98 })
  })
})

/** A server that answers as a test says. */
function toldServer(name: string) {
  const server = {
    name,
    asked: 0,
    failure: null as Error | null,
    async answer(): Promise<Admission> {
      server.asked++
      if (server.failure) throw server.failure
      return { allowed: true, limit: 100, remaining: 42, resetMs: 7 }
    },
  }
  return server
}

function sharedBy(...names: readonly string[]) {
  const servers = names.map(toldServer)
  const failures: string[] = []
  const clock = { ms: 0 }
  const onFailure = (server: string) => failures.push(server)
  const windows = new SharedWindows({ servers, monotonicMs: () => clock.ms, onFailure })
  const window = windows.of('requests', { limit: 100, windowMs: MINUTE_MS, maxKeys: 1_000 })
  return { servers, failures, clock, windows, window }
}

const admittedOf = async (window: ReturnType<typeof sharedBy>['window'], count: number) => {
  const answers = await Promise.all(Array.from({ length: count }, () => window.take('ada')))
  return answers.filter(({ allowed }) => allowed).length
}

describe('shared windows', () => {
  it('ask the second server where the first fails, and the first again after a second', async () => {
    const { servers, failures, clock, window } = sharedBy('Valkey', 'PostgreSQL')
    const [first, second] = servers
    if (first) first.failure = new Error('away')
    await window.take('ada')
    await window.take('ada')
    const whileAway = [first?.asked, second?.asked]
    clock.ms = 1_000
    await window.take('ada')
    const afterRetry = [first?.asked, second?.asked]
    if (first) first.failure = null
    clock.ms = 2_000
    await window.take('ada')
    await window.take('ada')

    expect(whileAway).toEqual([1, 2])
    expect(afterRetry).toEqual([2, 3])
    expect([first?.asked, second?.asked]).toEqual([4, 3])
    expect(failures).toEqual(['Valkey'])
  })

  it('let one request try a server that has failed, while the others go on', async () => {
    const { servers, clock, window } = sharedBy('Valkey')
    const [server] = servers
    if (server) server.failure = new Error('away')
    await window.take('ada')
    clock.ms = 1_000
    await Promise.all([window.take('ada'), window.take('ada'), window.take('ada')])

    expect(server?.asked).toBe(2)
  })

  it('admit the share of each process while no server answers', async () => {
    const { servers, clock, windows, window } = sharedBy('Valkey', 'PostgreSQL')
    for (const server of servers) server.failure = new Error('away')
    const alone = await admittedOf(window, 150)
    windows.shareWith(3)
    const ofThree = await admittedOf(window, 150)
    windows.shareWith(0)
    clock.ms = MINUTE_MS
    const peeked = await window.peek('ada')

    expect([alone, ofThree]).toEqual([100, 33])
    expect(peeked).toMatchObject({ allowed: true, limit: 100, remaining: 100 })
  })

  it('do not wait for a server that does not answer', async () => {
    const silent: WindowServer = { name: 'Valkey', answer: () => new Promise(() => undefined) }
    const failures: unknown[] = []
    const onFailure = (_server: string, error: unknown) => failures.push(error)
    const windows = new SharedWindows({ servers: [silent], monotonicMs: () => 0, onFailure })
    const window = windows.of('requests', { limit: 100, windowMs: MINUTE_MS, maxKeys: 1_000 })

    expect(await window.take('ada')).toMatchObject({ allowed: true, remaining: 99 })
    expect(await window.take('ada')).toMatchObject({ allowed: true, remaining: 98 })
    expect(String(failures)).toMatch(/no answer within/)
  })
})
