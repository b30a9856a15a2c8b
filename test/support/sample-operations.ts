import { z } from 'zod'
import type { Context } from '../../src/catalogue/context.ts'
import { type Operation, operationsOver } from '../../src/catalogue/operation.ts'
import { AppError } from '../../src/lib/errors.ts'
import { UnderlyingSymbol } from '../../src/market/contract/underlying-symbol.ts'

const defineOperation = operationsOver<Context>()

/** Operations with every form that a surface must carry, and answers that show what arrived. */

const readers = { callers: ['api_key', 'session', 'command_line'], surfaces: ['rest', 'cli'] } as const

const sampleRead = defineOperation({
  ...readers,
  name: 'sample_read',
  title: 'Read a sample',
  description: 'Shows the input as it arrived, for one symbol. Use sample_list for all samples at once.',
  capability: 'analytics',
  route: { method: 'GET', path: '/samples/:symbol', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    limit: z.int().min(0).max(100).default(10).describe('Most rows.'),
    strike_min: z.number().min(0).optional().describe('Lowest strike in USD.'),
    date: z.iso.date().optional().describe('A past trading date.'),
    option_type: z.enum(['call', 'put']).optional().describe('Calls or puts alone.'),
    fields: z
      .array(z.enum(['bid', 'ask', 'mid']))
      .max(3)
      .optional()
      .describe('Fields to list.'),
    in_the_money: z.boolean().optional().describe('Contracts in the money alone.'),
  }),
  output: z.object({ input: z.record(z.string(), z.unknown()).describe('What arrived.') }),
  example: { symbol: 'SPY', limit: 5, option_type: 'call' },
  async run(input) {
    if (input.symbol === 'NONE') throw new AppError('not_found', 'There is no symbol NONE. See GET /api/v1/stocks.')
    return { input }
  },
})

export interface SampleData {
  /** Changed by tests, to stand for new data. */
  version: object
  rows: { symbol: string; price: number | null; note: string }[]
  /** How often an answer was made. */
  runs: number
}

export function sampleData(): SampleData {
  return { version: {}, rows: [{ symbol: 'SPY', price: 512.5, note: '=1+1' }], runs: 0 }
}

function sampleList(data: SampleData) {
  return defineOperation({
    ...readers,
    name: 'sample_list',
    title: 'List samples',
    description: 'Lists all samples of the present version of the data, as JSON or as CSV for a spreadsheet.',
    capability: 'analytics',
    route: { method: 'GET', path: '/samples' },
    input: z.object({ limit: z.int().min(1).max(5000).default(100).describe('Most rows.') }),
    output: z.object({
      data: z
        .array(
          z
            .object({
              symbol: z.string().describe('Ticker of the underlying.'),
              price: z.number().nullable().describe('Last price, USD per share.'),
              note: z.string().describe('What was noted.'),
            })
            .meta({ id: 'Sample' }),
        )
        .describe('The samples.'),
    }),
    example: { limit: 2 },
    csv: ({ data: rows }) => ({ columns: ['symbol', 'price', 'note'], rows }),
    dataVersion: async () => [data.version],
    async run({ limit }) {
      data.runs++
      return { data: data.rows.slice(0, limit) }
    },
  })
}

const sampleCreate = defineOperation({
  name: 'sample_create',
  title: 'Create a sample',
  description: 'Makes a sample from its name and its settings, and refuses the name that is taken already.',
  capability: 'notifications',
  callers: ['api_key', 'session', 'command_line'],
  surfaces: ['rest', 'cli'],
  route: { method: 'POST', path: '/samples', status: 201, errors: ['conflict'] },
  input: z.object({
    name: z.string().min(1).max(40).describe('Name of the sample.'),
    expires: z
      .union([z.enum(['30d', '60d']), z.iso.date()])
      .optional()
      .describe('When it ends: 30d, 60d or a date.'),
    quiet_hours: z
      .object({ start: z.iso.time({ precision: -1 }), end: z.iso.time({ precision: -1 }) })
      .optional()
      .describe('Hours without sound.'),
  }),
  output: z.object({ name: z.string().describe('Name of the sample.') }),
  example: { name: 'first' },
  async run({ name }) {
    if (name === 'taken') throw new AppError('conflict', 'The name is taken. Choose another.')
    return { name }
  },
})

const sampleDelete = defineOperation({
  name: 'sample_delete',
  title: 'Delete a sample',
  description: 'Deletes one sample by its id. Only for browser sessions, since a key must not delete what made it.',
  capability: 'account',
  callers: ['session', 'command_line'],
  surfaces: ['rest', 'cli'],
  route: { method: 'DELETE', path: '/samples/:id/notes/:note', status: 204, errors: ['not_found'] },
  input: z.object({
    id: z.string().max(26).describe('Id of the sample.'),
    note: z.int().min(1).max(9).describe('Number of the note.'),
  }),
  output: z.object({}),
  example: { id: 'x', note: 1 },
  async run() {
    return {}
  },
})

const sampleOpen = defineOperation({
  name: 'sample_open',
  title: 'Ask without an account',
  description: 'Takes an address from anyone and answers in the same way whether or not it is known to us.',
  capability: 'account',
  callers: ['anonymous', 'session'],
  surfaces: ['rest'],
  route: { method: 'POST', path: '/open', status: 202 },
  input: z.object({ email: z.email().describe('An e-mail address.') }),
  output: z.object({ accepted: z.boolean().describe('Always true.') }),
  example: { email: 'a@example.com' },
  async run() {
    return { accepted: true }
  },
})

const FAULTS = ['plain', 'text', 'bad_output', 'unavailable', 'store', 'circular'] as const
export const CANARY = 'CANARY-7f3a'

const sampleFault = defineOperation({
  ...readers,
  name: 'sample_fault',
  title: 'Fail',
  description: 'Fails in the way that is asked for, to show what a caller may know of a fault and what not.',
  capability: 'analytics',
  route: { method: 'GET', path: '/faults/:kind' },
  input: z.object({ kind: z.enum(FAULTS).describe('How to fail.') }),
  output: z.object({ n: z.number().describe('A number.') }),
  example: { kind: 'unavailable' },
  async run({ kind }) {
    if (kind === 'plain') throw new Error(`SELECT ${CANARY} FROM api_keys; /srv/app/store.ts`)
    if (kind === 'text') throw CANARY
    if (kind === 'bad_output') return { n: Number.NaN }
    if (kind === 'circular') throw circular()
    const cause = new Error(CANARY)
    if (kind === 'store') throw new AppError('unavailable', 'The store is read-only. Try again.', { cause })
    throw new AppError('unavailable', 'The source does not answer. Try again.', { cause, retryAfterS: 30 })
  },
})

function circular(): Error {
  const error: Error & { self?: unknown } = new Error(CANARY)
  error.self = error
  return error
}

export function sampleOperations(data: SampleData = sampleData()): Operation[] {
  return [sampleRead, sampleList(data), sampleCreate, sampleDelete, sampleOpen, sampleFault]
}
