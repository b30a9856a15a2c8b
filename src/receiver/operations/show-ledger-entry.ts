import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { Fingerprint, LedgerEntry } from '../contract/ledger-entry.ts'
import { LEDGER_CALLERS, LEDGER_SURFACES } from './access.ts'
import { defineOperation } from './context.ts'

export const showLedgerEntryOperation = defineOperation({
  name: 'show_ledger_entry',
  title: 'One entry of the ledger',
  description: 'The entry with this fingerprint. The secret is taken from the header alone.',
  capability: 'trade_ideas',
  callers: LEDGER_CALLERS,
  surfaces: LEDGER_SURFACES,
  route: { base: 'receiver', method: 'GET', path: '/ledger/:fingerprint', errors: ['not_found'] },
  input: z.object({ fingerprint: Fingerprint }),
  output: LedgerEntry,
  example: { fingerprint: '820cfb2fdf9df54c369e12502f4a8c2b8e1d6b1c7f3a9e5d4c2b1a0f9e8d7c6b' },
  async run({ fingerprint }, { store }) {
    const record = await store.ledger.byFingerprint(fingerprint)
    if (!record) throw new AppError('not_found', 'The ledger has no entry with this fingerprint.')
    return record.entry
  },
})
