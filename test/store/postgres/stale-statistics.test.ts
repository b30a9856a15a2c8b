import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/app/store/open-store.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aDelivery } from '../../support/notifications/notification-rows.ts'
import { openAs, postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'

const ROWS = 20_000
const BATCH = 50
const now = new Date('2026-11-20T15:00:00.000Z')
const later = new Date('2026-11-20T15:01:00.000Z')

describe.skipIf(!postgresUrl)('the outbox among many due rows, with the statistics of an empty table', () => {
  it('reads the rows that it claims and settles, and no others', async () => {
    await using schema = await testSchema()
    await filled(schema)

    await using store = await openAs('command', schema.url)
    const leased = await claimed(store)
    const settled = await store.transaction(({ outbox }) => outbox.settle(leased.map(acknowledged), now), 'hot')
    // The server counts what a connection has read at the latest when that ends.
    await store[Symbol.asyncDispose]()

    expect([leased.length, settled.size]).toEqual([BATCH, BATCH])
    expect(await rowsRead(schema)).toBeLessThanOrEqual(4 * BATCH)
  })
})

async function filled(schema: TestSchema): Promise<void> {
  await using store = await openAs('command', schema.url)
  await store.accounts.add(anAccount())
  await schema.run('alter table deliveries set (autovacuum_enabled = false)')
  await schema.run('analyze deliveries')
  for (let first = 0; first < ROWS; first += 1_000) {
    const ids = Array.from({ length: 1_000 }, (_, each) => `d${first + each}`)
    const due = { notificationId: null, status: 'pending', dueAt: now.toISOString() } as const
    await store.deliveries.add(ids.map((id) => aDelivery({ ...due, id, endpointId: id })))
  }
  await schema.run(`select pg_stat_reset_single_table_counters('deliveries'::regclass)`)
}

const claimed = (store: Store) =>
  store.transaction(async ({ outbox }) => {
    const due = await outbox.due(now, 'normal', BATCH)
    return outbox.lease(due, 'i.1', { now, until: later })
  }, 'hot')

const acknowledged = ({ id, leaseOwner }: { readonly id: string; readonly leaseOwner: string | null }) => ({
  id,
  leaseOwner: `${leaseOwner}`,
  isSummary: false,
  event: 'acknowledged' as const,
  dueMs: null,
  reason: null,
})

async function rowsRead(schema: TestSchema): Promise<number> {
  const { rows } = await schema.run(`select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables
    where relname = 'deliveries' and schemaname = '${schema.name}'`)
  return Number(rows[0]?.read)
}
