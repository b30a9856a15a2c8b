import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/app/store/open-store.ts'
import { appliedMigrations, copyStore } from '../../src/store/copy-store.ts'
import { readMigrations } from '../../src/store/migrate.ts'
import { anAccount } from '../support/market/rows.ts'
import { tempFolder } from '../support/process/temp-folder.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')

describe('a copy of a store', () => {
  it('is one file with the rows of one moment, also of what is in the log only, while the store is in use', async () => {
    using folder = tempFolder()
    await using store = await openStore({ path: folder.file('a.sqlite3'), now })
    await store.accounts.add(anAccount())

    const copying = copyStore(folder.file('a.sqlite3'), folder.file('copy.sqlite3'))
    await store.accounts.add(anAccount({ id: 'later', email: 'later@example.com' }))
    const { rows, bytes, migrations } = await copying

    expect(rows).toMatchObject({ accounts: 1, migrations: readMigrations().length })
    expect(bytes).toBe(readFileSync(folder.file('copy.sqlite3')).length)
    expect(migrations.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
    expect(readdirSync(folder.path).filter((name) => name.startsWith('copy'))).toEqual(['copy.sqlite3'])
    await using copy = await openStore({ path: folder.file('copy.sqlite3'), now })
    expect((await copy.accounts.byEmail('ada@example.com'))?.account.id).toBe(anAccount().id)
    expect(await copy.accounts.byEmail('later@example.com')).toBeUndefined()
  })

  it('ends though another process writes all the time', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await using store = await openStore({ path, now })
    await using writer = await openStore({ path, now })
    const copying = copyStore(path, folder.file('copy.sqlite3'))
    const writing = Array.from({ length: 50 }, (_, index) =>
      writer.accounts.add(anAccount({ id: `id-${index}`, email: `${index}@example.com` })),
    )

    const { rows } = await copying
    await Promise.all(writing)

    expect(rows['accounts']).toBeLessThanOrEqual(50)
    expect((await store.accounts.byEmail('49@example.com'))?.account.id).toBe('id-49')
  })

  it.each([
    ['is missing', undefined, 'not_found', /There is no store at/],
    [
      'is no database',
      'some text that is long enough to be no header of a database'.repeat(3),
      'unavailable',
      /not a store/,
    ],
  ])('is refused where the file %s', async (_, content, code, message) => {
    using folder = tempFolder()
    if (content !== undefined) writeFileSync(folder.file('a.sqlite3'), content)

    const copying = copyStore(folder.file('a.sqlite3'), folder.file('copy.sqlite3'))

    await expect(copying).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('is refused where pages of the store are damaged', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    const store = await openStore({ path, now })
    for (let index = 0; index < 200; index++)
      await store.accounts.add(anAccount({ id: `id-${index}`, email: `${index}@example.com` }))
    await store[Symbol.asyncDispose]()
    const bytes = readFileSync(path)
    const place = bytes.lastIndexOf('150@example.com')
    bytes.fill(0xff, place - (place % 4096), place - (place % 4096) + 512)
    writeFileSync(path, bytes)

    const copying = copyStore(path, folder.file('copy.sqlite3'))

    await expect(copying).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/damaged/) })
  })

  it('is refused where rows refer to rows that are missing', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    await (await openStore({ path, now }))[Symbol.asyncDispose]()
    const handle = new Database(path)
    handle.pragma('foreign_keys = OFF')
    handle.exec(`insert into recovery_codes (account_id, digest) values ('nobody', 'x')`)
    handle.close()

    const copying = copyStore(path, folder.file('copy.sqlite3'))

    await expect(copying).rejects.toThrow(/1 rows refer to rows that are missing/)
  })
})

it('the migrations of a database of another program are refused', () => {
  using folder = tempFolder()
  const handle = new Database(folder.file('other.sqlite3'))
  handle.exec('create table notes (text)')
  handle.close()

  expect(() => appliedMigrations(folder.file('other.sqlite3'))).toThrow(/database of another program/)
})
