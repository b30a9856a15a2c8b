import { afterEach, beforeEach, expect, it } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer } from '../../support/alpaca/alpaca-server.ts'
import { type AlpacaStream, alpacaStream } from '../../support/alpaca/alpaca-stream.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { startService } from '../../support/service.ts'

let clock: TestClock
let server: AlpacaServer
let stream: AlpacaStream

beforeEach(async () => {
  // The vendor lives in the same time as the service, which is a process of its own.
  clock = { ...testClock(), now: () => new Date() }
  server = await alpacaServer(clock)
  stream = alpacaStream(server)
})

afterEach(async () => {
  await stream[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

it('a service in its own process answers from a vendor over real HTTP, keeps the keys secret, and ends at once', async () => {
  await using service = await startService({
    settings: {
      MARKET_SOURCE: 'alpaca',
      MARKET_SYMBOLS: 'ZZZ',
      ALPACA_API_KEY: ALPACA_KEYS.keyId,
      ALPACA_API_SECRET: ALPACA_KEYS.secret,
      ALPACA_DATA_URL: server.url,
      ALPACA_BASE_URL: server.url,
      ALPACA_DATA_FEED: 'sip,opra',
      LOG_LEVEL: 'trace',
    },
  })
  service.guard(ALPACA_KEYS.keyId)
  service.guard(ALPACA_KEYS.secret)
  const account = { email: 'walk@optionwire.test', password: 'correct horse battery' }
  const token = await addAccount(service.environment['DATABASE_PATH'] ?? '', account)
  const headers = { 'x-user-email': 'walk@optionwire.test', 'x-user-token': token }

  const answer = await fetch(`${service.url}/api/v1/stocks/ZZZ/quote`, { headers })
  expect(answer.status).toBe(200)
  // Nothing that depends on the date: expirations of the invented contracts pass.
  expect(await answer.json()).toMatchObject({
    price: 101.37,
    source: 'alpaca',
    warnings: [expect.stringMatching(/^Stock prices are from the feed sip of Alpaca/)],
  })
  const ready = await (await fetch(`${service.url}/health/ready`)).text()
  expect(ready).toContain('The source alpaca has 1 symbols. Alpaca answers.')
  expect(ready).toMatch(/Option prints in memory: 0 stored, 0 waiting, 0 dropped\./)
  expect(await service.stop()).toBe(0)
}, 60_000)
