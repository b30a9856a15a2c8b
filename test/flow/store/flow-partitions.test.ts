import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { type Repositories, repositoriesOf } from '../../../src/app/store/repositories.ts'
import type { Tables } from '../../../src/app/store/tables.ts'
import type { FlowRow } from '../../../src/flow/domain/flow-row.ts'
import { noFlow } from '../../../src/flow/domain/sums/flow-sums.ts'
import { deleteOldFlow, makeFlowPartitions } from '../../../src/flow/workers/retention.ts'
import { tapeKeeper } from '../../../src/flow/workers/tape-keeper.ts'
import { storeOverPool } from '../../../src/store/postgres/open-postgres.ts'
import { openPool } from '../../../src/store/postgres/pool.ts'
import { inProcessBus } from '../../../src/store/processes/bus.ts'
import { readFlow } from '../../support/market/read-flow.ts'
import { migratedStore } from '../../support/migrated-store.ts'
import { openAs, postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'
import { SYMBOLS, syntheticTape } from '../../validation/synthetic-tape.ts'

const { signal } = new AbortController()
const TODAY = '2026-11-20'
const SYMBOL = SYMBOLS[0]!.symbol
const WEEK = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', TODAY]
const at = (date: string) => () => new Date(`${date}T17:00:00.000Z`)

const tapeOf = (date: string) => syntheticTape(SYMBOLS[0]!, date, { seed: 8, count: 60, planted: 0.05 })

function rowsOf(date: string): readonly FlowRow[] {
  const { prints, facts } = tapeOf(date)
  return readFlow(prints, { facts }).rows
}

/** Rows, a minute and a tape of a session. */
async function put(store: Store, date: string): Promise<void> {
  const { prints } = tapeOf(date)
  const startMs = Date.parse(date)
  const prices = { openPrice: 1, highPrice: 1, lowPrice: 1, hedge: 1 }
  const minutes = [{ startMs, sums: noFlow(), underlyingPrice: 1, prices }]
  await store.transaction(async ({ flowRows, flowTotals, tapeSegments }) => {
    await flowRows.put(rowsOf(date))
    await flowTotals.putMinutes(SYMBOL, date, { fromMs: startMs, toMs: startMs, minutes })
    await tapeSegments.put(tapeSegments.packPrints({ prints, wholeUntilMs: 1 }, 0))
  })
}

/** What of a session is stored. */
async function stored(store: Store, date: string): Promise<unknown> {
  const { flowRows, flowTotals, tapeSegments } = store
  const rows = await flowRows.session(SYMBOL, date)
  const tape = await tapeSegments.prints(SYMBOL, date)
  return {
    rows: rows.length,
    minutes: (await flowTotals.minutes(SYMBOL, date)).length,
    prints: tape?.prints.count ?? 0,
  }
}

const whole = (date: string) => ({ rows: rowsOf(date).length, minutes: 1, prints: tapeOf(date).prints.count })
const NOTHING = { rows: 0, minutes: 0, prints: 0 }

/** The partitions that hold rows, by table. */
async function places(schema: TestSchema): Promise<string[]> {
  const of = (table: string) => `select distinct tableoid::regclass::text as place from ${table}`
  const all = ['flow_rows', 'flow_minutes', 'tape_segments'].map(of).join(' union ')
  const { rows } = await schema.run(`${all} order by 1`)
  return rows.map(({ place }) => place)
}

async function partitionsOf(schema: TestSchema, table: string): Promise<string[]> {
  const { rows } = await schema.run(`select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent = '${table}'::regclass order by 1`)
  return rows.map(({ relname }) => relname)
}

/** Connections that wait for a lock on a table of the schema. */
async function waiting(schema: TestSchema): Promise<number> {
  const { rows } =
    await schema.run(`select count(*)::int4 as count from pg_locks join pg_class on pg_class.oid = relation
    where not granted and relnamespace = current_schema()::regnamespace`)
  return rows[0].count
}

async function until(step: () => Promise<boolean | number>): Promise<number> {
  let steps = 0
  while (await step()) steps++
  return steps
}

describe.skipIf(!postgresUrl)('partitions of flow on PostgreSQL', () => {
  it('are made for the sessions of two weeks, and rows are stored in that of their session', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)

    const did = [
      await makeFlowPartitions({ store, now: at(TODAY) }),
      await makeFlowPartitions({ store, now: at(TODAY) }),
    ]
    await put(store, TODAY)
    await put(store, '2026-12-04')

    expect(did).toEqual([true, false])
    // Neither weekends nor Thanksgiving.
    expect((await partitionsOf(schema, 'tape_segments')).map((name) => name.slice(-5))).toEqual([
      ...['11_20', '11_23', '11_24', '11_25', '11_27', '11_30', '12_01', '12_02', '12_03', '12_04'],
      'fault',
    ])
    expect(await places(schema)).toEqual([
      ...['flow_minutes_2026_11', 'flow_minutes_2026_12'],
      ...['flow_rows_2026_11_20', 'flow_rows_2026_12_04'],
      ...['tape_segments_2026_11_20', 'tape_segments_2026_12_04'],
    ])
    expect(await stored(store, TODAY)).toEqual(whole(TODAY))
  })

  it('are dropped whole when they are too old', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    await store.flowPartitions.make(WEEK)
    for (const date of WEEK) await put(store, date)

    const rows = await until(() => store.flowRetention.removeFlowRows('2026-11-18'))
    const tapes = await until(() => store.flowRetention.removeTapes('2026-11-19'))
    const minutes = [await until(() => store.flowRetention.removeFlowMinutes('2026-11-30'))]
    const kept = await stored(store, TODAY)
    minutes.push(await until(() => store.flowRetention.removeFlowMinutes('2026-12-01')))

    expect([rows, tapes]).toEqual([2, 3])
    expect(kept).toEqual({ ...whole(TODAY), minutes: 0 })
    expect(await partitionsOf(schema, 'flow_minutes')).toEqual(['flow_minutes_default'])
    expect(minutes).toEqual([1, 1])
    expect(await partitionsOf(schema, 'flow_rows')).toEqual([
      ...WEEK.slice(2).map((date) => `flow_rows_${date.replaceAll('-', '_')}`),
      'flow_rows_default',
    ])
  })

  it('are not made for sessions that have rows elsewhere, because nobody had made them: these are deleted in bites', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    for (const date of WEEK) await put(store, date)
    const before = await places(schema)

    // That of Monday the 23rd is made, but not that of November.
    const made = await store.flowPartitions.make([...WEEK, '2026-11-23'])
    for (const date of WEEK) await put(store, date)
    const again = await store.flowPartitions.make(WEEK)
    for (const date of WEEK) expect(await stored(store, date)).toEqual(whole(date))
    await until(() => store.flowRetention.removeFlowRows(TODAY))

    expect(before).toEqual(['flow_minutes_default', 'flow_rows_default', 'tape_segments_default'])
    expect([made, again]).toEqual([2, 0])
    for (const date of WEEK.slice(0, 4)) expect(await stored(store, date)).toEqual({ ...whole(date), rows: 0 })
    expect(await stored(store, TODAY)).toEqual(whole(TODAY))
  })

  it('are not needed for a session of two years ago or of the future, and the retention deletes the old one', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    const parts = { store, now: at(TODAY) }
    await makeFlowPartitions(parts)
    for (const date of ['2024-11-20', '2031-01-02', TODAY]) await put(store, date)
    const before = await stored(store, '2024-11-20')

    await until(() => deleteOldFlow(parts, signal))

    expect(before).toEqual(whole('2024-11-20'))
    expect(await stored(store, '2024-11-20')).toEqual(NOTHING)
    for (const date of ['2031-01-02', TODAY]) expect(await stored(store, date)).toEqual(whole(date))
  })

  it('are made by the keeper of tapes for a past session that somebody requests', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    const { prints, facts } = tapeOf('2026-11-02')
    const session = readFlow(prints, { facts })
    const held = { tape: {}, prints, wholeUntilMs: 1, isFinal: true, lost: 0, warnings: [] }
    const keeper = tapeKeeper({
      store,
      source: 'alpaca',
      heldTapes: () => [held],
      heldOffExchange: () => [],
      readSession: async () => session,
      now: at(TODAY),
    })
    await until(() => keeper.step(signal))

    expect(await places(schema)).toEqual(['flow_minutes_2026_11', 'flow_rows_2026_11_02', 'tape_segments_2026_11_02'])
  })

  it('stay as they are where somebody has detached one to keep it', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    await store.flowPartitions.make(WEEK)
    await put(store, TODAY)
    await schema.run('alter table flow_rows detach partition flow_rows_2026_11_20')

    expect(await store.flowPartitions.make(WEEK)).toBe(0)
    await put(store, TODAY)
    expect(await places(schema)).toContain('flow_rows_default')
    expect((await schema.run('select 1 from flow_rows_2026_11_20')).rowCount).toBe(rowsOf(TODAY).length)
  })

  it('count as part of the size of the store', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    await store.flowPartitions.make(WEEK)
    const { database: before = 0 } = await store.sizes()
    for (const date of WEEK) await put(store, date)
    const { database: after = 0 } = await store.sizes()
    const { rows } = await schema.run(`select sum(pg_total_relation_size(inhrelid))::int8 as bytes from pg_inherits
      where inhparent = 'flow_rows'::regclass`)

    expect(after - before).toBeGreaterThan(WEEK.length * 8_192)
    expect(after).toBeGreaterThan(Number(rows[0].bytes))
  })
})

