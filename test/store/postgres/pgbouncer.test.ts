import { describe, expect, it } from 'vitest'
import { openStoreAt } from '../../../src/app/store/open-store.ts'
import { inProcessBus } from '../../../src/store/processes/bus.ts'
import { addAccount } from '../../support/add-account.ts'
import { anAccount } from '../../support/market/rows.ts'
import { postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'
import { hasPgBouncer, pgBouncer } from '../../support/scale/pgbouncer.ts'
import { startService } from '../../support/service.ts'

const TIMEOUTS = { statement_timeout: '30s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' }
const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }

async function setTimeouts({ run, name }: TestSchema): Promise<void> {
  for (const [setting, time] of Object.entries(TIMEOUTS)) await run(`alter role ${name} set ${setting} = '${time}'`)
}

function open(url: string, { roleUrl: directUrl }: TestSchema) {
  const clocks = { now: () => new Date('2026-11-20T15:00:00.000Z'), monotonicMs: () => performance.now() }
  const service = { isShared: true, settings: 1, connections: 4 }
  return openStoreAt({ url, directUrl, service, bus: inProcessBus('p1'), ...clocks })
}

describe.skipIf(!postgresUrl || !hasPgBouncer)('a store behind PgBouncer in transaction mode', () => {
  it('is refused while the role has no timeouts, and says how to set them', async () => {
    await using schema = await testSchema()
    await using pooler = await pgBouncer(schema)

    await expect(open(pooler.url, schema)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining("ALTER ROLE optionwire SET statement_timeout = '30s'"),
    })
  })

  it('keeps transactions whole and apart, more of them than there are connections', async () => {
    await using schema = await testSchema()
    await setTimeouts(schema)
    await using pooler = await pgBouncer(schema)
    await using store = await open(pooler.url, schema)
    const account = (index: number) => ({ ...anAccount(), id: `a${index}`, email: `a${index}@optionwire.test` })

    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        store.transaction(async ({ accounts }) => {
          await accounts.add(account(index))
          return (await accounts.byEmail(`a${index}@optionwire.test`))?.account.id
        }, 'hot'),
      ),
    )
    const failed = store.transaction(async ({ accounts }) => {
      await accounts.add(account(99))
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')

    expect(counts).toEqual(Array.from({ length: 40 }, (_, index) => `a${index}`))
    expect(await store.accounts.count()).toBe(40)
  })

  it('serves the service, which is ready and counts requests', { timeout: 60_000 }, async () => {
    await using schema = await testSchema()
    await setTimeouts(schema)
    await using pooler = await pgBouncer(schema)
    const token = await addAccount(schema.roleUrl, ADA)
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: schema.roleUrl, MARKET_SYMBOLS: 'SPY' }
    await using service = await startService({ settings })
    service.guard(schema.password)
    const headers = { 'x-user-email': ADA.email, 'x-user-token': token }

    const answer = await fetch(`${service.url}/api/v1/stocks/SPY/quote`, { headers })
    const ready = await fetch(`${service.url}/health/ready`)

    expect([answer.status, ready.status]).toEqual([200, 200])
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(
      Number(answer.headers.get('x-ratelimit-limit')) - 1,
    )
    expect(await service.stop()).toBe(0)
  })
})
