import { ALL_ACCOUNTS } from '../../../../src/alerts/domain/shard.ts'
import type { FlowRow } from '../../../../src/flow/domain/flow-row.ts'
import { openAs } from '../../postgres.ts'
import type { ChaosDatabase } from './database.ts'
import { type AccountEvent, type PrintEvent, singleEvaluation } from './single-evaluation.ts'
import { SESSION_DATE } from './vendor.ts'

export interface StoredEvent extends AccountEvent {
  /** How many notifications it has. */
  readonly notifications: number
  /** Contracts of its prints, as its notification shows; null where it shows none. */
  readonly size: number | null
}

export interface StoredFeed {
  readonly accountId: string
  readonly seq: number
  readonly unreadCount: number
  readonly unread: number
  /** Number and bounds of the places of its events. */
  readonly events: number
  readonly first: number | null
  readonly last: number | null
}

export interface StoredDelivery {
  readonly id: string
  readonly channel: string
  readonly status: string
  /** Since when it should have been sent, ms; null where it waits for nothing, negative where its time has not come. */
  readonly overdueMs: number | null
  /** Of an SMS. */
  readonly text: string
}

export interface StoredAttempt {
  readonly deliveryId: string
  readonly n: number
  readonly accountId: string
  readonly channel: string
  readonly isCounted: boolean
  readonly startedMs: number
  /** Null while it is under way, and of one whose process has ended. */
  readonly outcome: 'sent' | 'failed' | null
  readonly httpStatus: number | null
}

export interface StoredSegment {
  readonly symbol: string
  readonly firstRow: number
  readonly rowCount: number
}

/** What the store holds once all has settled. */
export interface Stored {
  readonly ledger: readonly { readonly fingerprint: string; readonly status: string }[]
  readonly events: readonly StoredEvent[]
  /** Notifications that no event has. */
  readonly strays: readonly string[]
  readonly feeds: readonly StoredFeed[]
  readonly deliveries: readonly StoredDelivery[]
  readonly attempts: readonly StoredAttempt[]
  readonly segments: readonly StoredSegment[]
  /** Of the prints of the tape. */
  readonly printSizes: readonly number[]
  readonly rows: readonly FlowRow[]
  /** Of which each account should have been notified, by the stored rows. */
  readonly expected: readonly PrintEvent[]
}

/** Columns are named as the fields of the types above, and numbers are cast where the driver gives texts. */
const QUERIES = {
  ledger: 'select fingerprint, status from ledger',
  events: `select e.account_id as "accountId", e.event_key as "eventKey", count(n.id)::int as notifications,
    max((n.details::json ->> 'size')::float8) as size
    from notification_events e left join notifications n on n.id = e.notification_id and n.account_id = e.account_id
    group by e.account_id, e.event_key`,
  strays: `select id from notifications where id not in (select notification_id from notification_events)`,
  feeds: `select h.account_id as "accountId", h.seq::float8, h.unread_count::float8 as "unreadCount",
    (select count(*)::int from notifications n where n.account_id = h.account_id
      and n.read_at is null and n.archived_at is null and n.deleted_at is null) as unread,
    count(f.seq)::int as events, min(f.seq)::float8 as first, max(f.seq)::float8 as last
    from notification_heads h left join feed_events f using (account_id) group by h.account_id`,
  deliveries: `select id, channel, status, case when channel = 'sms' then body else '' end as text,
    case when status in ('pending', 'throttled')
      then (extract(epoch from public.clock_timestamp() - due_at::timestamptz) * 1000)::float8 end as "overdueMs"
    from deliveries`,
  attempts: `select delivery_id as "deliveryId", n::int, account_id as "accountId", channel, counted = 1 as "isCounted",
    (extract(epoch from started_at::timestamptz) * 1000)::float8 as "startedMs", outcome, http_status::int as "httpStatus"
    from delivery_attempts`,
  segments: `select symbol, first_row::float8 as "firstRow", row_count::float8 as "rowCount"
    from tape_segments where kind = 'option_prints' order by symbol, first_row`,
} as const

export async function readStored({ url, run }: ChaosDatabase): Promise<Stored> {
  const read = async <Row>(name: keyof typeof QUERIES) => (await run(QUERIES[name])) as unknown as readonly Row[]
  await using store = await openAs('command', url())
  const rows = await store.flowRows.session('SPY', SESSION_DATE)
  const tape = await store.tapeSegments.prints('SPY', SESSION_DATE)
  const rules = await store.alerts.allEnabled(ALL_ACCOUNTS)
  const watches = await store.watchlists.watches(ALL_ACCOUNTS)
  return {
    ledger: await read<Stored['ledger'][number]>('ledger'),
    events: await read<StoredEvent>('events'),
    strays: (await read<{ readonly id: string }>('strays')).map(({ id }) => id),
    feeds: await read<StoredFeed>('feeds'),
    deliveries: await read<StoredDelivery>('deliveries'),
    attempts: await read<StoredAttempt>('attempts'),
    segments: await read<StoredSegment>('segments'),
    printSizes: [...(tape?.prints.size ?? [])],
    rows,
    expected: singleEvaluation(rows, rules, watches),
  }
}
