import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ImportProgress, type ImportReport, importFiles } from '../../../src/app/import/import-files.ts'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { ImportKind } from '../../../src/market/import/reading.ts'
import type { TestApp } from '../app.ts'
import { migratedStore } from '../migrated-store.ts'
import { type TempFolder, tempFolder } from '../process/temp-folder.ts'

const now = () => new Date('2026-11-20T15:00:00.000Z')

/** A store in memory and a folder for the files of one test. */
export interface ImportBench extends AsyncDisposable {
  readonly store: Store
  readonly folder: TempFolder
  /** Writes a file and imports it. */
  import(kind: ImportKind, name: string, content: string | Buffer, asked?: Asked): Promise<ImportReport>
  importPaths(kind: ImportKind, files: readonly string[], asked?: Asked): Promise<ImportReport[]>
}

/** Writes a file beside the store of an app and imports it into it. */
export async function importInto(
  { parts, folder }: Pick<TestApp, 'parts' | 'folder'>,
  kind: ImportKind,
  name: string,
  content: string,
  asked: Asked = {},
): Promise<ImportReport> {
  const file = join(folder, name)
  writeFileSync(file, content)
  const { store, now, newId } = parts
  const [report] = await importFiles({ store, now, newId }, { kind, files: [file], ...asked })
  return report!
}

interface Asked {
  readonly symbol?: string
  readonly date?: string
  readonly signal?: AbortSignal
  readonly newId?: () => string
  readonly onProgress?: (progress: ImportProgress) => void
}

export async function importBench(path = ':memory:'): Promise<ImportBench> {
  const store = await migratedStore({ path, now })
  const folder = tempFolder()
  let id = 0
  const importPaths: ImportBench['importPaths'] = (kind, files, { newId, onProgress, ...asked } = {}) => {
    const parts = { store, now, newId: newId ?? (() => `id-${id++}`) }
    return importFiles(parts, { kind, files, ...asked }, onProgress)
  }
  return {
    store,
    folder,
    importPaths,
    async import(kind, name, content, asked) {
      const file = folder.file(name)
      writeFileSync(file, content)
      const [report] = await importPaths(kind, [file], asked)
      return report!
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** The rows of a quote table, as the delayed-quote page gives them. */
export interface QuoteTable {
  readonly title?: string
  readonly stamp?: string
  readonly heading?: string
  readonly rows?: readonly string[]
}

export const QUOTE_HEADING =
  'Expiration Date,Calls,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest,Strike,Puts,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest'

/** One strike of the expiration of 2026-12-18. */
export function quoteRow(strike: number, call: Partial<QuoteSide> = {}, put: Partial<QuoteSide> = {}): string {
  const tail = String(strike * 1000).padStart(8, '0')
  const side = (symbol: string, quote: Partial<QuoteSide>) => {
    const { last, bid, ask, volume, iv, openInterest } = { ...ANY_QUOTE, ...quote }
    return `${symbol},${last},-0.1,${bid},${ask},${volume},${iv},0.5,0.01,${openInterest}`
  }
  return `Fri Dec 18 2026,${side(`SPY261218C${tail}`, call)},${strike.toFixed(2)},${side(`SPY261218P${tail}`, put)}`
}

interface QuoteSide {
  readonly last: string
  readonly bid: string
  readonly ask: string
  readonly volume: string
  readonly iv: string
  readonly openInterest: string
}

const ANY_QUOTE: QuoteSide = { last: '5.1', bid: '5', ask: '5.2', volume: '10', iv: '0.2', openInterest: '100' }

export function quoteTable({ title, stamp, heading, rows }: QuoteTable = {}): string {
  const lines = [
    '',
    title ?? 'SPDR S&P 500 ETF Trust,Last: 655.1,Change:  -4.71',
    `"Date: ${stamp ?? 'November 19, 2026 at 3:30 PM EST'}",Bid: 655,Ask: 655.2,Size: 1*7,"Volume: 46,446,753"`,
    heading ?? QUOTE_HEADING,
    ...(rows ?? [quoteRow(650), quoteRow(655), quoteRow(660)]),
  ]
  return `${lines.join('\n')}\n`
}
