import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { operationsOver } from '../../catalogue/operation.ts'
import { WindowDate } from '../../catalogue/window-date.ts'
import { StoredSymbol } from '../../market/contract/underlying-symbol.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { AppContext } from '../context.ts'
import type { ExportParts } from './data-set.ts'
import { ROWS_A_PAGE, SESSION_DATA_SETS, type SessionTable, sessionTable } from './session-table.ts'

export const EXPORT_PAGE = 'export_page'

/** Sessions of which pages are read by turns. */
const MAX_HELD = 2

/** Rows of one symbol in one past session. */
const Input = z.object({
  data_set: z.enum(SESSION_DATA_SETS),
  symbol: StoredSymbol,
  date: WindowDate,
  first: z.int().min(0),
})

export type ExportPageQuestion = z.infer<typeof Input>

export const ExportPage = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  next: z.int().nullable().describe('The first row of the next page; null after the last one.'),
})

/**
 * Reads pages. The session of the last ones is held until its last page, because nothing else holds its rows. A request
 * that missed its deadline finds it when it is repeated.
 */
export function pageReader(parts: ExportParts) {
  const held = new LRUCache<string, SessionTable>({ max: MAX_HELD })
  return async (question: ExportPageQuestion): Promise<z.infer<typeof ExportPage>> => {
    const { data_set: dataSet, symbol, date, first } = question
    const key = `${dataSet} ${symbol} ${date}`
    let table = held.get(key)
    if (!table) {
      const view = await nullIfNotFound(parts.market.viewAt(date))
      const read = view && (await sessionTable(dataSet, view, symbol, parts))
      if (!read) return { rows: [], next: null }
      table = read
      held.set(key, table)
    }
    const end = first + ROWS_A_PAGE
    const isLast = end >= table.count
    if (isLast) held.delete(key)
    return { rows: table.rows(first, ROWS_A_PAGE), next: isLast ? null : end }
  }
}

/** On no surface: the threads that answer questions about past sessions answer it for `export_data`. */
export function exportPageOperation(parts: ExportParts) {
  const read = pageReader(parts)
  return operationsOver<AppContext>()({
    name: EXPORT_PAGE,
    title: 'A page of an export',
    description: 'Rows of one symbol in one past session of an export, for the thread that writes the file.',
    capability: 'rest_api',
    callers: ['command_line'],
    surfaces: [],
    input: Input,
    output: ExportPage,
    example: { data_set: 'flow', symbol: 'SPY', date: '2026-11-20', first: 0 },
    run: read,
  })
}
