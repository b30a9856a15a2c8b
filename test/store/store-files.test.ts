import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type StoreFiles, storeFiles } from '../../src/store/store-files.ts'
import { tempFolder } from '../support/process/temp-folder.ts'

const EARLIER = new Date('2026-11-20T15:00:00Z')

interface World extends Disposable {
  readonly files: StoreFiles
  readonly file: (suffix: string) => string
  advance(ms: number): void
  /** Makes the folder as old as before: what happens within one tick of the kernel's clock has one time. */
  inTheSameTick(): void
}

/** Files of a store whose folder last changed at `EARLIER`. */
function world(): World {
  const folder = tempFolder()
  const file = (suffix: string) => folder.file(`store.sqlite3${suffix}`)
  const inTheSameTick = () => utimesSync(folder.path, EARLIER, EARLIER)
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(file(suffix), 'x')
  inTheSameTick()
  let ms = 0
  const files = storeFiles({ name: file(''), memory: false }, () => ms)
  files.look()
  const advance = (by: number) => {
    ms += by
  }
  return { files, file, advance, inTheSameTick, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

const LOSSES: Record<string, (file: World['file']) => void> = {
  'the store was deleted': (file) => rmSync(file('')),
  'its log was deleted': (file) => rmSync(file('-wal')),
  'another file took its place': (file) => {
    do {
      rmSync(file('.copy'), { force: true })
      writeFileSync(file('.copy'), 'x')
      // A file system may give both files one time of birth, if they are made at once.
    } while (statSync(file('.copy')).birthtimeMs === statSync(file('')).birthtimeMs)
    renameSync(file('.copy'), file(''))
  },
}

describe('the files of a store', () => {
  it.each(Object.entries(LOSSES))('refuse the first commit after %s, however recent the last look', (_, lose) => {
    using it = world()
    it.files.afterCommit()
    it.advance(1_000)
    it.files.afterCommit()

    lose(it.file)

    expect(() => it.files.afterCommit()).toThrow(/deleted or replaced/)
  })

  it('refuse it where another change of the folder has the same time', () => {
    using it = world()
    it.files.afterCommit()
    it.advance(5)

    rmSync(it.file('-wal'))
    it.inTheSameTick()

    expect(() => it.files.afterCommit()).toThrow(/deleted or replaced/)
  })

  it('refuse it ten milliseconds after a look where the folder does not tell', () => {
    using it = world()
    it.files.afterCommit()
    it.advance(1_000)
    it.files.afterCommit()

    rmSync(it.file('-wal'))
    it.inTheSameTick()
    it.advance(10)

    expect(() => it.files.afterCommit()).toThrow(/deleted or replaced/)
  })
})
