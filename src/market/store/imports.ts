import type { Connection } from '../../store/connection.ts'
import type { ImportRow, MarketTables } from './tables.ts'

/** What makes two imports the same: the bytes, and what they were imported as. */
export interface ImportKey {
  readonly fileSha256: string
  readonly kind: string
  /** Empty when none was given. */
  readonly symbol: string
  /** Empty when none was given. */
  readonly date: string
  /** Empty unless symbol or date come from the file name. */
  readonly sourceName: string
}

export interface ImportRecord extends ImportKey {
  readonly fileName: string
  readonly format: string
  readonly taken: number
  readonly refused: number
  readonly importedAt: string
}

/** Remembers which files were imported, so that repeating an import changes nothing. */
export function imports({ db }: Connection<MarketTables>) {
  return {
    async find({ fileSha256, kind, symbol, date, sourceName }: ImportKey): Promise<ImportRecord | undefined> {
      const row = await db
        .selectFrom('imports')
        .selectAll()
        .where('file_sha256', '=', fileSha256)
        .where('kind', '=', kind)
        .where('symbol', '=', symbol)
        .where('trading_date', '=', date)
        .where('source_name', '=', sourceName)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /** When the last import was remembered; null before the first. */
    async latest(): Promise<string | null> {
      const row = await db
        .selectFrom('imports')
        .select(({ fn }) => fn.max('imported_at').as('latest'))
        .executeTakeFirst()
      return row?.latest ?? null
    },

    /** False when the same import has been remembered before. */
    async remember(record: ImportRecord): Promise<boolean> {
      const written = await db
        .insertInto('imports')
        .values({
          file_sha256: record.fileSha256,
          kind: record.kind,
          symbol: record.symbol,
          trading_date: record.date,
          source_name: record.sourceName,
          file_name: record.fileName,
          format: record.format,
          taken: record.taken,
          refused: record.refused,
          imported_at: record.importedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return written.numInsertedOrUpdatedRows === 1n
    },
  }
}

function fromRow(row: ImportRow): ImportRecord {
  return {
    fileSha256: row.file_sha256,
    kind: row.kind,
    symbol: row.symbol,
    date: row.trading_date,
    sourceName: row.source_name,
    fileName: row.file_name,
    format: row.format,
    taken: row.taken,
    refused: row.refused,
    importedAt: row.imported_at,
  }
}
