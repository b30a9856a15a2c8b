import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/app/store/open-store.ts'
import { PARTITIONED_FLOW } from '../../../src/flow/store/flow-partitions.ts'
import { moveStore } from '../../../src/store/postgres/move-store.ts'
import { addAccount } from '../../support/add-account.ts'
import { putMigratedFile } from '../../support/migrated-store.ts'
import { openAs, postgresUrl, testSchema } from '../../support/postgres.ts'
import { run } from '../../support/process/command.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
/** Texts that a wrong order, quoting or encoding would change. */
const TEXTS = ['', ' ', 'NULL', '{"a":[1,"b"]}', `O'Neil \\ "x"`, 'é', 'Z', 'a', '\u{1F514}', 'line\nline']

/** A file with accounts, and with a row in every table whose constraints allow made-up values. */
async function filledFile(path: string): Promise<Record<string, number>> {
  await putMigratedFile(path)
  for (const [index] of TEXTS.entries()) {
    await addAccount(path, { email: `a${index}@optionwire.test`, password: 'a password of a test' })
  }
  const handle = new Database(path)
  handle.pragma('foreign_keys = OFF')
  TEXTS.forEach((text, index) => {
    handle.prepare('update api_keys set name = ? where rowid = ?').run(text, index + 1)
  })
  const tables = handle
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'`)
    .pluck()
    .all()
  for (const table of tables) fillTable(handle, table)
  const [account = ''] = handle.prepare<[], string>('select id from accounts').pluck().all()
  for (const table of tables) keepReferences(handle, table, account)
  const counts = Object.fromEntries(
    tables.map((name) => [name, handle.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0]),
  )
  handle.close()
  return counts
}

function fillTable(handle: Database.Database, table: string): void {
  if (table === 'migrations' || table === 'accounts' || table === 'api_keys') return
  const columns = handle
    .prepare<[string], { name: string; type: string }>('select name, type from pragma_table_info(?)')
    .all(table)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ type }) => (type === 'TEXT' ? `'[]'` : type === 'FLOAT8' ? '0.1' : '1')).join(', ')
  handle.prepare(`insert or ignore into "${table}" (${names}) values (${values})`).run()
}

/** Deletes made-up rows that refer to nothing, as a real store has none. */
function keepReferences(handle: Database.Database, table: string, account: string): void {
  const columns = handle.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table)
  if (columns.includes('account_id') && table !== 'api_keys') {
    handle.prepare(`update or ignore "${table}" set account_id = ?`).run(account)
  }
  handle.pragma('foreign_keys = OFF')
  const orphans = handle.prepare<[], { rowid: number }>(`select rowid from pragma_foreign_key_check('${table}')`).all()
  for (const { rowid } of orphans) handle.prepare(`delete from "${table}" where rowid = ?`).run(rowid)
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  )

