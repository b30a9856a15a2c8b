import { z } from 'zod'
import { FileAnswer } from '../../catalogue/file-answer.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import { LEDGER_CALLERS } from '../../receiver/operations/access.ts'
import type { AppContext } from '../context.ts'
import { DATA_SETS } from './data-sets.ts'
import { exportFile, FILE_TYPES, rangeShape } from './export-file.ts'

export const exportLedgerOperation = operationsOver<AppContext>()({
  name: 'export_ledger',
  title: 'Export the ledger',
  description:
    'Entries of the ledger, newest first, as CSV, lines of JSON or Parquet, by symbol and the New York dates on which they came. The secret is taken from the header alone.',
  capability: 'trade_ideas',
  callers: LEDGER_CALLERS,
  surfaces: ['rest'],
  route: { base: 'receiver', method: 'GET', path: '/export/ledger', files: FILE_TYPES },
  input: z.object(rangeShape),
  output: FileAnswer,
  example: { format: 'csv' },
  run: (request, context) => exportFile('ledger', DATA_SETS.ledger, request, context),
})
