import { describe, expect, it } from 'vitest'
import { readFlowId } from '../../../src/flow/domain/flow-id.ts'
import { shardIndexOf } from '../../../src/lib/node/shard-index.ts'
import { anAccount } from '../../support/market/rows.ts'
import { aFlowRule } from '../../support/notifications/notification-rows.ts'
import { openAs, postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'
import { serviceProcess } from '../../support/scale/service-process.ts'
import { withSessionClock } from '../../support/scale/session-clock.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const IDS = Array.from({ length: 50 }, (_, index) => `account-${index}`)
/** Two of each shard. */
const ACCOUNTS = [0, 1, 2].flatMap((index) => IDS.filter((id) => shardIndexOf(id, 3) === index).slice(0, 2))

/** Accounts that want each print of SPY. */
async function addAccounts({ roleUrl }: TestSchema): Promise<void> {
  await using store = await openAs('command', roleUrl)
  for (const id of ACCOUNTS) {
    await store.accounts.add(anAccount({ id, email: `${id}@optionwire.test`, plan: 'vega' }))
    const criteria = { symbols: ['SPY'] }
    await store.alerts.add(aFlowRule({ id: `rule-of-${id}`, accountId: id, cooldownMinutes: 0, criteria }))
  }
}

/** How many shards each process has, the most first. */
async function sharesOf(schema: TestSchema): Promise<number[]> {
  const { rows } = await schema.run(
    `select count(*)::int as shards from leases where name like 'alerts/%'
      and until_ms > extract(epoch from ${schema.name}.clock_timestamp()) * 1000 group by owner order by 1 desc`,
  )
  return rows.map(({ shards }) => shards)
}

/** By account: the places of the prints on the tape of which it was notified, in the order of its feed. */
async function toldOf(schema: TestSchema): Promise<Map<string, number[]>> {
  const { rows } = await schema.run(
    `select n.account_id, e.event_key from notifications n join notification_events e on e.notification_id = n.id
      order by n.account_id, n.seq`,
  )
  const told = new Map(ACCOUNTS.map((id): [string, number[]] => [id, []]))
  for (const { account_id: id, event_key: key } of rows)
    told.get(id)?.push(readFlowId(key.split(':').at(-1))?.sequence ?? Number.NaN)
  return told
}

/** Waits until each account was notified of more prints than now. */
async function untilMoreToAll(schema: TestSchema): Promise<void> {
  const before = await toldOf(schema)
  const hasMore = async () => {
    const now = await toldOf(schema)
    return ACCOUNTS.every((id) => (now.get(id)?.length ?? 0) > (before.get(id)?.length ?? 0))
  }
  await expect.poll(hasMore, PATIENCE).toBe(true)
}

describe.skipIf(!postgresUrl)('three shards of accounts', { timeout: 300_000 }, () => {
  it('are divided among the processes that run, and each account is notified of each print once, whoever dies', async () => {
    await using schema = await testSchema()
    await addAccounts(schema)
    const inSession = await withSessionClock(schema)
    const market = () => serviceProcess(inSession, { settings: { ROLES: 'market', MATCH_SHARDS: '3' } })
    const shares = () => sharesOf(schema)
    await using first = await market()
    await expect.poll(shares, PATIENCE).toEqual([3])
    await untilMoreToAll(schema)
    await using second = await market()
    await expect.poll(shares, PATIENCE).toEqual([2, 1])
    await untilMoreToAll(schema)
    await first.stop('SIGKILL')
    await expect.poll(shares, PATIENCE).toEqual([3])
    await untilMoreToAll(schema)
    await using third = await market()
    await expect.poll(shares, PATIENCE).toEqual([2, 1])
    await untilMoreToAll(schema)
    expect(await second.stop()).toBe(0)
    await expect.poll(shares, PATIENCE).toEqual([3])
    await untilMoreToAll(schema)
    expect(await third.stop()).toBe(0)

    const told = [...(await toldOf(schema)).values()]
    const from = Math.max(...told.map(([place]) => place ?? Number.NaN))
    const to = Math.min(...told.map((places) => places.at(-1) ?? Number.NaN))
    const between = told.map((places) => places.filter((place) => place >= from && place <= to))
    for (const places of told) expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    expect(between[0]?.length).toBeGreaterThan(10)
    for (const places of between) expect(places).toEqual(between[0])
    expect(first.output() + second.output() + third.output()).not.toContain('"level":50')
  })
})
