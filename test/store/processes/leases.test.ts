import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { storeInTerm } from '../../../src/app/store/store-in-term.ts'
import { PostgresLeases } from '../../../src/store/processes/postgres-leases.ts'
import { anAccount } from '../../support/market/rows.ts'
import { openAs, postgresUrl, testSchema } from '../../support/postgres.ts'

const NAMES = ['alerts', 'ideas'] as const
const WITH_SHARD = ['alerts/0', 'ideas'] as const
const SHARDS = ['alerts/0', 'alerts/1', 'alerts/2', 'alerts/3', 'ideas'] as const

/** Processes of one service, whose monotonic clock the test moves. */
async function service() {
  const schema = await testSchema()
  await (await openAs('command', schema.roleUrl))[Symbol.asyncDispose]()
  const clock = { ms: 0 }
  const failures: unknown[] = []
  const released: string[] = []
  const opened: AsyncDisposable[] = []
  return {
    schema,
    clock,
    failures,
    released,
    process(names: readonly string[] = NAMES, owner = randomBytes(8).toString('hex')) {
      const leases = new PostgresLeases({
        names,
        owner,
        url: schema.roleUrl,
        monotonicMs: () => clock.ms,
        onReleased: () => released.push(owner),
        onFailure: (error) => failures.push(error),
      })
      opened.push(leases)
      return leases
    },
    /** As if so much time had passed on the server, or had not, since a process was heard of, or any. */
    async age(ms: number, owner?: string) {
      const which = owner === undefined ? '' : ` where owner = '${owner}'`
      for (const table of ['leases', 'lease_seekers']) {
        await schema.run(`update ${table} set until_ms = until_ms - ${ms}${which}`)
      }
    },
    async [Symbol.asyncDispose]() {
      for (const each of opened) await each[Symbol.asyncDispose]()
      await schema[Symbol.asyncDispose]()
    },
  }
}

type Process = ReturnType<Awaited<ReturnType<typeof service>>['process']>

const termsOf = (process: Process) => NAMES.map((name) => process.termOf(name))
const heldBy = (process: Process) => SHARDS.filter((name) => process.termOf(name) !== null)

/** Until all have noticed each other, and what is beyond a share was given and taken. */
async function settle(clock: { ms: number }, processes: readonly Process[]): Promise<void> {
  for (let round = 0; round < 4; round++) {
    for (const process of processes) await process.renew()
    clock.ms += 500
  }
}

describe.skipIf(!postgresUrl)('leases on PostgreSQL', () => {
  it('belong to the first process, and to the next at once when that one stops', async () => {
    await using it = await service()
    const [first, second] = [it.process(), it.process()]
    expect(termsOf(first)).toEqual([null, null])
    await first.renew()
    await second.renew()
    await first.renew()
    const before = [termsOf(first), termsOf(second)]

    await first[Symbol.asyncDispose]()
    const told = it.released.length
    await second.renew()

    expect(told).toBe(1)
    expect(before).toEqual([
      [1, 1],
      [null, null],
    ])
    expect([termsOf(first), termsOf(second)]).toEqual([
      [null, null],
      [2, 2],
    ])
  })

  it('are taken over three seconds after a process died, and not before', async () => {
    await using it = await service()
    const [first, second] = [it.process(), it.process()]
    await first.renew()
    await it.age(2_000)
    await second.renew()
    const early = termsOf(second)
    await it.age(1_000)
    await second.renew()

    expect([early, termsOf(second)]).toEqual([
      [null, null],
      [2, 2],
    ])
    // The first one did not die.
    await first.renew()
    expect(termsOf(first)).toEqual([null, null])
  })

  it('end in a process that was paused before another one can take them', async () => {
    await using it = await service()
    const first = it.process()
    await first.renew()
    it.clock.ms = 2_699
    const before = termsOf(first)
    it.clock.ms = 2_700

    expect([before, termsOf(first)]).toEqual([
      [1, 1],
      [null, null],
    ])
    await first.renew()
    expect(termsOf(first)).toEqual([1, 1])
  })

  it('each have one owner, however many processes want them at once', async () => {
    await using it = await service()
    const processes = Array.from({ length: 10 }, () => it.process())
    for (let round = 1; round <= 5; round++) {
      await it.age(3_000)
      await Promise.all(processes.map((process) => process.renew()))
      const terms = processes.map(termsOf)

      for (const place of NAMES.keys()) {
        const held = terms.map((of) => of[place]).filter((term) => term !== null)
        expect(held).toHaveLength(1)
      }
    }
  })

  it('do not stay with a dead process because the clock of the server was an hour ahead', async () => {
    await using it = await service()
    const [dead, living] = [it.process(), it.process()]
    await dead.renew()
    await it.age(-3_600_000)
    await living.renew()

    expect(termsOf(living)).toEqual([2, 2])
  })

  it('end while the database is away, which is told once, and go on when it is back', async () => {
    await using it = await service()
    const first = it.process()
    await first.start()
    await it.schema.run(`alter role ${it.schema.name} nologin`)
    await it.schema.cut()
    await first.renew()
    await first.renew()
    it.clock.ms = 3_000
    const away = termsOf(first)
    await it.schema.run(`alter role ${it.schema.name} login`)
    await first.renew()

    expect(away).toEqual([null, null])
    expect(it.failures).toHaveLength(1)
    expect(termsOf(first)).toEqual([1, 1])
  })
})

