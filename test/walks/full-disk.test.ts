import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import { scriptedBroker } from '../support/broker/scripted-broker.ts'
import { smallDisk } from '../support/process/small-disk.ts'
import { aPayload } from '../support/receiver/ideas.ts'
import { receiverService } from '../support/receiver/receiver-service.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

const mountable = smallDisk(1)
mountable?.[Symbol.dispose]()
if (!mountable) console.warn('No small disk can be mounted here: the test of a full disk is skipped.')

describe.skipIf(!mountable)('a full disk', () => {
  it('stops writes with 503 and Retry-After, lets reads go on, and is over when there is room', async () => {
    using disk = aDisk()
    await using app = await testApp({ DATABASE_PATH: join(disk.path, 'store.sqlite3') })
    const { key, session } = await app.account('vega')
    const newKey = () =>
      app.request({ method: 'POST', url: '/api/v1/api_keys', headers: session, payload: { name: 'k', expiry: '30d' } })
    disk.fill()

    const writes = [await newKey()]
    // The log of the store may still have room for some rows.
    while (writes.length < 49 && writes.at(-1)?.statusCode !== 503) writes.push(await newKey())
    const refused = writes.at(-1)
    const read = await app.get('/api/v1/stocks/SPY/quote', key)
    const alive = await app.get('/health')
    const notReady = await app.get('/health/ready')
    disk.makeRoom()
    const ready = await app.get('/health/ready')
    const written = await newKey()

    expect(refused?.statusCode).toBe(503)
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused?.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('disk') })
    expect(read.statusCode).toBe(200)
    expect(alive.statusCode).toBe(200)
    expect(notReady.statusCode).toBe(503)
    expect(ready.statusCode).toBe(200)
    expect(written.statusCode).toBe(201)
  })

  it('refuses webhooks with 503, loses no idea that it took, and orders each once when there is room', async () => {
    using disk = aDisk()
    const broker = scriptedBroker()
    await using service = await receiverService({ folder: disk.path, broker, settings: { DRY_RUN: 'false' } })
    const path = `${service.url}/webhooks/optionomics-neutral`
    const headers = { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
    const send = (index: number) =>
      fetch(`${path}/trade-ideas`, {
        method: 'POST',
        headers,
        body: JSON.stringify(
          aPayload({ alert_name: `script:buy ${index}`, matched_criteria: { note: 'x'.repeat(9_000) } }),
        ),
      })
    const taken: string[] = []
    const take = async (answer: Response) => {
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      taken.push((JSON.parse(text) as { fingerprint: string }).fingerprint)
    }
    await take(await send(0))
    disk.fill()

    let refused: Response | undefined
    for (let index = 1; index < 400 && refused === undefined; index++) {
      const answer = await send(index)
      if (answer.status === 200) await take(answer)
      else refused = answer
    }
    disk.makeRoom()
    await take(await send(999))
    const statusOf = async (fingerprint: string) => {
      const answer = await fetch(`${path}/ledger/${fingerprint}`, { headers })
      return ((await answer.json()) as { status: string }).status
    }
    const statuses = () => Promise.all(taken.map(statusOf))
    await expect.poll(async () => new Set(await statuses()), { timeout: 90_000 }).toEqual(new Set(['ordered']))

    expect(refused?.status).toBe(503)
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
    const ids = broker.orders.map(({ clientOrderId }) => clientOrderId)
    expect(ids.toSorted()).toEqual(taken.map((fingerprint) => `om-${fingerprint.slice(0, 24)}`).toSorted())
  }, 120_000)
})

function aDisk() {
  const disk = smallDisk(8)
  if (!disk) throw new Error('No small disk could be mounted.')
  return disk
}
