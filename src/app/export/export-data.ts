import { z } from 'zod'
import { FileAnswer } from '../../catalogue/file-answer.ts'
import { operationsOver } from '../../catalogue/operation.ts'
import type { AppContext } from '../context.ts'
import { ACCOUNT_DATA_SET_NAMES, ACCOUNT_DATA_SETS } from './data-sets.ts'
import { exportFile, FILE_TYPES, rangeShape } from './export-file.ts'

const summaries = Object.entries(ACCOUNT_DATA_SETS).map(([name, { summary }]) => `${name}: ${summary}`)

export const exportDataOperation = operationsOver<AppContext>()({
  name: 'export_data',
  title: 'Export a data set',
  description:
    'A data set by symbol and dates as CSV, lines of JSON or Parquet, written while it is read. At most two exports of an account run at once. Chains and flow need the names of their symbols and take at most 31 days; a long range is several exports.',
  capability: 'rest_api',
  scope: 'export',
  callers: ['api_key', 'session', 'command_line'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/export/:dataset', files: FILE_TYPES, takesUrlToken: true, errors: ['not_found'] },
  input: z.object({
    dataset: z.enum(ACCOUNT_DATA_SET_NAMES).describe(`${summaries.join('; ')}.`),
    ...rangeShape,
  }),
  output: FileAnswer,
  example: { dataset: 'bars', symbols: ['SPY'], format: 'csv' },
  run: ({ dataset, ...request }, context) => exportFile(dataset, ACCOUNT_DATA_SETS[dataset], request, context),
})
