/** How soon processes on one database hear of each other, beside a commit on the same server. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CREDENTIALS } from '../../../src/accounts/domain/credentials.ts'
import { Lifecycle } from '../../../src/app/lifecycle.ts'
import { createLogger } from '../../../src/app/logger.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { ownLeases, type WorkName } from '../../../src/app/store/own-leases.ts'
import type { Leases } from '../../../src/lib/node/leases.ts'
import { PostgresLeases } from '../../../src/store/processes/postgres-leases.ts'
import { aKey, anAccount } from '../../support/market/rows.ts'
import { openAs, postgresBus, testSchema } from '../../support/postgres.ts'
import { twoProcesses } from '../../support/processes.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'

const KEYS = 300
const STOPS = 9
const KILLS = 3
const LOOK_MS = 5
const RENEWED_BEFORE_MS = 500
const monotonicMs = () => performance.now()
const ignore = () => undefined

export async function processFigures(): Promise<Figure[]> {
  await using schema = await testSchema()
  await (await openAs('command', schema.url))[Symbol.asyncDispose]()
  const { heardMs, bareMs } = await deletedKeys()
  const anchor = { name: 'the commit of the deletion', value: bareMs }
  const percentile = (share: number) => heardMs.toSorted((a, b) => a - b)[Math.floor(share * heardMs.length)] ?? 0
  return [
    { name: 'a deleted key is known to another process, median', value: percentile(0.5), unit: 'ms', anchor },
    { name: '… 99th percentile', value: percentile(0.99), unit: 'ms', goal: '≤ 50 ms', anchor },
    { name: 'leases go on elsewhere after a stop', value: await stopMs(schema.url), unit: 'ms', goal: '≤ 200 ms' },
    { name: 'leases go on elsewhere after a kill', value: await killMs(schema.url), unit: 'ms', goal: '≤ 3,000 ms' },
  ]
}

async function deletedKeys() {
  await using service = await twoProcesses('postgres')
  const [one, other] = service.processes
  await one.store.accounts.add(anAccount())
  const heardMs: number[] = []
  const bare: number[] = []
  // Until both listen, hints are lost.
  await sleep(2_000)
  for (let index = 0; index < KEYS; index++) {
    const key = aKey({ id: `key-${index}`, tokenSha256: `${index}` })
    await one.store.apiKeys.add(key)
    await sleep(20)
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const unsubscribe = other.store.onChange(CREDENTIALS, () => resolve())
    const startedMs = performance.now()
    await one.store.apiKeys.remove(key.accountId, key.id)
    const committedMs = performance.now()
    await heard
    heardMs.push(performance.now() - committedMs)
    unsubscribe()
    bare.push(committedMs - startedMs)
  }
  return { heardMs, bareMs: median(bare) }
}

/** From a stop of the process that has the leases until another one has them, the median of some rounds. */
async function stopMs(url: string): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < STOPS; round++) {
    const [first, second] = [await startedLeases(url), await startedLeases(url)]
    // At any moment between two looks of the other.
    await sleep(100 * round)
    taken.push(await untilHeld(second.leases, () => first.life[Symbol.asyncDispose]()))
    await second.life[Symbol.asyncDispose]()
  }
  return median(taken)
}

/** The same of one that does nothing more in the middle between two renewals, as after a kill. */
async function killMs(url: string): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < KILLS; round++) {
    const owner = randomBytes(8).toString('hex')
    const parts = { names: ['alerts/0'] as const, owner, url, monotonicMs, onReleased: ignore, onFailure: ignore }
    const killed = new PostgresLeases(parts)
    await killed.renew()
    const second = await startedLeases(url)
    await killed.renew()
    await sleep(RENEWED_BEFORE_MS)
    taken.push(await untilHeld(second.leases, async () => undefined))
    await second.life[Symbol.asyncDispose]()
    await killed[Symbol.asyncDispose]()
  }
  return median(taken)
}

async function untilHeld(leases: Leases<WorkName>, begin: () => Promise<void>): Promise<number> {
  if (leases.termOf('alerts/0') !== null) throw new Error('another process was to have the leases')
  const startedMs = monotonicMs()
  await begin()
  while (leases.termOf('alerts/0') === null) await sleep(LOOK_MS)
  return monotonicMs() - startedMs
}

async function startedLeases(url: string) {
  const life = new Lifecycle()
  const bus = life.own('bus', postgresBus(randomBytes(8).toString('hex'), url), (it) => it[Symbol.asyncDispose]())
  const config = readConfig({ ...SECRET_SETTINGS, DATABASE_URL: url })
  const log = createLogger('silent')
  return { life, leases: await ownLeases(life, config, { log, monotonicMs, randomBytes, isService: true, bus }) }
}
