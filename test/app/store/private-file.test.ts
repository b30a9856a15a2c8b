import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { backUp } from '../../../src/app/backup/back-up.ts'
import { openStore } from '../../../src/app/store/open-store.ts'
import { createPrivateFile, privateStoreFile } from '../../../src/app/store/private-file.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const modeOf = (file: string) => statSync(file).mode & 0o777
const now = () => new Date('2026-11-20T15:00:00.000Z')

describe('the files of a store', () => {
  it('can be read by their owner alone, those that SQLite makes beside it and backups too', async () => {
    using folder = tempFolder()
    const path = folder.file('new.sqlite3')
    privateStoreFile(path, () => expect.unreachable('nothing to warn of'))
    await using _store = await openStore({ path, now })
    await backUp(path, folder.file('copy.sqlite3'))

    for (const file of [path, `${path}-wal`, `${path}-shm`, folder.file('copy.sqlite3')]) {
      expect(modeOf(file).toString(8), file).toBe('600')
    }
  })

  it('are closed to others where an older version left them open, with a sentence', async () => {
    using folder = tempFolder()
    const path = folder.file('old.sqlite3')
    for (const file of [path, `${path}-wal`]) {
      writeFileSync(file, '')
      chmodSync(file, 0o644)
    }
    const warned: string[] = []
    privateStoreFile(path, (sentence) => warned.push(sentence))

    expect([modeOf(path), modeOf(`${path}-wal`)]).toEqual([0o600, 0o600])
    expect(warned).toEqual([
      `Other users of this machine could read ${path}. Its mode is 600 now.`,
      `Other users of this machine could read ${path}-wal. Its mode is 600 now.`,
    ])
  })

  it('are refused with what to do where the folder is missing or is a file', async () => {
    using folder = tempFolder()
    writeFileSync(folder.file('file'), '')
    mkdirSync(folder.file('empty'))
    const open = (path: string) => () => privateStoreFile(folder.file(path), () => undefined)

    expect(open('missing/a.sqlite3')).toThrow('the folder does not exist. Create it, or set DATABASE_PATH to another.')
    expect(open('file/a.sqlite3')).toThrow(
      'a part of the path is a file. Choose another folder, or set DATABASE_PATH to another.',
    )
    expect(open('empty/a.sqlite3')).not.toThrow()
    expect(() => createPrivateFile(folder.file('file'))).toThrow(
      `The file cannot be made at ${folder.file('file')}: a file of that name exists.`,
    )
    await expect(backUp(folder.file('empty/a.sqlite3'), `${folder.file('file')}/copy.sqlite3`)).rejects.toThrow(
      'a part of the path is a file. Choose another folder, or name another place.',
    )
    expect(() => createPrivateFile('/proc/copy.sqlite3')).toThrow(
      /^The file cannot be made at .*, or name another place\.$/,
    )
  })
})
