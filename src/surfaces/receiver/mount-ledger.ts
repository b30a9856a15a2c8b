import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../../domain/errors.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { LEDGER_STATUSES } from '../../domain/trade-ideas/ledger-entry.ts'
import { readCursor, writeCursor } from '../../lib/cursor.ts'
import { issuesOf, parseInput } from '../../operations/issues.ts'
import type { LedgerKey } from '../../store/ledger.ts'
import type { Store } from '../../store/open.ts'

export interface LedgerMount {
  readonly path: string
  readonly ledger: Store['ledger']
  readonly enter: (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void) => void
}

const MOST_ROWS = 100

const Query = z.strictObject({
  status: z.enum(LEDGER_STATUSES).optional(),
  symbol: UnderlyingSymbol.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MOST_ROWS))
    .default(50),
  cursor: z.string().optional(),
})

/** What a cursor of this list is made of: one of another list would silently give another page. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const FINGERPRINT = /^[0-9a-f]{64}$/

/** Reading the ledger, by the secret in the header: an address with it would end up in histories and logs. */
export function mountLedger(server: FastifyInstance, { path, ledger, enter }: LedgerMount): void {
  server.get(path, { onRequest: enter }, async (request, reply) => {
    const { cursor, limit, ...filters } = queryOf(request)
    const rows = await ledger.list({ ...filters, after: keyOf(cursor), limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1)?.key : undefined
    reply.header('cache-control', 'no-store')
    return {
      data: page.map(({ entry }) => entry),
      next_cursor: last ? writeCursor([last.createdAt, last.fingerprint]) : null,
    }
  })

  server.get<{ Params: { fingerprint: string } }>(
    `${path}/:fingerprint`,
    { onRequest: enter },
    async (request, reply) => {
      const record = await ledger.byFingerprint(request.params.fingerprint)
      if (!record) throw new AppError('not_found', 'The ledger has no entry with this fingerprint.')
      reply.header('cache-control', 'no-store')
      return record.entry
    },
  )
}

function queryOf({ query }: FastifyRequest): z.output<typeof Query> {
  const read = parseInput(Query, query)
  if (read.success) return read.data
  throw invalid(issuesOf(read.error), 'Correct the query parameters named in errors.')
}

function keyOf(cursor: string | undefined): LedgerKey | undefined {
  if (cursor === undefined) return undefined
  const parts = readCursor(cursor, 2)
  const [createdAt = '', fingerprint = ''] = parts ?? []
  if (INSTANT.test(createdAt) && FINGERPRINT.test(fingerprint)) return { createdAt, fingerprint }
  throw invalid([{ path: 'cursor', message: 'must be the next_cursor of an earlier answer' }])
}