describe.skipIf(!postgresUrl)('copying a store from a file into PostgreSQL', () => {
  it('copies all rows of all tables, and then the file is used no more', async () => {
    using folder = tempFolder()
    await using schema = await testSchema()
    const path = folder.file('bot.sqlite3')
    const counts = await filledFile(path)

    const rows = await moveStore(path, { url: schema.url, now, partitioned: PARTITIONED_FLOW })
    await using store = await openAs('command', schema.url)
    const again = await failureOf(openStore({ path, now: () => now }))

    const { migrations: _, instances: _i, receiver_instances: _r, ...expected } = counts
    expect(rows).toEqual(expected)
    expect(Object.values(rows).filter((count) => count > 0).length).toBeGreaterThan(20)
    const { rows: keys } = await schema.run('select name from api_keys')
    expect(keys.map(({ name }) => name).sort()).toEqual([...TEXTS].sort())
    expect((await store.accounts.byEmail('a3@optionwire.test'))?.account.plan).toBe('vega')
    expect(again).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Set DATABASE_URL to that') })
    expect(await failureOf(moveStore(path, { url: schema.url, now, partitioned: PARTITIONED_FLOW }))).toMatchObject({
      code: 'unavailable',
    })
  })

  it('puts rows into the partition of their session, and those without a date into the default one', async () => {
    using folder = tempFolder()
    await using schema = await testSchema()
    const path = folder.file('bot.sqlite3')
    await putMigratedFile(path)
    const handle = new Database(path)
    for (const date of ['2024-02-29', '2026-11-19', '2026-11-20', '[]']) {
      const values = [date, ...Array.from({ length: 12 }, () => 1)]
      handle
        .prepare(`insert into flow_minutes values ('SPY', ?, ${values.slice(1).map(() => '?')}, 1, 1, 1, 1, 1, 1)`)
        .run(...values)
      handle.prepare(`insert into tape_segments values ('option_prints', 'SPY', ?, 0, 1, 1, 1, 1, 'x')`).run(date)
    }
    handle.close()

    const rows = await moveStore(path, { url: schema.url, now, partitioned: PARTITIONED_FLOW })

    expect(rows).toMatchObject({ flow_minutes: 4, tape_segments: 4 })
    const of = (table: string) => `select tableoid::regclass::text as place, session_date from ${table}`
    const { rows: places } = await schema.run(`${of('flow_minutes')} union ${of('tape_segments')} order by 1, 2`)
    expect(places.map(({ place, session_date }) => [place, session_date])).toEqual([
      ['flow_minutes_2024_02', '2024-02-29'],
      ['flow_minutes_2026_11', '2026-11-19'],
      ['flow_minutes_2026_11', '2026-11-20'],
      ['flow_minutes_default', '[]'],
      ['tape_segments_2024_02_29', '2024-02-29'],
      ['tape_segments_2026_11_19', '2026-11-19'],
      ['tape_segments_2026_11_20', '2026-11-20'],
      ['tape_segments_default', '[]'],
    ])
  })

  it('copies nothing where a row changes on its way', async () => {
    using folder = tempFolder()
    await using schema = await testSchema()
    await (await openAs('command', schema.url))[Symbol.asyncDispose]()
    const path = folder.file('bot.sqlite3')
    await filledFile(path)
    await schema.run(`create function spoil() returns trigger language plpgsql as
      $$ begin new.name := new.name || '!'; return new; end $$`)
    await schema.run('create trigger spoil before insert on api_keys for each row execute function spoil()')

    const failure = await failureOf(moveStore(path, { url: schema.url, now, partitioned: PARTITIONED_FLOW }))

    expect(failure).toEqual({
      code: 'unavailable',
      message: 'The copy of the table api_keys differs from the file. Nothing was copied.',
    })
    expect((await schema.run('select 1 from accounts')).rowCount).toBe(0)
    await (await openStore({ path, now: () => now }))[Symbol.asyncDispose]()
  })

  it('refuses a file that is in use, one that is not there, and a database with rows', async () => {
    using folder = tempFolder()
    await using schema = await testSchema()
    const path = folder.file('bot.sqlite3')
    await addAccount(path, { email: 'a@optionwire.test', password: 'a password of a test' })
    const used = await openStore({ path, now: () => now })
    const inUse = await failureOf(moveStore(path, { url: schema.url, now, partitioned: PARTITIONED_FLOW }))
    await used[Symbol.asyncDispose]()
    const missing = await failureOf(
      moveStore(folder.file('none.sqlite3'), { url: schema.url, now, partitioned: PARTITIONED_FLOW }),
    )
    await addAccount(schema.url, { email: 'b@optionwire.test', password: 'a password of a test' })
    const filled = await failureOf(moveStore(path, { url: schema.url, now, partitioned: PARTITIONED_FLOW }))

    expect([inUse, missing, filled]).toMatchObject([
      { code: 'conflict', message: expect.stringContaining('then copy again') },
      { code: 'not_found' },
      { code: 'conflict', message: expect.stringContaining('Copy into an empty one') },
    ])
    expect(existsSync(folder.file('none.sqlite3'))).toBe(false)
  })

  it('is a command, which names its form and what it copied', async () => {
    using folder = tempFolder()
    await using schema = await testSchema()
    const path = folder.file('bot.sqlite3')
    await addAccount(path, { email: 'a@optionwire.test', password: 'a password of a test' })
    const env = { ...SECRET_SETTINGS, DATABASE_URL: schema.roleUrl }
    const cli = (...words: string[]) => run('src/cli.ts', words, { cwd: folder.path, env })

    const wrong = await cli('store', 'copy', path)
    const made = await cli('migrate')
    const copied = await cli('store', 'copy', '--from', path)
    const migrated = await cli('migrate')

    expect([wrong.code, made.code, copied.code, migrated.code]).toEqual([2, 0, 0, 0])
    expect(made.stdout).toContain('These migrations were applied:\n  001-accounts.sql\n')
    expect(wrong.stderr).toContain('optionwire store copy --from FILE')
    expect(copied.stdout).toMatch(/the digests of all tables are the same\.\n\s+1 {2}accounts\n/)
    expect(migrated.stdout).toContain('nothing was changed')
    expect(copied.stdout + copied.stderr + migrated.stdout).not.toContain(schema.password)
  })
})
