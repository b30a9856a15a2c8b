import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../../src/app/backup/back-up.ts'
import { restoreStore } from '../../../src/app/backup/restore.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { anAccount } from '../../support/market/rows.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'

const at = new Date('2026-11-20T15:00:00.000Z')
const now = () => at

let folder: TempFolder
let path: string
let backup: string
beforeEach(async () => {
  folder = tempFolder()
  path = folder.file('store.sqlite3')
  backup = folder.file('backup.sqlite3')
  await using store = await openStore({ path, now })
  await store.accounts.add(anAccount())
  await backUp(path, backup)
  await store.accounts.add(anAccount({ id: 'later', email: 'later@example.com' }))
})
afterEach(() => folder[Symbol.dispose]())

async function hasAccount(file: string, email: string): Promise<boolean> {
  await using store = await openStore({ path: file, now })
  return (await store.accounts.byEmail(email)) !== undefined
}

describe('a restore', () => {
  it('of a folder is refused, and says so', async () => {
    await expect(restoreStore(folder.path, path, at)).rejects.toMatchObject({
      code: 'invalid',
      message: 'This is a folder. Name the file of the backup.',
    })
  })

  it('puts a copy of the backup in the place of the store, and keeps both', async () => {
    const { kept, pending } = await restoreStore(backup, path, at)

    expect(kept).toBe(`${path}.before-20261120T150000Z`)
    expect(pending).toEqual([])
    expect(await hasAccount(path, 'ada@example.com')).toBe(true)
    expect(await hasAccount(path, 'later@example.com')).toBe(false)
    expect(await hasAccount(String(kept), 'later@example.com')).toBe(true)
    expect(existsSync(backup)).toBe(true)
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.restore'))).toEqual([])
  })

  it('works where no store is, as on a new machine', async () => {
    const { kept } = await restoreStore(backup, folder.file('new.sqlite3'), at)

    expect(kept).toBeNull()
    expect(await hasAccount(folder.file('new.sqlite3'), 'ada@example.com')).toBe(true)
  })

  it('keeps what the store has only in its log, as after a crash', async () => {
    const handle = new Database(path)
    handle.pragma('journal_mode = WAL')
    handle.exec(`update accounts set email = 'crashed@example.com' where id = 'later'`)
    const crashed = folder.file('crashed.sqlite3')
    for (const suffix of ['', '-wal']) writeFileSync(`${crashed}${suffix}`, readFileSync(`${path}${suffix}`))
    handle.close()

    const { kept } = await restoreStore(backup, crashed, at)

    expect(existsSync(`${crashed}-wal`)).toBe(false)
    expect(await hasAccount(String(kept), 'crashed@example.com')).toBe(true)
    expect(await hasAccount(crashed, 'ada@example.com')).toBe(true)
  })

  it('is refused while a process has the store open, and changes nothing', async () => {
    await using store = await openStore({ path, now })
    const before = readdirSync(folder.path).sort()

    await expect(restoreStore(backup, path, at)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The store is in use. Stop the service'),
    })

    expect(readdirSync(folder.path).sort()).toEqual(before)
    expect(await store.accounts.byEmail('later@example.com')).toBeDefined()
  })

  it('is refused where the store cannot be kept, and changes nothing', async () => {
    writeFileSync(`${path}.before-20261120T150000Z`, 'of an earlier restore')

    await expect(restoreStore(backup, path, at)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('so nothing was changed. Move the store away yourself'),
    })

    expect(await hasAccount(path, 'later@example.com')).toBe(true)
    expect(existsSync(`${path}.restore`)).toBe(false)
  })

  it.each([
    ['is damaged', (file: string) => writeFileSync(file, readFileSync(file).fill(0xff, 8_192, 12_288)), /damaged/],
    ['is cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 20_000)), /damaged/],
    ['is no store', (file: string) => writeFileSync(file, 'text '.repeat(1_000)), /not a store/],
    [
      'was written by a newer version',
      (file: string) => change(file, `insert into migrations values ('999-later.sql', 'x', 'y')`),
      /newer version of Optionwire \(it contains 999-later\.sql\)/,
    ],
    [
      'has other migrations',
      (file: string) => change(file, `update migrations set sha256 = 'x' where name like '001%'`),
      /was changed after it was applied/,
    ],
  ])('is refused where the backup %s, and changes nothing', async (_, spoil, message) => {
    spoil(backup)
    const before = readFileSync(path)

    await expect(restoreStore(backup, path, at)).rejects.toThrow(message)

    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder.path).sort()).toEqual(['backup.sqlite3', 'store.sqlite3'])
  })
})

function change(file: string, statement: string): void {
  const handle = new Database(file)
  handle.exec(statement)
  handle.close()
}
