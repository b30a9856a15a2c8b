import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { AppError } from '../../../lib/errors.ts'
import { DAY_MS } from '../../../lib/time/duration.ts'
import { OperatorActionRecord } from '../../contract/operator-action.ts'
import { operatorActionRecord } from '../../domain/operator-action.ts'
import { defineOperation } from '../context.ts'

/** As many as a spreadsheet is opened for; more are reached by narrower dates. */
const MAX_ROWS = 10_000
const COLUMNS = ['at', 'actor', 'address', 'action', 'subject', 'details', 'id']

const Day = WindowDate.optional()

export const exportOperatorLog = defineOperation({
  name: 'export_operator_log',
  title: 'Export the log of operators as CSV',
  description:
    'The log of operators as CSV (RFC 4180), newest first. Cells that a spreadsheet would evaluate are escaped. More than 10,000 entries are refused: choose dates.',
  capability: 'account',
  operatorOnly: true,
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/operator/log/export.csv', answers: 'csv', errors: ['forbidden', 'conflict'] },
  input: z
    .strictObject({
      from: Day.describe('First day, UTC.'),
      to: Day.describe('Last day, UTC.'),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['from'],
      error: 'must not be after to',
    }),
  output: z.object({ data: z.array(OperatorActionRecord).describe('Entries, newest first.') }),
  example: {},
  csv: ({ data }) => ({ columns: COLUMNS, rows: data }),
  async run({ from, to }, { store }) {
    const before = to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS).toISOString()
    const found = await store.operatorActions.list({ from, before, limit: MAX_ROWS + 1 })
    if (found.length > MAX_ROWS) {
      throw new AppError('conflict', 'These are more than 10,000 entries. Choose dates with from and to.')
    }
    return { data: found.map(operatorActionRecord) }
  },
})
