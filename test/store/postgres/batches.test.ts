import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tables } from '../../../src/app/store/tables.ts'
import { readEach, runEach, writeEach } from '../../../src/store/batch-statement.ts'
import type { Connection } from '../../../src/store/connection.ts'
import { postgresBatch } from '../../../src/store/postgres/batches.ts'
import { type EmptyDatabase, emptyDatabases } from '../../support/engines.ts'
import { postgresUrl } from '../../support/postgres.ts'

const TABLE =
  'create table kept (name text not null, n int8 not null, note text, hits int8 not null, primary key (name, n))'

/** Each form that a repository uses, with sets that may name one row several times. */
const STATEMENTS = {
  put: 'insert into kept (name, n, note, hits) values (?, ?::int8, ?, 1) on conflict (name, n) do nothing',
  raise: `insert into kept (name, n, note, hits) values (?, ?::int8, ?, 1)
    on conflict (name, n) do update set hits = kept.hits + ?::int8, note = excluded.note where kept.hits <= ?::int8 returning hits, note`,
  change:
    'update kept set note = ?, hits = case when note is null then hits else hits + 1 end where name = ? and n = ?::int8 and (hits < 9 or note is null)',
  remove: 'delete from kept where name = ? and n = ?::int8 and hits < ?::int8',
  read: 'select n, note from kept where name = ? and n > ?::int8 order by n desc limit ?::int8',
} as const

const name = fc.constantFrom('a', 'b', 'c', `it's "{x,y}" \\ \n é`)
const number = fc.integer({ min: 0, max: 3 })
const note = fc.option(fc.constantFrom('', 'null', 'NULL', '{}', '1'), { nil: null })
const many = <Set>(set: fc.Arbitrary<Set>) => fc.array(set, { maxLength: 8 })
const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), sets: many(fc.tuple(name, number, note)) }),
  fc.record({ kind: fc.constant('change' as const), sets: many(fc.tuple(note, name, number)) }),
  fc.record({ kind: fc.constant('remove' as const), sets: many(fc.tuple(name, number, number)) }),
)
const step = fc.oneof(
  change.map((it) => ({ ...it, isSilent: false })),
  change.map((it) => ({ ...it, isSilent: true })),
  fc.record({ kind: fc.constant('raise' as const), sets: many(fc.tuple(name, number, note, number, number)) }),
  fc.record({ kind: fc.constant('read' as const), sets: many(fc.tuple(name, number, number)) }),
)

describe.runIf(postgresUrl)('a batch of statements', () => {
  let databases: EmptyDatabase[] = []
  beforeAll(async () => {
    databases = await Promise.all(emptyDatabases.map(([, open]) => open()))
    for (const { db } of databases) await sql.raw(TABLE).execute(db)
  })
  afterAll(async () => {
    for (const database of databases) await database[Symbol.asyncDispose]()
  })

  it('answers and changes the same on both engines, whatever rows the sets name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const outcomes = await Promise.all(databases.map((database) => outcomeOf(database, steps)))

        expect(outcomes[1]).toEqual(outcomes[0])
      }),
      { numRuns: 60 },
    )
  })
})

interface Step {
  readonly kind: keyof typeof STATEMENTS
  readonly sets: readonly (readonly unknown[])[]
  readonly isSilent?: boolean
}

async function outcomeOf({ engine, db }: EmptyDatabase, steps: readonly Step[]): Promise<unknown> {
  await sql`delete from kept`.execute(db)
  const connection: Pick<Connection<Tables>, 'engine' | 'db'> = { engine, db }
  const answers: unknown[] = []
  for (const { kind, sets, isSilent = false } of steps) {
    const run = kind === 'read' || kind === 'raise' ? readEach : isSilent ? writeEach : runEach
    answers.push(await run(connection, STATEMENTS[kind], sets))
  }
  const { rows } = await sql`select name, n, note, hits from kept order by name, n`.execute(db)
  return { answers, rows }
}

describe('a statement that is none of these forms', () => {
  it.each([
    'update kept set hits = ?::int8',
    'insert into kept (name) select name from others where name = ?',
    'truncate kept',
  ])('is refused: %s', (statement) => {
    expect(() => postgresBatch(statement)).toThrow(/batch statement|no insert of one row/)
  })
})
