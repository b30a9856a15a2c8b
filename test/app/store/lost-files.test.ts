import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'

const store = ({ folder }: TestApp) => join(folder, 'store.sqlite3')
const newKey = async (app: TestApp, headers: Record<string, string>) => {
  const payload = { name: 'k', expiry: '30d' }
  return app.request({ method: 'POST', url: '/api/v1/api_keys', headers, payload })
}
const refused = {
  code: 'unavailable',
  detail: expect.stringMatching(/deleted or replaced.*before the service is stopped/),
}

/** What happens to a file under a running service. */
const LOSSES: Record<string, { suffix: string; lose: (file: string) => void }> = {
  'the store is deleted': { suffix: '', lose: rmSync },
  'its write-ahead log is deleted': { suffix: '-wal', lose: rmSync },
  'its shared memory is deleted': { suffix: '-shm', lose: rmSync },
  'a copy takes the place of the store': {
    suffix: '',
    lose(file) {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    },
  },
}

describe('a service under which', () => {
  it.each(Object.entries(LOSSES))('%s refuses every write, and is not ready', async (_, { suffix, lose }) => {
    await using app = await testApp()
    const { session, key } = await app.account('vega')
    lose(`${store(app)}${suffix}`)

    const notReady = await app.get('/health/ready')
    const writes = [await newKey(app, session), await newKey(app, session)]
    const read = await app.get('/api/v1/stocks/SPY/quote', key)

    expect(notReady.statusCode).toBe(503)
    expect(writes.map(({ statusCode }) => statusCode)).toEqual([503, 503])
    expect(writes.map((it) => it.json())).toMatchObject([refused, refused])
    expect(writes[0]?.headers['retry-after']).toMatch(/^\d+$/)
    expect(read.statusCode).toBe(200)
    expect(app.logged.join('')).toMatch(/deleted or replaced/)
  })

  it('the store is moved away and back goes on', async () => {
    await using app = await testApp()
    const { session } = await app.account('vega')
    renameSync(store(app), `${store(app)}.moved`)
    app.clock.advance(10)
    expect((await newKey(app, session)).statusCode).toBe(503)
    renameSync(`${store(app)}.moved`, store(app))

    expect((await newKey(app, session)).statusCode).toBe(201)
    expect((await app.get('/health/ready')).statusCode).toBe(200)
  })
})
