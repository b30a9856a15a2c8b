import { openHandle } from '../../../src/store/open-store.ts'
import { storeFiles } from '../../../src/store/store-files.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'

const ROUNDS = 15
const COMMITS = 100
const ROW = 'x'.repeat(300)

/** What noticing a deleted file of the store costs each commit. */
export function figures(): Figure[] {
  using folder = tempFolder()
  const handle = openHandle(folder.file('store.sqlite3'), 1_000)
  try {
    handle.exec('CREATE TABLE rows (text TEXT)')
    const insert = handle.prepare('INSERT INTO rows VALUES (?)')
    const { look, afterCommit } = storeFiles(handle, () => performance.now())
    look()
    const rounds = Array.from({ length: ROUNDS }, () => ({
      commit: microseconds(() => insert.run(ROW)),
      look: microseconds(look),
      afterCommit: microseconds(afterCommit),
    }))
    const anchor = { name: 'a commit of one row', value: median(rounds.map(({ commit }) => commit)) }
    const value = (of: 'look' | 'afterCommit') => median(rounds.map((round) => round[of]))
    return [
      { name: 'looking for the files of the store', value: value('look'), unit: 'µs', anchor },
      { name: 'the same after a commit', value: value('afterCommit'), unit: 'µs', goal: '≤ 2 % of a commit', anchor },
    ]
  } finally {
    handle.close()
  }
}

function microseconds(work: () => unknown): number {
  const startMs = performance.now()
  for (let each = 0; each < COMMITS; each++) work()
  return (1_000 * (performance.now() - startMs)) / COMMITS
}
