import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { storeInTerm } from '../../../src/app/store/store-in-term.ts'
import { PostgresLeases } from '../../../src/store/processes/postgres-leases.ts'
import { anAccount } from '../../support/market/rows.ts'
import { openAs, postgresUrl, testSchema } from '../../support/postgres.ts'

const NAMES = ['alerts', 'ideas'] as const

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
    process() {
      const owner = randomBytes(8).toString('hex')
      const leases = new PostgresLeases({
        names: NAMES,
        owner,
        url: schema.roleUrl,
        monotonicMs: () => clock.ms,
        onReleased: () => released.push(owner),
        onFailure: (error) => failures.push(error),
      })
      opened.push(leases)
      return leases
    },
    /** As if so much time had passed on the server, or had not. */
    age: (ms: number) => schema.run(`update leases set until_ms = until_ms - ${ms}`),
    async [Symbol.asyncDispose]() {
      for (const each of opened) await each[Symbol.asyncDispose]()
      await schema[Symbol.asyncDispose]()
    },
  }
}

type Process = ReturnType<Awaited<ReturnType<typeof service>>['process']>

const termsOf = (process: Process) => NAMES.map((name) => process.termOf(name))

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

describe.skipIf(!postgresUrl)('a transaction of work under a lease', () => {
  it('commits in its term alone', async () => {
    await using it = await service()
    const [first, second] = [it.process(), it.process()]
    await first.renew()
    await using store = await openAs('command', it.schema.roleUrl)
    const late = storeInTerm(store, first, { name: 'alerts', term: 1 })
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
    const [first, second] = [it.process(), it.process()]
    await first.renew()
    await it.age(3_000)
    await using store = await openAs('command', it.schema.roleUrl)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const working = storeInTerm(store, first, { name: 'alerts', term: 1 }).transaction(async () => {
      begun.resolve()
      await mayEnd.promise
    }, 'hot')
    await begun.promise
    await second.renew()
    const meanwhile = termsOf(second)
    mayEnd.resolve()
    await working
    await second.renew()

    expect([meanwhile, termsOf(second)]).toEqual([
      [null, 2],
      [2, 2],
    ])
  })
})
