import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../src/app/store/open-store.ts'
import { mix, uniform } from '../../src/lib/math/seeded-random.ts'
import { anAccount } from '../support/market/rows.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { startService } from '../support/service.ts'
import { smtpPeer } from '../support/smtp/smtp-peer.ts'
import { welchT } from '../support/welch.ts'

const PAIRS = Number(process.env['TIMING_PAIRS'] ?? 1_000)
/** The threshold of dudect for a leak, https://eprint.iacr.org/2016/1123. */
const MAX_T = 4.5
const SEED = 17

interface Times {
  /** Milliseconds of the answer to the reset request. */
  readonly answer: number[]
  /** Milliseconds of the request that follows it at once. */
  readonly next: number[]
}

it.each(['same', 'new'] as const)(
  `takes the same time for known and unknown addresses over ${PAIRS} pairs, on the %s connection`,
  { timeout: 60_000 + PAIRS * 200 },
  async (connection) => {
    using folder = tempFolder()
    await using mails = await smtpPeer()
    await addAccounts(join(folder.path, 'store.sqlite3'))
    await using service = await startService({
      folder: folder.path,
      settings: { SMTP_URL: mails.url, TRUST_PROXY: 'true', MARKET_SYMBOLS: 'SPY' },
    })
    const agent = new Agent({ keepAlive: connection === 'same', maxSockets: 1 })
    const times = { known: emptyTimes(), unknown: emptyTimes() }
    for (let pair = -5; pair < PAIRS; pair++) {
      const order = uniform(mix(SEED, pair)) < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) {
        const measured = await measure(service.url, agent, `${kind}${Math.max(0, pair)}@example.com`)
        // The first ones compile code and open files.
        if (pair >= 0) for (const name of ['answer', 'next'] as const) times[kind][name].push(measured[name])
      }
    }
    agent.destroy()

    const t = (name: keyof Times) => Math.abs(welchT(times.known[name], times.unknown[name]))
    console.log(
      `${connection} connection: |t| of the answer ${t('answer').toFixed(2)}, of the next ${t('next').toFixed(2)}`,
    )
    expect(t('answer')).toBeLessThan(MAX_T)
    expect(t('next')).toBeLessThan(MAX_T)
    expect(times.known.answer).toHaveLength(PAIRS)
  },
)

function emptyTimes(): Times {
  return { answer: [], next: [] }
}

/** An account for each pair: one account alone gets five mails an hour. */
async function addAccounts(path: string): Promise<void> {
  await using store = await openStore({ path, now: () => new Date() })
  for (let pair = 0; pair < PAIRS; pair++) {
    const email = `known${pair}@example.com`
    await store.accounts.add({ ...anAccount(), id: `account${pair}`, email, passwordHash: 'none' })
  }
}

/** Every request comes from an address of its own, so that no limit delays it. */
async function measure(url: string, agent: Agent, email: string): Promise<{ answer: number; next: number }> {
  const address = randomBytes(4).join('.')
  const post = (body: object) => timed(`${url}/api/v1/password_reset`, { agent, address, body })
  return { answer: await post({ email }), next: await post({ email: 'somebody@example.com' }) }
}

interface Request {
  readonly agent: Agent
  readonly address: string
  readonly body: object
}

function timed(url: string, { agent, address, body }: Request): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return new Promise((resolve, reject) => {
    const begin = process.hrtime.bigint()
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 202) reject(new Error(`the service answered ${response.statusCode}`))
      response.resume().on('end', () => resolve(Number(process.hrtime.bigint() - begin) / 1e6))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}
