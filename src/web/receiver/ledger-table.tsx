import { Empty } from '../ui/states.tsx'
import './ledger-table.css'
import type { LedgerEntry } from '../../receiver/contract/ledger-entry.ts'
import type { LedgerStatus } from '../../receiver/domain/ledger-status.ts'
import { skipReason } from '../../receiver/domain/skip-reason.ts'
import type { ReceiverKey } from '../client.ts'
import { OpeningTable } from '../flow/opening-table.tsx'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { SymbolLink } from '../symbol/symbol-link.tsx'
import { DirectionBadge } from '../trade-ideas/idea-cells.tsx'
import type { Column } from '../ui/table/column.ts'
import { LedgerWay } from './ledger-way.tsx'

const KINDS: Readonly<Record<LedgerStatus, string>> = {
  queued: 'none',
  skipped: 'warm',
  dry_run: 'accent',
  ordered: 'up',
  failed: 'danger',
}

interface LedgerTableProps {
  readonly entries: readonly LedgerEntry[]
  readonly receiver: ReceiverKey
  readonly isFiltered: boolean
}

/** What came in, what was decided, and what became of it; each entry opens to its whole way. */
export function LedgerTable({ entries, receiver, isFiltered }: LedgerTableProps) {
  return (
    <OpeningTable
      label="Entries of the ledger, the newest first"
      columns={COLUMNS}
      rows={entries}
      keyOf={({ fingerprint }) => fingerprint}
      openLabel={({ payload }) => `The way of the idea ${payload.symbol} ${payload.strategy}`}
      detail={(entry) => <LedgerWay entry={entry} receiver={receiver} />}
      empty={
        isFiltered ? (
          <Empty next="Choose other filters.">No entry passes these filters.</Empty>
        ) : (
          <Empty next={<a href={pathTo('newAlert')}>Create an alert whose webhook is this receiver</a>}>
            No idea has arrived yet.
          </Empty>
        )
      }
    />
  )
}

const COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    title: 'Received',
    align: 'start',
    sort: (entry) => entry.created_at,
    cell: (entry) => format.dateTime(entry.created_at),
  },
  {
    title: 'Symbol',
    align: 'start',
    sort: ({ payload }) => payload.symbol,
    cell: ({ payload }) => <SymbolLink symbol={payload.symbol} />,
  },
  {
    title: 'Direction',
    align: 'start',
    sort: ({ payload }) => payload.direction,
    cell: ({ payload }) => <DirectionBadge direction={payload.direction} />,
  },
  {
    title: 'Strategy',
    align: 'start',
    cell: ({ payload: { strategy, symbol } }) => <a href={pathTo('ideas', {}, { symbol })}>{strategy}</a>,
    sort: ({ payload }) => payload.strategy,
  },
  {
    title: 'Status',
    align: 'start',
    sort: ({ status }) => status,
    cell: ({ status }) => (
      <span class="badge" data-kind={KINDS[status]}>
        {format.words(status)}
      </span>
    ),
  },
  { title: 'Decision', align: 'start', cell: ({ decision }) => format.words(decision?.action) },
  {
    title: 'Confidence',
    sort: ({ decision }) => decision?.confidence ?? null,
    cell: ({ decision }) => format.decimal(decision?.confidence, 0),
  },
  {
    title: 'Notional',
    sort: (entry) => entry.order_result?.notional ?? null,
    cell: ({ order_result: order }) => format.usd(order?.notional),
  },
  {
    title: 'Why',
    align: 'start',
    sort: reasonOf,
    cell: (entry) => <span class="ledger-reason">{reasonOf(entry)}</span>,
  },
]

function reasonOf({ decision, error }: LedgerEntry): string {
  return error ?? skipReason(decision) ?? decision?.rationale ?? ''
}
