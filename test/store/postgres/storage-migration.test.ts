import { describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../../src/store/migrate.ts'
import { onOneConnection } from '../../../src/store/postgres/one-connection.ts'
import { openAs, postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const MIGRATION = '096-postgres-storage.expand.sql'
const TABLES = ['flow_rows', 'tape_segments', 'flow_minutes']
/** Two years ago, now, within the week in which earlier versions may go on, and after wrong clocks. */
const SESSIONS = ['2024-11-20', '2026-11-19', '2026-11-20', '2026-11-25', '2026-11-30', '2026-12-01', '2031-01-02']

/** A schema as the version before made it. */
async function schemaBefore(): Promise<TestSchema> {
  const schema = await testSchema()
  const earlier = readMigrations().filter(({ name }) => name < MIGRATION)
  await onOneConnection(schema.url, (db) => migrate({ engine: 'postgres', db }, earlier, now))
  return schema
}

const migrated = async (schema: TestSchema) => (await openAs('command', schema.url))[Symbol.asyncDispose]()

/** Two rows of a session in each table, as statements of the version before wrote them. */
async function fill(schema: TestSchema, session: string): Promise<void> {
  for (const place of [1, 2]) {
    await schema.run(`insert into flow_rows (symbol, session_date, sequence, executed_at, option_symbol, dte, side, size,
      premium_cents, trade_type, sentiment, aggressor, unusual_score, alert_types, detail)
      values ('SPY', '${session}', ${place}, ${Date.parse(session) + place}, 'SPY', 1, 'mid', 0.1, null, 'single', 'neutral', 0, 70, '', '[]')
      on conflict (symbol, session_date, sequence) do update set size = excluded.size`)
    await schema.run(`insert into tape_segments (kind, symbol, session_date, first_row, row_count, encoding, content)
      values ('option_prints', 'SPY', '${session}', ${place}, 1, 1, repeat('long ', 1000))`)
    await schema.run(
      `insert into flow_minutes values ('SPY', '${session}', ${Date.parse(session) + place}, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.5)`,
    )
  }
}

async function contents(schema: TestSchema): Promise<unknown[]> {
  const all: unknown[] = []
  for (const table of TABLES) all.push((await schema.run(`select it::text from ${table} it order by it`)).rows)
  return all
}

/** The sessions of a table by the partition that holds them. */
async function placesIn(schema: TestSchema, table: string): Promise<Record<string, string[]>> {
  const { rows } =
    await schema.run(`select tableoid::regclass::text as partition, array_agg(distinct session_date) as sessions
    from ${table} group by 1`)
  return Object.fromEntries(rows.map(({ partition, sessions }) => [partition, sessions]))
}

describe.skipIf(!postgresUrl)('the migration that puts flow into partitions', () => {
  it('has deliveries vacuumed when few of them are dead', async () => {
    await using schema = await schemaBefore()
    await migrated(schema)

    const { rows } = await schema.run(`select reloptions from pg_class where oid = 'deliveries'::regclass`)
    expect(rows).toEqual([
      {
        reloptions: [
          'autovacuum_vacuum_scale_factor=0.02',
          'autovacuum_analyze_scale_factor=0.01',
          expect.stringContaining('fillfactor'),
        ],
      },
    ])
  })

  it('keeps every row of a store of the version before, also very old ones and those of the future', async () => {
    await using schema = await schemaBefore()
    for (const session of SESSIONS) await fill(schema, session)
    const before = await contents(schema)

    await migrated(schema)

    expect(await contents(schema)).toEqual(before)
    expect(await placesIn(schema, 'flow_rows')).toEqual({
      flow_rows_before: SESSIONS.slice(0, 4),
      flow_rows_default: SESSIONS.slice(4),
    })
    expect(await placesIn(schema, 'tape_segments')).toEqual({
      tape_segments_before: SESSIONS.slice(0, 4),
      tape_segments_default: SESSIONS.slice(4),
    })
    expect(await placesIn(schema, 'flow_minutes')).toEqual({
      flow_minutes_before: SESSIONS.slice(0, 5),
      flow_minutes_default: SESSIONS.slice(5),
    })
  })

  it('leaves an empty store with an empty default partition alone', async () => {
    await using empty = await schemaBefore()
    await migrated(empty)

    const { rows } = await empty.run(`select relname from pg_inherits join pg_class on oid = inhrelid
      where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1`)
    expect(rows.map(({ relname }) => relname)).toEqual(TABLES.map((table) => `${table}_default`).sort())
  })

  it('is no obstacle to the statements of processes of the version before', async () => {
    await using schema = await schemaBefore()
    for (const session of SESSIONS) await fill(schema, session)
    await migrated(schema)

    for (const session of [...SESSIONS.slice(0, 6), '2026-12-10']) {
      await schema.run(
        `delete from flow_minutes where symbol = 'SPY' and session_date = '${session}' and minute_ms >= 0`,
      )
      await schema.run(
        `delete from tape_segments where symbol = 'SPY' and session_date = '${session}' and first_row >= 1`,
      )
      await fill(schema, session)
    }
    const { rowCount } = await schema.run(`delete from flow_rows where (symbol, session_date, sequence) in (
      select symbol, session_date, sequence from flow_rows where executed_at < ${Date.parse('2026-11-20')}
      order by executed_at limit 500) returning sequence`)
    const tapes = await schema.run(`delete from tape_segments where (kind, symbol, session_date, first_row) in (
      select kind, symbol, session_date, first_row from tape_segments where session_date < '2026-11-20' limit 8
    ) returning first_row`)

    expect([rowCount, tapes.rowCount]).toEqual([4, 4])
    const { rows } = await schema.run('select distinct session_date from flow_rows order by 1')
    expect(rows.map(({ session_date }) => session_date)).toEqual([...SESSIONS.slice(2), '2026-12-10'].sort())
  })

  it('is followed by partitions of days, and what was there before is dropped whole when all of it is old', async () => {
    await using schema = await schemaBefore()
    for (const session of SESSIONS) await fill(schema, session)
    await using store = await openAs('command', schema.url)

    const made = await store.flowPartitions.make(['2026-11-23', '2026-11-27', '2026-11-30', '2026-12-01'])
    const places = await placesIn(schema, 'flow_rows')
    const early = await store.flowRetention.removeFlowRows('2026-11-26')
    const late = await store.flowRetention.removeFlowRows('2026-11-27')

    // That of the 27th for two tables; of later sessions there are rows elsewhere.
    expect(made).toBe(2)
    expect(places).toEqual({
      flow_rows_before: SESSIONS.slice(0, 4),
      flow_rows_default: SESSIONS.slice(4),
    })
    // Bites, of two rows of each session; then the rest at once.
    expect([early, late]).toEqual([8, 1])
    const { rows } = await schema.run('select distinct session_date from flow_rows order by 1')
    expect(rows.map(({ session_date }) => session_date)).toEqual(SESSIONS.slice(4))
  })
})
