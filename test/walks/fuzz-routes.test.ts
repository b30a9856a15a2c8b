import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { asError } from '../../src/lib/errors.ts'
import { mix, uniform } from '../../src/lib/math/seeded-random.ts'
import { type TestAccount, type TestApp, testApp } from '../support/app.ts'
import { fuzzRequest, fuzzRoutes } from '../support/fuzz/fuzz-requests.ts'
import { type Chance, pick } from '../support/fuzz/odd-values.ts'

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
/** Accounts are used up: requests delete them, sign them out and exhaust their limits. */
const REQUESTS_AN_ACCOUNT = 100

it(`answers ${REQUESTS} requests of any content with no fault of its own`, {
  timeout: 60_000 + REQUESTS * 20,
}, async () => {
  await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).json()
  const routes = fuzzRoutes(document)
  const chance = seeded(SEED)
  const faults: string[] = []
  let accounts: readonly TestAccount[] = []
  for (let index = 0; index < REQUESTS; index++) {
    if (index % REQUESTS_AN_ACCOUNT === 0) accounts = [await app.account('vega'), await app.account('delta')]
    const account = pick(accounts, chance)
    const credentials = pick([account.key, account.key, account.session, {}], chance)
    const { path, ...request } = fuzzRequest(document, pick(routes, chance), chance)
    const secret = path.startsWith('/webhooks/') ? { 'x-bot-secret': app.parts.config.secrets.webhook } : {}
    const headers = { ...request.headers, ...credentials, ...secret }
    const outcome = await answered(url + path, { ...request, headers })
    if (outcome !== null) {
      faults.push(`${request.method} ${path} ${request.body ?? ''} → ${outcome} ${faultOf(app)}`)
    }
    // Longer than the windows of the limits need, so that none of them hides what is behind it.
    app.clock.advance(700)
  }

  expect(routes.length).toBeGreaterThan(50)
  expect([...new Set(faults)]).toEqual([])
})

/** Null, or what was wrong with the answer. A 503 that says when to come again is an answer; a cut connection is none. */
async function answered(url: string, request: RequestInit): Promise<string | null> {
  try {
    const answer = await fetch(url, request)
    const { status, headers } = answer
    await answer.arrayBuffer()
    return status < 500 || (status === 503 && headers.has('retry-after')) ? null : String(status)
  } catch (error) {
    return `no answer: ${asError(error).cause ?? error}`
  }
}

function faultOf({ logged }: TestApp): string {
  const line = logged.findLast((it) => it.includes('"err"'))
  return line ? String(JSON.parse(line).err?.stack).slice(0, 400) : ''
}

function seeded(seed: number): Chance {
  let count = 0
  return { next: () => uniform(mix(seed, count++)) }
}
