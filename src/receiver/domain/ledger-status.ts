/** `queued` until processing has ended, then one of the four outcomes. */
export const LEDGER_STATUSES = ['queued', 'skipped', 'dry_run', 'ordered', 'failed'] as const
export type LedgerStatus = (typeof LEDGER_STATUSES)[number]