describe.skipIf(!postgresUrl)('leases of one work', () => {
  it('are all of one process until another begins, to which it gives those beyond its share when it has ended its work', async () => {
    await using it = await service()
    const [first, second] = [it.process(SHARDS, 'a'), it.process(SHARDS, 'b')]
    await first.renew()
    const alone = heldBy(first)
    await second.renew()
    await first.renew()
    const ending = [heldBy(first), heldBy(second)]
    it.clock.ms = 499
    await first.renew()
    await second.renew()
    const before = [heldBy(second), [...it.released]]
    const mayGoOn = first.mayGoOn('alerts/3')
    it.clock.ms = 500
    await first.renew()
    await second.renew()

    expect(alone).toEqual(SHARDS)
    expect(ending).toEqual([['alerts/0', 'alerts/1', 'ideas'], []])
    expect(before).toEqual([[], []])
    expect([heldBy(first), heldBy(second)]).toEqual([
      ['alerts/0', 'alerts/1', 'ideas'],
      ['alerts/2', 'alerts/3'],
    ])
    expect(it.released).toEqual(['a'])
    expect([mayGoOn, first.mayGoOn('alerts/3'), second.termOf('alerts/3')]).toEqual([true, false, 2])
  })

  it.each([
    [2, [2, 2]],
    [3, [2, 1, 1]],
    [4, [1, 1, 1, 1]],
    [5, [1, 1, 1, 1, 0]],
  ])('are divided evenly among %i processes, whatever order they begin in', async (count, shares) => {
    await using it = await service()
    const processes = Array.from({ length: count }, () => it.process(SHARDS))
    await settle(it.clock, processes)
    const counts = processes.map((process) => heldBy(process).filter((name) => name !== 'ideas').length)

    expect(counts.toSorted((a, b) => b - a)).toEqual(shares)
    const kept = processes.map(heldBy)
    await settle(it.clock, processes)
    expect(processes.map(heldBy)).toEqual(kept)
  })

  it('go to the others when a process has died or stopped, beyond what was their share', async () => {
    await using it = await service()
    const [first, second, third] = [it.process(SHARDS, 'a'), it.process(SHARDS, 'b'), it.process(SHARDS, 'c')]
    await settle(it.clock, [first, second, third])
    await second.renew()
    await third.renew()
    const early = [heldBy(second), heldBy(third)].flat()
    await it.age(3_000, 'a')
    await second.renew()
    await third.renew()
    const died = [heldBy(second), heldBy(third)]
    await second[Symbol.asyncDispose]()
    await third.renew()

    expect(early).toHaveLength(2)
    expect(died.flat().toSorted()).toEqual(SHARDS)
    expect(died.map((names) => names.filter((name) => name !== 'ideas').length)).toEqual([2, 2])
    expect(heldBy(third)).toEqual(SHARDS)
  })

  it('are not kept for a process that wants none of them, and it wants its own alone', async () => {
    await using it = await service()
    const [all, other] = [it.process(SHARDS), it.process(['ideas'])]
    await settle(it.clock, [other, all])

    expect([heldBy(all), heldBy(other)]).toEqual([SHARDS.slice(0, 4), ['ideas']])
    expect((await it.schema.run('select work from lease_seekers')).rows).toEqual([{ work: 'alerts' }])
  })

  it('each have one owner, and none is left over, though all end at once', async () => {
    await using it = await service()
    const processes = Array.from({ length: 4 }, () => it.process(SHARDS))
    for (let round = 1; round <= 5; round++) {
      await it.age(3_000)
      await Promise.all(processes.map((process) => process.renew()))
      await Promise.all(processes.map((process) => process.renew()))
      const held = processes.flatMap(heldBy)

      expect(new Set(held).size).toBe(held.length)
      await settle(it.clock, processes)
      expect(processes.flatMap(heldBy).toSorted()).toEqual(SHARDS)
    }
    expect(it.failures).toEqual([])
  })

  it('count no process that has died, and the next one to begin forgets it', async () => {
    await using it = await service()
    await it.process(SHARDS, 'dead').renew()
    await it.age(3_001)
    const living = it.process(SHARDS, 'living')
    await living.renew()

    expect(heldBy(living)).toEqual(SHARDS)
    expect((await it.schema.run('select owner from lease_seekers')).rows).toEqual([{ owner: 'living' }])
  })
})

