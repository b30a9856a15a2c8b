/**
 * How long the service is away when a part of it dies: a dispatcher that is killed, on the machine of the other and on
 * another one; a database that crashes and is back; a primary whose standby is promoted. The databases that crash are
 * clusters of their own, without a wait for the disk.
 */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { addAccount } from '../../support/add-account.ts'
import { sink } from '../../support/http/sink.ts'
import { failover } from '../../support/scale/failover.ts'
import { ideaSender } from '../../support/scale/idea-sender.ts'
import { hasPostgresPrograms, postgresCluster } from '../../support/scale/postgres-cluster.ts'
import { SECRET_SETTINGS, startService } from '../../support/service.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { addAccounts, raiseTo } from '../notification-world.ts'
import { scaleDatabase } from './scale-database.ts'

const ROUNDS = 3
const CRASHES = 5
const DOWN_MS = 1_000
const ACCOUNTS = 40
const LOOK_MS = 10
const OTHER_MACHINE = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../../support/process/other-machine.ts')).href}`,
  MACHINE_NAME: 'another machine',
}
const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }

export async function figures(): Promise<Figure[]> {
  const same = await timed(() => killed({}))
  const other = await timed(() => killed(OTHER_MACHINE))
  return [
    { name: 'deliveries of a killed dispatcher are sent by another', value: same, unit: 'ms', goal: '≤ 7,000 ms' },
    { name: '… of one on another machine', value: other, unit: 'ms', goal: '≤ 7,000 ms' },
    ...(hasPostgresPrograms ? [...(await crashed()), await promoted()] : []),
  ]
}

async function timed(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await measure())
  return median(times)
}

/** From kill -9 of one of two dispatchers until all that it was sending is sent. `settings` of the one that is killed. */
async function killed(settings: Record<string, string>): Promise<number> {
  await using peer = await sink()
  const { port } = new URL(peer.url)
  await using database = await scaleDatabase({ WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}` })
  const { accounts } = await addAccounts(database.parts, { port: Number(port), count: ACCOUNTS })
  await using victim = await database.start('dispatcher', { settings })
  await using _other = await database.start('dispatcher')
  peer.misbehave(() => 'hold')
  await raiseTo({ service: database }, accounts)
  await until(() => peer.held() === ACCOUNTS)
  const leases = `(select id || '.%' from instances where pid = ${victim.pid})`
  const { rows } = await database.run(`select id from deliveries where lease_owner like ${leases}`)
  if (rows.length === 0) throw new Error('the other dispatcher took all deliveries')
  const ids = rows.map(({ id }: { readonly id: string }) => `'${id}'`).join()
  peer.misbehave(null)
  const killedMs = performance.now()
  await victim.stop('SIGKILL')
  await until(async () => {
    const sent = await database.run(`select count(*) from deliveries where status = 'sent' and id in (${ids})`)
    return Number(sent.rows[0]?.count) === rows.length
  })
  const tookMs = performance.now() - killedMs
  peer.release()
  return tookMs
}

/** From when a database that crashed is back until an idea is acknowledged, and until it is decided. */
async function crashed(): Promise<Figure[]> {
  await using cluster = await postgresCluster()
  await addAccount(cluster.url, ADA)
  const settings = { DATABASE_URL: cluster.url, MARKET_SYMBOLS: 'SPY', DECISION_MODE: 'rules' }
  await using service = await startService({ settings })
  const ideas = ideaSender(service)
  await ideas.send('before')
  const [acknowledged, decided]: [number[], number[]] = [[], []]
  for (let round = 0; round < CRASHES; round++) {
    await cluster.crash()
    const during = ideas.send(`during ${round}`)
    await sleep(DOWN_MS)
    await cluster.start()
    const backMs = performance.now()
    await during
    acknowledged.push(performance.now() - backMs)
    await until(() => isDecided(service.url))
    decided.push(performance.now() - backMs)
  }
  return [
    {
      name: 'an idea is acknowledged once a crashed database is back',
      value: median(acknowledged),
      unit: 'ms',
      goal: '≤ 2,000 ms',
    },
    { name: '… and decided', value: median(decided), unit: 'ms', goal: '≤ 2,000 ms' },
  ]
}

async function isDecided(url: string): Promise<boolean> {
  const headers = { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET }
  const answer = await fetch(`${url}/webhooks/optionomics-neutral/ledger?limit=1`, { headers })
  if (!answer.ok) return false
  const { data } = (await answer.json()) as { readonly data: readonly { readonly status: string }[] }
  return data[0] !== undefined && data[0].status !== 'queued'
}

async function promoted(): Promise<Figure> {
  const value = await timed(async () => {
    await using world = await failover((url) => addAccount(url, ADA))
    await world.ideas.send('before')
    const awayMs = await world.fail()
    if (world.ideas.refused.some((status) => status !== 503)) throw new Error(`answers: ${world.ideas.refused}`)
    return awayMs
  })
  return { name: '503 alone while a standby is promoted', value, unit: 'ms', goal: '≤ 15,000 ms' }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(LOOK_MS)
}
