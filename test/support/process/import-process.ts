/** Imports one file in a process of its own, and says on its output when it reads and when it is about to write. */
import { writeSync } from 'node:fs'
import { importFiles } from '../../../src/app/import/import-files.ts'
import { openStore } from '../../../src/app/store/open-store.ts'

const [path = '', file = ''] = process.argv.slice(2)
const now = () => new Date('2026-11-20T15:00:00.000Z')
await using store = await openStore({ path, now })
let id = 0
const [report] = await importFiles(
  { store, now, newId: () => `p${id++}` },
  { kind: 'chain', files: [file] },
  ({ phase, doneBytes }) => {
    writeSync(1, `${phase} ${doneBytes}\n`)
  },
)
writeSync(1, `${report?.status}\n`)
