import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BackupKeeper, backupKeeper } from '../../../src/app/backup/backup-keeper.ts'
import { believedClock } from '../../../src/app/clock/service-clock.ts'
import { createLogger } from '../../../src/app/logger.ts'
import { openStore, type Store } from '../../../src/app/store/open-store.ts'
import { HOUR_MS } from '../../../src/lib/time/duration.ts'
import { copyStore } from '../../../src/store/copy-store.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { anAccount } from '../../support/market/rows.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'

let folder: TempFolder
let clock: TestClock
let store: Store
let logged: string[]
let steady: { isSteady: boolean; mayDelete: boolean }
let keeper: BackupKeeper
beforeEach(async () => {
  folder = tempFolder()
  clock = testClock()
  logged = []
  steady = { isSteady: true, mayDelete: true }
  store = await openStore({ path: folder.file('store.sqlite3'), now: clock.now })
  await store.accounts.add(anAccount())
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

function keeping({ keep = 3 } = {}): BackupKeeper {
  const made = backupKeeper({
    config: {
      databasePath: folder.file('store.sqlite3'),
      backup: { folder: folder.file('backups'), everyMs: 6 * HOUR_MS, keep },
    },
    clock: { ...believedClock(clock.now), isSteady: () => steady.isSteady, mayDelete: () => steady.mayDelete },
    log: createLogger('info', { write: (text: string) => void logged.push(text) }),
    monotonicMs: () => clock.now().getTime(),
  })
  if (!made) throw new Error('nothing is kept')
  return made
}

const backups = () => readdirSync(folder.file('backups')).sort()

const look = () => keeper.step(new AbortController().signal)

async function afterHours(hours: number): Promise<string[]> {
  clock.advance(hours * HOUR_MS)
  await look()
  return backups()
}

describe('scheduled backups', () => {
  it('begin at the start, come when they are due, and keep the newest', async () => {
    mkdirSync(folder.file('backups'))
    writeFileSync(folder.file('backups/notes.txt'), 'of the operator')
    keeper = keeping()
    const [first, second, third, fourth] = ['20T15', '20T21', '21T03', '21T09'].map(
      (hour) => `optionwire-202611${hour}0000Z.sqlite3`,
    )
    expect(await afterHours(0)).toEqual(['notes.txt', first])
    clock.advance(-1)
    expect(await afterHours(6)).toEqual(['notes.txt', first])
    clock.advance(1)
    expect(await afterHours(0)).toEqual(['notes.txt', first, second])
    expect(await afterHours(6)).toEqual(['notes.txt', first, second, third])

    expect(await afterHours(6)).toEqual(['notes.txt', second, third, fourth])

    expect(statSync(folder.file(`backups/${fourth}`)).mode & 0o777).toBe(0o600)
    const { rows } = await copyStore(folder.file(`backups/${fourth}`), folder.file('check.sqlite3'))
    expect(rows).toMatchObject({ accounts: 1 })
  })

  it('are not made again by a restart, and count in the age that readiness shows', async () => {
    mkdirSync(folder.file('backups'))
    const name = 'optionwire-20261120T120000Z.sqlite3'
    writeFileSync(folder.file(`backups/${name}`), '')
    keeper = keeping()

    expect(await afterHours(0)).toEqual([name])
    expect(await keeper.check.run(AbortSignal.abort())).toEqual({
      ok: true,
      detail: 'The newest backup is 3 hours old.',
    })
  })

  it('are not judged by one of the future, from before the clock was set back', async () => {
    mkdirSync(folder.file('backups'))
    const future = 'optionwire-20270101T000000Z.sqlite3'
    writeFileSync(folder.file(`backups/${future}`), '')
    keeper = keeping()

    expect(await afterHours(0)).toEqual(['optionwire-20261120T150000Z.sqlite3', future])
    expect(await afterHours(1)).toHaveLength(2)
  })

  it('wait while the clock is not believed, and delete none while deletions wait', async () => {
    mkdirSync(folder.file('backups'))
    steady = { isSteady: false, mayDelete: false }
    keeper = keeping({ keep: 1 })
    expect(await afterHours(0)).toEqual([])
    steady = { isSteady: true, mayDelete: false }
    expect(await afterHours(0)).toHaveLength(1)

    expect(await afterHours(6)).toHaveLength(2)
  })

  it('that fail are logged, shown by readiness, and tried again after 15 minutes', async () => {
    keeper = keeping()
    await look()
    expect(logged.join('')).toContain('The folder of BACKUP_DIR does not exist')
    expect(await keeper.check.run(AbortSignal.abort())).toEqual({
      ok: true,
      detail: 'There is no backup yet. The last attempt failed: see the log.',
    })
    expect(keeper.hasFailed()).toBe(true)
    mkdirSync(folder.file('backups'))
    expect(await afterHours(0.2)).toEqual([])

    expect(await afterHours(0.05)).toEqual(['optionwire-20261120T151500Z.sqlite3'])

    expect((await keeper.check.run(AbortSignal.abort())).detail).toBe('The newest backup is 0 minutes old.')
    expect(keeper.hasFailed()).toBe(false)
  })

  it('leave the one before when the service stops in the middle', async () => {
    mkdirSync(folder.file('backups'))
    keeper = keeping()
    await look()
    clock.advance(6 * HOUR_MS)

    await keeper.step(AbortSignal.abort())
    writeFileSync(folder.file('backups/optionwire-20261120T210000Z.sqlite3.part'), 'half of a copy')
    writeFileSync(folder.file('backups/notes.part'), 'of the operator')

    expect(backups().filter((name) => name.endsWith('.sqlite3'))).toHaveLength(1)
    expect(await afterHours(1)).toEqual([
      'notes.part',
      'optionwire-20261120T150000Z.sqlite3',
      'optionwire-20261120T220000Z.sqlite3',
    ])
  })
})

it('without a folder or a file there is nothing to keep', () => {
  const parts = { clock: believedClock(clock.now), log: createLogger('silent'), monotonicMs: () => 0 }
  const backup = { folder: folder.path, everyMs: HOUR_MS, keep: 1 }

  expect(backupKeeper({ ...parts, config: { databasePath: 'a.sqlite3', backup: undefined } })).toBeUndefined()
  expect(backupKeeper({ ...parts, config: { databasePath: ':memory:', backup } })).toBeUndefined()
})
