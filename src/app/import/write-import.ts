import { basename } from 'node:path'
import type { ReadLog } from '../../market/import/read-log.ts'
import type { ImportedDocument } from '../../market/import/reading.ts'
import type { ImportKey } from '../../market/store/imports.ts'
import type { Store } from '../store/open-store.ts'
import type { Repositories } from '../store/repositories.ts'
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

/** Retries after a concurrent import changed the merged data; more conflicts are not a coincidence. */
const MAX_ATTEMPTS = 5

/** Rolls back the transaction; the merge is then repeated. */
class ConcurrentImport extends Error {}

/** Writes all of one file in one transaction. False if the same import was already done. */
export async function writeImport({ store, now, newId }: WriteParts, read: ReadFile): Promise<boolean> {
  const { key, format, file, log } = read
  for (let attempt = 1; ; attempt++) {
    const writes = await joinDocuments(read.documents, { store, newId, fileSha256: key.fileSha256, format })
    try {
      return await store.transaction(async (repositories) => {
        const record = { ...key, fileName: basename(file), format, taken: log.taken, refused: log.refusedRows }
        if (!(await repositories.imports.remember({ ...record, importedAt: now().toISOString() }))) return false
        for (const write of writes) await writeOne(write, repositories)
        return true
      })
    } catch (error) {
      if (!(error instanceof ConcurrentImport) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function writeOne(write: Write, repositories: Repositories): Promise<void> {
  if (write.type === 'rows') return writeRows(write.document, repositories)
  const written =
    write.type === 'chain'
      ? await repositories.chains.put(write.packed)
      : await repositories.marketSessions.put(write.packed)
  if (!written) throw new ConcurrentImport('another import has changed the stored data')
}

async function writeRows(
  document: Extract<Write, { type: 'rows' }>['document'],
  repositories: Repositories,
): Promise<void> {
  switch (document.type) {
    case 'daily_bars':
      return repositories.dailyBars.put(document.symbol, document.bars, { derived: document.derived })
    case 'corporate_actions':
      return repositories.corporateActions.put(document.actions)
    case 'ticker_periods':
      return repositories.corporateActions.putTickerPeriods(document.symbol, document.periods)
    case 'earnings':
      return repositories.marketCalendar.putEarnings(document.reports)
    case 'events':
      return repositories.marketCalendar.putEvents(document.events)
    case 'news':
      return repositories.news.put(document.items)
  }
}
