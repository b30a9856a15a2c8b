/**
 * From a print that is in the market process to the frame of a bell at a gateway process, both on one database, at 5,000
 * prints a second and beside a thousand rules. A print counts from the instant at which no leg can join it any more: in a
 * running market that is half a second after the print. In between lie the look of the market process at its tape, the
 * match, the commit, the hint, and the look of the gateway at the feed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS } from '../../../src/alerts/domain/shard.ts'
import { eventKeys } from '../../../src/notifications/domain/event-key.ts'
import { feedClient } from '../../support/notifications/feed-client.ts'
import { SYMBOLS } from '../../validation/synthetic-tape.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { addAccounts, percentile } from '../notification-world.ts'
import { addRules, PRINTS_A_SECOND, RULES, ruleId } from '../tape.ts'
import type { GrownTape } from './growing-market-process.ts'
import { cpuMs } from './process-use.ts'
import { type ScaleDatabase, scaleDatabase, sized } from './scale-database.ts'

const ROUNDS = 3
const SECONDS = 20
/** For what a process does after its start, and for its lease. */
const WARM_UP_MS = 5_000
/** After the last print. */
const LAST_FRAME_MS = 5_000
const SYMBOL = SYMBOLS[1]?.symbol ?? ''

interface Round {
  readonly times: readonly number[]
  readonly commitMs: number
  /** The share of one processor that the market process used. */
  readonly share: number
}

export async function figures(): Promise<Figure[]> {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound())
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  const anchor = { name: 'a commit of one row', value: of(({ commitMs }) => commitMs) }
  const name = `print to frame over two processes at ${PRINTS_A_SECOND} prints/s and ${RULES} rules`
  return [
    { name: `${name}, p50`, value: of(({ times }) => percentile(times, 0.5)), unit: 'ms', anchor },
    { name: '… p99', value: of(({ times }) => percentile(times, 0.99)), unit: 'ms', goal: '≤ 100 ms', anchor },
    { name: '… notifications of a round', value: of(({ times }) => times.length), unit: 'notifications' },
    { name: '… processor that the market process uses', value: of(({ share }) => share), unit: 'of one' },
  ]
}

async function oneRound(): Promise<Round> {
  await using database = await scaleDatabase({ MARKET_SYMBOLS: SYMBOL })
  const { accounts, keys } = await addAccounts(database.parts, { port: 1, bell: true, count: 1 })
  const [accountId = ''] = accounts
  await addRules(database.parts.store, accountId, SYMBOL)
  await using gateway = await database.start('gateway')
  await using bell = await feedClient(`${gateway.url}/ws/notifications`, keys[0] ?? {})
  const heardAtNs = new Map<string, bigint>()
  bell.socket.on('message', (bytes: Buffer) => {
    const { notification } = JSON.parse(bytes.toString())
    if (notification) heardAtNs.set(notification.id, process.hrtime.bigint())
  })
  const commitMs = await commitOf(database)
  const { tape, share } = await grown(database)
  const queries = tape.rows.map(({ id }) => ({ accountId, eventKey: eventKeys.alert(ruleId(0), id) }))
  const ids = await database.parts.store.notifications.ofEvents(queries)
  const untilMs = performance.now() + LAST_FRAME_MS
  while (!ids.every((id) => heardAtNs.has(id ?? '')) && performance.now() < untilMs) await sleep(10)
  const times = tape.rows.flatMap(({ cameAtNs }, index) => {
    const heard = heardAtNs.get(ids[index] ?? '')
    return heard === undefined ? [] : [Number(heard - BigInt(cameAtNs)) / 1e6]
  })
  // One that never came would make the others look good.
  if (times.length < tape.rows.length) throw new Error(`${times.length} frames came for ${tape.rows.length} rows`)
  return { times, commitMs, share }
}

async function grown(database: ScaleDatabase): Promise<{ tape: GrownTape; share: number }> {
  await using market = await database.start('market', {
    entry: 'test/bench/scale/growing-market-process.ts',
    settings: { TAPE_SECONDS: String(sized(SECONDS)) },
  })
  await sleep(WARM_UP_MS)
  const [usedMs, startedMs] = [cpuMs(market.pid), performance.now()]
  const tape = (await market.ask('begin')) as GrownTape
  return { tape, share: (cpuMs(market.pid) - usedMs) / (performance.now() - startedMs) }
}

async function commitOf({ parts: { store, now } }: ScaleDatabase): Promise<number> {
  const times: number[] = []
  const sessionDate = now().toISOString().slice(0, 10)
  for (let each = 0; each < 50; each++) {
    const startedMs = performance.now()
    await store.flowPositions.put(ALL_ACCOUNTS, [{ symbol: SYMBOL, sessionDate, sequence: each }])
    times.push(performance.now() - startedMs)
  }
  await store.flowPositions.remove(ALL_ACCOUNTS, [SYMBOL])
  return median(times)
}
