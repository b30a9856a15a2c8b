import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import { smallDisk } from '../support/small-disk.ts'

const disk = smallDisk(8)
if (!disk) console.warn('No small disk can be mounted here: the test of a full disk is skipped.')
afterAll(() => disk?.[Symbol.dispose]())

describe.skipIf(!disk)('a full disk', () => {
  it('stops writes with 503 and Retry-After, lets reads go on, and is over when there is room', async () => {
    if (!disk) return
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
})
