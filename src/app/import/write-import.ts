import { basename } from 'node:path'
import type { ReadLog } from '../../adapters/import/read-log.ts'
import type { ImportedDocument } from '../../adapters/import/reading.ts'
import type { Groups } from '../../store/groups.ts'
import type { ImportKey } from '../../store/imports.ts'
import type { Store } from '../../store/open.ts'
import { joinDocuments, type Write } from './join-documents.ts'

export interface ReadFile {
  readonly key: ImportKey
  readonly format: string
  readonly file: string
  readonly documents: readonly ImportedDocument[]
  readonly log: ReadLog
}

interface WriteParts {
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
}

/** Another import changed what this one was joined with; more often than this is no coincidence. */
const ATTEMPTS = 5

/** Undoes the transaction, then the joining is done again. */
class Overtaken extends Error {}

/** Everything of one file, in one transaction. False when the same import came first. */
export async function writeImport({ store, now, newId }: WriteParts, read: ReadFile): Promise<boolean> {
  const { key, format, file, log } = read
  for (let attempt = 1; ; attempt++) {
    const writes = await joinDocuments(read.documents, { store, newId, fileSha256: key.fileSha256, format })
    try {
      return await store.transaction(async (groups) => {
        const record = { ...key, fileName: basename(file), format, taken: log.taken, refused: log.refusedRows }
        if (!(await groups.imports.remember({ ...record, importedAt: now().toISOString() }))) return false
        for (const write of writes) await writeOne(write, groups)
        return true
      })
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === ATTEMPTS) throw error
    }
  }
}

async function writeOne(write: Write, groups: Groups): Promise<void> {
  if (write.type === 'rows') return writeRows(write.document, groups)
  const written =
    write.type === 'chain' ? await groups.chains.put(write.packed) : await groups.marketSessions.put(write.packed)
  if (!written) throw new Overtaken('what is stored was changed by another import')
}

async function writeRows(document: Extract<Write, { type: 'rows' }>['document'], groups: Groups): Promise<void> {
  switch (document.type) {
    case 'daily_bars':
      return groups.dailyBars.put(document.symbol, document.bars, { derived: document.derived })
    case 'corporate_actions':
      return groups.corporateActions.put(document.actions)
    case 'ticker_periods':
      return groups.corporateActions.putTickerPeriods(document.symbol, document.periods)
    case 'earnings':
      return groups.marketCalendar.putEarnings(document.reports)
    case 'events':
      return groups.marketCalendar.putEvents(document.events)
    case 'news':
      return groups.news.put(document.items)
  }
}
