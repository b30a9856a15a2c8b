import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { failover } from '../../support/scale/failover.ts'
import { hasPostgresPrograms } from '../../support/scale/postgres-cluster.ts'

const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const FAILOVER_MS = 15_000

async function fingerprintsIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from ledger')
    return rows.map(({ fingerprint }) => fingerprint)
  } finally {
    await client.end()
  }
}

describe.skipIf(!hasPostgresPrograms)('a service whose primary database crashes', { timeout: 120_000 }, () => {
  it('has every acknowledged row on the standby, and works within 15 s of 503 alone once that is promoted', async () => {
    await using world = await failover((url) => addAccount(url, ADA))
    const { service, ideas, standby } = world
    for (let index = 0; index < 20; index++) await ideas.send(`before ${index}`)

    const awayMs = await world.fail()
    for (let index = 0; index < 20; index++) await ideas.send(`after ${index}`)
    const isReady = async () => (await fetch(`${service.url}/health/ready`)).status
    await expect.poll(isReady, { timeout: FAILOVER_MS }).toBe(200)

    console.log(`The service was away for ${Math.round(awayMs)} ms.`)
    expect(new Set([503, ...ideas.refused])).toEqual(new Set([503]))
    expect(awayMs).toBeLessThan(FAILOVER_MS)
    expect(ideas.acknowledged).toHaveLength(41)
    expect((await fingerprintsIn(standby.url)).sort()).toEqual(ideas.acknowledged.toSorted())
    expect(await service.stop()).toBe(0)
  })
})
