import { describe, expect, it } from 'vitest'
import { anAccount } from '../../support/market/rows.ts'
import { aDelivery } from '../../support/notifications/notification-rows.ts'
import { openAs, postgresUrl, testSchema } from '../../support/postgres.ts'

const ROWS = 100
const now = new Date('2026-11-20T15:00:00.000Z')
const until = new Date('2026-11-20T15:00:15.000Z')

describe.skipIf(!postgresUrl)('a claim on PostgreSQL', () => {
  it('touches no index: each row is written beside what it was before', async () => {
    await using schema = await testSchema()
    await using store = await openAs('command', schema.url)
    await store.accounts.add(anAccount())
    const due = { notificationId: null, status: 'pending', dueAt: now.toISOString(), body: 'x'.repeat(700) } as const
    const ids = Array.from({ length: ROWS }, (_, each) => `d${each}`)
    await store.deliveries.add(ids.map((id) => aDelivery({ ...due, id, endpointId: id })))

    await store.transaction(async ({ outbox }) => {
      await outbox.lease(await outbox.due(now, 'normal', ROWS), 'i.1', { now, until })
    }, 'hot')
    // The server counts what a connection has written at the latest when that ends.
    await store[Symbol.asyncDispose]()

    const { rows } = await schema.run(`select n_tup_upd::int as updated, n_tup_hot_upd::int as beside
      from pg_stat_user_tables where relname = 'deliveries' and schemaname = '${schema.name}'`)
    expect(rows).toEqual([{ updated: ROWS, beside: ROWS }])
  })
})
