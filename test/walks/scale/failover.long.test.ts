import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { tcpProxy } from '../../support/http/tcp-proxy.ts'
import { aPayload } from '../../support/receiver/ideas.ts'
import { hasPostgresPrograms, postgresCluster } from '../../support/scale/postgres-cluster.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../../support/service.ts'

const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const FAILOVER_MS = 15_000

interface Answered {
  readonly status: number
  readonly fingerprint: string | null
}

async function send({ url }: RunningService, name: string): Promise<Answered> {
  const answer = await fetch(`${url}/webhooks/optionomics-neutral/trade-ideas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET },
    body: JSON.stringify(aPayload({ alert_name: name })),
  })
  const body = (await answer.json()) as { fingerprint?: string }
  return { status: answer.status, fingerprint: answer.ok ? (body.fingerprint ?? null) : null }
}

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
    await using cluster = await postgresCluster()
    await addAccount(cluster.url, ADA)
    const standby = await cluster.standby()
    await using link = await tcpProxy({ host: '127.0.0.1', port: cluster.port })
    const DATABASE_URL = cluster.url.replace(`:${cluster.port}/`, `:${link.port}/`)
    await using service = await startService({
      settings: { DATABASE_URL, MARKET_SYMBOLS: 'SPY', DECISION_MODE: 'rules' },
    })
    const acknowledged: string[] = []
    const refused: number[] = []
    const sendUntilTaken = async (name: string) => {
      for (;;) {
        const { status, fingerprint } = await send(service, name)
        if (fingerprint !== null) return acknowledged.push(fingerprint)
        refused.push(status)
        await sleep(50)
      }
    }
    for (let index = 0; index < 20; index++) await sendUntilTaken(`before ${index}`)

    const crashedMs = performance.now()
    const during = sendUntilTaken('during')
    await cluster.crash()
    await standby.promote()
    link.leadTo(standby.port)
    await during
    const awayMs = performance.now() - crashedMs
    for (let index = 0; index < 20; index++) await sendUntilTaken(`after ${index}`)
    const isReady = async () => (await fetch(`${service.url}/health/ready`)).status
    await expect.poll(isReady, { timeout: FAILOVER_MS }).toBe(200)

    console.log(`The service was away for ${Math.round(awayMs)} ms.`)
    expect(new Set([503, ...refused])).toEqual(new Set([503]))
    expect(awayMs).toBeLessThan(FAILOVER_MS)
    expect(acknowledged).toHaveLength(41)
    expect((await fingerprintsIn(standby.url)).sort()).toEqual(acknowledged.sort())
    expect(await service.stop()).toBe(0)
  })
})
