/**
 * Claims among a million due rows of which the planner knows nothing: its statistics are those of the empty table.
 */
import type pg from 'pg'
import type { Store } from '../../../src/app/store/open-store.ts'
import type { Delivery } from '../../../src/notifications/store/delivery-rows.ts'
import type { Figure } from '../figure.ts'
import { percentile } from '../notification-world.ts'

const ROWS = 1_000_000
const CLAIMS = 400
/** The first ones read the pages of the server and warm up the program. */
const WARM_UP = 50
const BATCH = 50
/** As many as a process sends at a time. */
const IN_FLIGHT = 250

/** In the order in which they are due, as most are raised. */
const FILL = `insert into deliveries (id, account_id, channel, endpoint_id, status, priority_rank, due_at, attempts,
  handed_over, body, created_at, updated_at)
  select 'due-' || n, $1, 'webhook', 'endpoint-' || n % 10000, 'pending', 1, at, 0, 0, repeat('x', 700), at, at
  from generate_series(1, ${ROWS}) n,
  lateral (select to_char(timestamp '2026-01-01' + n / 10 * interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at) it`

/** `store` is empty but for the account, and `admin` sees its tables. */
export async function claimFigures(store: Store, admin: pg.Client, accountId: string): Promise<Figure[]> {
  await admin.query('alter table deliveries set (autovacuum_enabled = false)')
  // As PostgreSQL leaves an empty table; one with empty pages would count as empty for as long as it keeps its pages.
  await admin.query('vacuum (full, analyze) deliveries')
  // The rows refer to nothing that is not there, so nothing needs to be checked.
  await admin.query('set session_replication_role = replica')
  await admin.query(FILL, [accountId])
  await admin.query('reset session_replication_role')
  // What the filling has left to write would be written during the claims.
  await admin.query('checkpoint')
  await admin.query('create table one_commit as select 0 as commits')
  const [tookMs, commitMs]: [number[], number[]] = [[], []]
  const inFlight: Delivery[][] = []
  for (let each = 0; each < WARM_UP + CLAIMS; each++) {
    const now = new Date()
    const startedMs = performance.now()
    const leased = await store.transaction(async ({ outbox }) => {
      const due = await outbox.due(now, 'normal', BATCH)
      return outbox.lease(due, `bench.${each}`, { now, until: new Date(now.getTime() + 3_600_000) })
    }, 'hot')
    if (each >= WARM_UP) tookMs.push(performance.now() - startedMs)
    const claimedMs = performance.now()
    await admin.query('update one_commit set commits = commits + 1')
    commitMs.push(performance.now() - claimedMs)
    inFlight.push(leased)
    if (inFlight.length > IN_FLIGHT / BATCH) await settle(store, inFlight.shift() ?? [])
    if (leased.length !== BATCH) throw new Error(`${leased.length} rows were claimed of ${BATCH}`)
  }
  const name = `claim of ${BATCH} among ${ROWS.toLocaleString('en-US')} due rows, stale statistics`
  const beside = (share: number) => ({ name: 'a commit of one row', value: percentile(commitMs, share) })
  return [
    { name: `${name}, median`, value: percentile(tookMs, 0.5), unit: 'ms', anchor: beside(0.5) },
    {
      name: '… 99th percentile',
      value: percentile(tookMs, 0.99),
      unit: 'ms',
      goal: '≤ 10 ms',
      anchor: { ...beside(0.99), name: 'the same of a commit of one row' },
    },
  ]
}

async function settle(store: Store, leased: readonly Delivery[]): Promise<void> {
  const sent = { isSummary: false, event: 'acknowledged', dueMs: null, reason: null } as const
  const settlements = leased.map(({ id, leaseOwner }) => ({ ...sent, id, leaseOwner: leaseOwner ?? '' }))
  await store.transaction(({ outbox }) => outbox.settle(settlements, new Date()), 'hot')
}