describe.skipIf(!postgresUrl)('dropping and making partitions of flow', () => {
  it('waits for a reader in a long transaction, whom it does not disturb, nor others', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    await store.flowPartitions.make(WEEK)
    for (const date of WEEK) await put(store, date)
    const count = async () => (await schema.run(`select 1 from flow_rows where session_date = '${WEEK[0]}'`)).rowCount
    await schema.run('begin')
    const before = await count()

    const dropping = store.flowRetention.removeFlowRows('2026-11-17')
    // While the keeper waits, this one waits behind it, for less than the two seconds after which it would fail.
    const other = await stored(store, TODAY)
    const outcomes = [await dropping, await store.flowRetention.removeFlowRows('2026-11-17')]
    const during = await count()
    await schema.run('commit')
    outcomes.push(await store.flowRetention.removeFlowRows('2026-11-17'))

    expect(outcomes).toEqual([0, 0, 1])
    expect(other).toEqual(whole(TODAY))
    expect([before, during, await count()]).toEqual([rowsOf(WEEK[0]!).length, rowsOf(WEEK[0]!).length, 0])
  })

  it('makes none while somebody uses the default partition, and does not wait for a reader of another one', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    await store.flowPartitions.make([TODAY])
    await schema.run('begin')
    await schema.run('select 1 from flow_rows_default')
    const used = await store.flowPartitions.make(['2026-11-23'])
    await schema.run('commit')
    await schema.run('begin')
    await schema.run(`select 1 from flow_rows where session_date = '${TODAY}'`)
    const read = await store.flowPartitions.make(['2026-11-23'])
    await schema.run('commit')

    // Of the two other tables alone, that of the minutes of November is there.
    expect([used, read]).toEqual([1, 1])
    expect(await partitionsOf(schema, 'flow_rows')).toContain('flow_rows_2026_11_23')
  })

  it('is done once by two processes that believe to have the lease', async () => {
    await using schema = await testSchema()
    await using first = await openAs('command', schema.url)
    await using second = await openAs('command', schema.url)
    const stores = [first, second]

    const made = await Promise.all(stores.map((store) => until(() => store.flowPartitions.make(WEEK))))
    for (const date of WEEK) await put(first, date)
    const dropped = await Promise.all(stores.map((store) => until(() => store.flowRetention.removeFlowRows(TODAY))))
    // What neither could lock is left for a later step.
    await until(() => first.flowPartitions.make(WEEK))
    await until(() => first.flowRetention.removeFlowRows(TODAY))

    expect(made.some((steps) => steps > 0)).toBe(true)
    expect(dropped.some((steps) => steps > 0)).toBe(true)
    expect(await partitionsOf(schema, 'flow_rows')).toEqual(['flow_rows_2026_11_20', 'flow_rows_default'])
    expect(await partitionsOf(schema, 'tape_segments')).toHaveLength(WEEK.length + 1)
    expect(await stored(first, TODAY)).toEqual(whole(TODAY))
  })

  it('loses and refuses no row that is written while its partition is made', async () => {
    await using schema = await testSchema()
    await using writer = await openAs('command', schema.url)
    const rows = rowsOf(TODAY)
    // Uncommitted, the making of the partition blocks the first row.
    await schema.run('begin')
    await schema.run('lock table flow_rows_default in access exclusive mode')
    const writing = writer.transaction(({ flowRows }) => flowRows.put(rows))
    await expect.poll(async () => waiting(schema)).toBe(1)
    await schema.run('create table flow_rows_2026_11_20 (like flow_rows including all)')
    await schema.run(
      `alter table flow_rows attach partition flow_rows_2026_11_20 for values from ('2026-11-20') to ('2026-11-21')`,
    )
    await schema.run('commit')
    await writing

    expect(await writer.flowRows.session(SYMBOL, TODAY)).toEqual(rows)
    expect(await places(schema)).toEqual(['flow_rows_2026_11_20'])
  })
})

