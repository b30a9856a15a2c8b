/** Counts of the prints of a tape: read, rejected by reason, and special cases. */

/** `read` prints, present `rows`, rejections, and special cases. */
export type PrintCounts = Readonly<Record<(typeof COUNT_NAMES)[number], number>>

/** Rejections of broken or repeated prints. */
export const REJECTIONS = [
  'unreadable_contract',
  'expired_contract',
  'too_many_contracts',
  'bad_price',
  'bad_size',
  'bad_time',
  'duplicate',
] as const

/** Why a print made no row. */
export type Rejection = (typeof REJECTIONS)[number] | 'compression' | 'cancel' | 'cancel_without_print'

/** Adds the difference of two counts of one reader to `total`. */
export function addCounts(total: Record<keyof PrintCounts, number>, before: PrintCounts, after: PrintCounts): void {
  for (const name of COUNT_NAMES) total[name] += after[name] - before[name]
}

const COUNT_NAMES = [
  'read',
  'rows',
  ...REJECTIONS,
  'compression',
  'cancel',
  'cancel_without_print',
  'unknown_contract',
  'unknown_condition',
  'out_of_order',
  'clock_reset',
  'low_quality_quote',
  'possible_duplicate',
  'late',
  'merged',
  'packaged',
  'withdrawn',
] as const

export function zeroCounts(): Record<keyof PrintCounts, number> {
  return {
    read: 0,
    rows: 0,
    unreadable_contract: 0,
    expired_contract: 0,
    too_many_contracts: 0,
    bad_price: 0,
    bad_size: 0,
    bad_time: 0,
    duplicate: 0,
    compression: 0,
    cancel: 0,
    cancel_without_print: 0,
    unknown_contract: 0,
    unknown_condition: 0,
    out_of_order: 0,
    clock_reset: 0,
    low_quality_quote: 0,
    possible_duplicate: 0,
    late: 0,
    merged: 0,
    packaged: 0,
    withdrawn: 0,
  }
}
