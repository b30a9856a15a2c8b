import { z } from 'zod'
import { NextRowCursor, RowCursor } from '../../catalogue/row-page.ts'
import { invalid } from '../../lib/errors.ts'
import { readCursor, writeCursor } from '../../lib/text/cursor.ts'
import { StoredSymbol } from '../../market/contract/underlying-symbol.ts'
import { LedgerEntry } from '../contract/ledger-entry.ts'
import { LEDGER_STATUSES } from '../domain/ledger-status.ts'
import type { LedgerKey } from '../store/ledger.ts'
import { LEDGER_CALLERS, LEDGER_SURFACES } from './access.ts'
import { defineOperation } from './context.ts'

export const listLedgerOperation = defineOperation({
  name: 'list_ledger',
  title: 'The ledger',
  description: 'Entries of the ledger, newest first. The secret is taken from the header alone.',
  capability: 'trade_ideas',
  callers: LEDGER_CALLERS,
  surfaces: LEDGER_SURFACES,
  route: { base: 'receiver', method: 'GET', path: '/ledger' },
  input: z.object({
    status: z.enum(LEDGER_STATUSES).optional().describe('Only entries of this status.'),
    symbol: StoredSymbol.optional().describe('Only entries of this symbol.'),
    limit: z.int().min(1).max(100).default(50).describe('Most entries of the answer.'),
    cursor: RowCursor,
  }),
  output: z.object({
    data: z.array(LedgerEntry).describe('Entries, newest first.'),
    next_cursor: NextRowCursor,
    kill_switch: z
      .enum(['setting', 'operator'])
      .optional()
      .describe('What stops the receiver now: KILL_SWITCH, or the switch of an operator; absent: nothing.'),
  }),
  example: { limit: 10 },
  async run({ cursor, limit, ...filters }, { store, killSwitchSetting }) {
    const isStopped = await store.receiverSwitch.isOn()
    const rows = await store.ledger.list({ ...filters, after: keyOf(cursor), limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1)?.key : undefined
    return {
      data: page.map(({ entry }) => entry),
      next_cursor: last ? writeCursor([last.createdAt, last.fingerprint]) : null,
      ...(killSwitchSetting && { kill_switch: 'setting' as const }),
      ...(!killSwitchSetting && isStopped && { kill_switch: 'operator' as const }),
    }
  },
})

/** What a cursor of this list is made of: one of another list would silently give another page. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const FINGERPRINT = /^[0-9a-f]{64}$/

function keyOf(cursor: string | undefined): LedgerKey | undefined {
  if (cursor === undefined) return undefined
  const [createdAt = '', fingerprint = ''] = readCursor(cursor, 2) ?? []
  if (INSTANT.test(createdAt) && FINGERPRINT.test(fingerprint)) return { createdAt, fingerprint }
  throw invalid([{ path: 'cursor', message: 'must be the next_cursor of an earlier answer' }])
}