describe.skipIf(!postgresUrl)('a transaction of work under a lease', () => {
  it('commits in its term alone', async () => {
    await using it = await service()
    const [first, second] = [it.process(WITH_SHARD), it.process(WITH_SHARD)]
    await first.renew()
    await using store = await openAs('command', it.schema.roleUrl)
    const late = storeInTerm(store, first, { name: 'alerts/0', term: 1, ended: new AbortController().signal })
    const add = (id: string) =>
      late.transaction(({ accounts }) => accounts.add({ ...anAccount(), id, email: `${id}@optionwire.test` }), 'hot')
    await add('in-time')

    await it.age(3_000)
    await second.renew()
    await expect(add('too-late')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('taken over'),
    })

    expect((await it.schema.run('select id from accounts')).rows).toEqual([{ id: 'in-time' }])
  })

  it('keeps its lease from others until it ends, and the other leases go on', async () => {
    await using it = await service()
    const [first, second] = [it.process(WITH_SHARD), it.process(WITH_SHARD)]
    await first.renew()
    await it.age(3_000)
    await using store = await openAs('command', it.schema.roleUrl)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const working = storeInTerm(store, first, {
      name: 'alerts/0',
      term: 1,
      ended: new AbortController().signal,
    }).transaction(async () => {
      begun.resolve()
      await mayEnd.promise
    }, 'hot')
    await begun.promise
    await second.renew()
    const meanwhile = WITH_SHARD.map((name) => second.termOf(name))
    mayEnd.resolve()
    await working
    await second.renew()

    expect([meanwhile, WITH_SHARD.map((name) => second.termOf(name))]).toEqual([
      [null, 2],
      [2, 2],
    ])
  })

  it('does not keep its process from renewing this lease and the others', async () => {
    await using it = await service()
    const first = it.process(['alerts/0', 'alerts/1'])
    await first.renew()
    await using store = await openAs('command', it.schema.roleUrl)
    const ended = new AbortController().signal
    await storeInTerm(store, first, { name: 'alerts/0', term: 1, ended }).transaction(async () => {
      it.clock.ms = 2_000
      await first.renew()
    }, 'hot')
    it.clock.ms = 4_000

    expect(it.failures).toEqual([])
    expect([first.termOf('alerts/0'), first.termOf('alerts/1')]).toEqual([1, 1])
  })

  it('hears of changes until the term has ended', async () => {
    await using it = await service()
    await using store = await openAs('command', it.schema.roleUrl)
    await store.accounts.add(anAccount())
    const ending = new AbortController()
    const inTerm = storeInTerm(store, it.process(), { name: 'alerts/0', term: 1, ended: ending.signal })
    const heard: (string | null)[] = []
    inTerm.onChange('credentials', (accountId) => heard.push(accountId))
    await store.accounts.change(anAccount().id, { plan: 'gamma' })
    ending.abort()
    inTerm.onChange('credentials', (accountId) => heard.push(`late ${accountId}`))
    await store.accounts.change(anAccount().id, { plan: 'delta' })

    expect(heard).toEqual([anAccount().id])
  })
})