describe('partitions of flow on SQLite', () => {
  it('are none', async () => {
    await using store = await migratedStore({ now: at(TODAY) })

    expect(await makeFlowPartitions({ store, now: at(TODAY) })).toBe(false)
  })
})

/** A store whose statements are noted as the server gets them. */
async function noted(url: string) {
  const statements: { readonly text: string; readonly values: unknown[] }[] = []
  const pool = await openPool({ url, connections: 1 })
  pool.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...call: unknown[]) => unknown
    const noting = (...call: unknown[]) => {
      const [text, values] = call
      if (typeof text === 'string' && Array.isArray(values)) statements.push({ text, values })
      return query(...call)
    }
    client.query = noting as typeof client.query
  })
  const store = await storeOverPool<Tables, Repositories>(pool, {
    repositories: repositoriesOf,
    bus: inProcessBus('p1'),
  })
  /** The partitions that the plan of a statement names. */
  const explain = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query(`explain (format json) ${text}`, values)
    const found = JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)
    return [...new Set([...found].map(([, name]) => name))]
  }
  return { store, statements, explain }
}

describe.skipIf(!postgresUrl)('a question about one session', () => {
  it('reads one partition, because the plan is made with the values', async () => {
    await using schema = await testSchema()
    await using made = await openAs('command', schema.url)
    await makeFlowPartitions({ store: made, now: at('2026-11-16') })
    for (const date of WEEK) await put(made, date)
    const { store, statements, explain } = await noted(schema.url)
    await using _ = store
    const page = { sessionDate: TODAY, sort: 'newest', limit: 10 } as const
    await store.flowRows.page({ ...page, filters: { symbol: SYMBOL } })
    await store.flowRows.page({ ...page, filters: { minPremium: 500_000 }, after: undefined })
    await store.flowRows.session(SYMBOL, TODAY)
    await store.flowRows.sums(SYMBOL, TODAY, {})
    await store.flowRows.withdraw(SYMBOL, TODAY, [999_999])
    await store.flowTotals.minutes(SYMBOL, TODAY)
    await store.tapeSegments.head(SYMBOL, TODAY)
    await store.tapeSegments.offExchange(SYMBOL, TODAY)
    // Bites look at what is in no partition of its own alone.
    await store.flowRetention.removeFlowRows('2026-11-16')
    const asked = statements.filter(({ text }) => /flow_rows|flow_minutes|tape_segments/.test(text) && /\$1/.test(text))
    const read: string[] = []
    for (const { text, values } of asked) read.push((await explain(text, values)).join(' '))

    expect(read).toEqual([
      ...Array.from({ length: 4 }, () => 'flow_rows_2026_11_20'),
      // A plan that deletes names the whole table as well.
      'flow_rows flow_rows_2026_11_20',
      'flow_minutes_2026_11',
      ...Array.from({ length: 2 }, () => 'tape_segments_2026_11_20'),
      'flow_rows flow_rows_default',
    ])
  })
})
