import { basename } from 'node:path'
import { addDays } from '../../lib/time/civil-date.ts'
import { lastSessionOfRates, type PublishedRate } from '../../market/domain/interest-rates.ts'
import type { CorporateAction } from '../../market/domain/stocks/corporate-action.ts'
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
      return writeActions(document.actions, repositories)
    case 'ticker_periods':
      return repositories.corporateActions.putTickerPeriods(document.symbol, document.periods)
    case 'earnings':
      return repositories.marketCalendar.putEarnings(document.reports)
    case 'events':
      return repositories.marketCalendar.putEvents(document.events)
    case 'news':
      return repositories.news.put(document.items)
    case 'rates':
      return writeRates(document.rates, repositories)
  }
}

/** A dividend changes the figures of the sessions before its ex-date, in case they knew of it. */
async function writeActions(actions: readonly CorporateAction[], repositories: Repositories): Promise<void> {
  await repositories.corporateActions.put(actions)
  const ends = new Map<string, string>()
  for (const { symbol, kind, exDate } of actions) {
    if (kind === 'dividend' && exDate > (ends.get(symbol) ?? '')) ends.set(symbol, exDate)
  }
  for (const [symbol, before] of ends) await repositories.dailyMetrics.forget({ symbol, before })
}

/** Rates change the figures of the sessions that they can count for. */
async function writeRates(rates: readonly PublishedRate[], repositories: Repositories): Promise<void> {
  await repositories.interestRates.put(rates)
  const dates = rates.map(({ date }) => date).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return
  await repositories.dailyMetrics.forget({ from: first, before: addDays(lastSessionOfRates(last), 1) })
}
