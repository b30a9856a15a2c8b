import type { Column } from '../../ui/table/column.ts'
import { PRINT_COLUMNS, type Print, SYMBOL, TIME } from '../print-columns.tsx'

const COLUMNS = [TIME, SYMBOL, ...PRINT_COLUMNS]
/** In rem, in the order of the columns. */
const WIDTHS = [4.8, 5.6, 11.4, 5.6, 3.8, 4.4, 5.4, 5.4, 4.9, 4, 3.9, 4.6, 5.7, 4.2]
/** Without these a row names no trade. */
const FIXED: ReadonlySet<string> = new Set(['Time', 'Symbol', 'Contract', 'Premium'])

/** Titles of the columns that can be left out. */
export const OPTIONAL_COLUMNS: readonly string[] = COLUMNS.map(({ title }) => title).filter((it) => !FIXED.has(it))

interface TapeColumns {
  readonly columns: readonly Column<Print>[]
  readonly widths: readonly number[]
}

export function tapeColumns(hidden: ReadonlySet<string>): TapeColumns {
  const shown = COLUMNS.flatMap((column, index) =>
    hidden.has(column.title) ? [] : [{ column, width: WIDTHS[index] ?? 5 }],
  )
  return { columns: shown.map(({ column }) => column), widths: shown.map(({ width }) => width) }
}
