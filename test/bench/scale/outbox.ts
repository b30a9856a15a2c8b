/**
 * One and four dispatcher processes that drain the same number of webhooks from one database to a sink in a process of its
 * own. All rows are due at one instant, for which the processes wait; it ends with the last outcome that is written. On
 * two processors the server, the sink and the dispatchers share them: there the processor time of a row says more than
 * the rate.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { aDelivery } from '../../support/notifications/notification-rows.ts'
import type { RunningService } from '../../support/service.ts'
import type { Figure } from '../figure.ts'
import { median } from '../median.ts'
import { addAccounts } from '../notification-world.ts'
import type { Look } from './counted-dispatcher-process.ts'
import { cpuMs } from './process-use.ts'
import { type ScaleDatabase, scaleDatabase, sized } from './scale-database.ts'

const ROUNDS = 3
const PROCESSES = 4
const ROWS = 10_000
/** Until what each of several processes runs is compiled. */
const FIRST_ROWS = 40_000
const ACCOUNTS = 500
const BATCH = 1_000
/** Until all rows are written and every process has heard when the first is due. */
const DUE_AFTER_MS = 30_000
const LOOK_MS = 20
/** Of the size that a webhook of a trade idea has. */
const BODY = JSON.stringify({ type: 'notification', text: 'x'.repeat(600) })

interface Drain {
  readonly perSecond: number
  readonly cpuUs: number
  /** Of the looks until the last row was leased, those that leased none. */
  readonly inVain: number
}

export async function figures(): Promise<Figure[]> {
  const sink = fork(fileURLToPath(new URL('../webhook-sink.ts', import.meta.url)))
  const [port] = (await once(sink, 'message')) as [number]
  const drains = { one: [] as Drain[], four: [] as Drain[] }
  try {
    await using one = await dispatching(port, 1)
    await using four = await dispatching(port, PROCESSES)
    for (let round = 0; round <= ROUNDS; round++) {
      // The first round warms all up.
      const rows = sized(round === 0 ? FIRST_ROWS : ROWS)
      const measured = { one: await drain(one, rows), four: await drain(four, rows) }
      if (round === 0) continue
      drains.one.push(measured.one)
      drains.four.push(measured.four)
    }
  } finally {
    sink.kill()
  }
  return figuresOf(drains)
}

function figuresOf(drains: Readonly<Record<'one' | 'four', readonly Drain[]>>): Figure[] {
  const typical = (who: keyof typeof drains, part: keyof Drain) => median(drains[who].map((it) => it[part]))
  const one = (part: keyof Drain) => ({ name: 'one', value: typical('one', part) })
  return [
    {
      name: `webhooks sent by ${PROCESSES} dispatchers, ${sized(ROWS)} due at once`,
      value: typical('four', 'perSecond'),
      unit: 'rows/s',
      goal: '≥ 2.5 of the anchor',
      anchor: one('perSecond'),
    },
    { name: '… CPU of the dispatchers', value: typical('four', 'cpuUs'), unit: 'µs/row', anchor: one('cpuUs') },
    {
      name: '… looks in vain',
      value: typical('four', 'inVain'),
      unit: 'of all',
      goal: '≤ 0.05',
      anchor: one('inVain'),
    },
  ]
}

interface Dispatching extends AsyncDisposable {
  readonly database: ScaleDatabase
  readonly accounts: readonly string[]
  readonly dispatchers: readonly RunningService[]
}

/** So many dispatchers on a database of their own, with nothing to do. */
async function dispatching(port: number, processes: number): Promise<Dispatching> {
  await using owned = new AsyncDisposableStack()
  const database = owned.use(await scaleDatabase({ WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}` }))
  const { accounts } = await addAccounts(database.parts, { port, count: sized(ACCOUNTS) })
  const dispatchers: RunningService[] = []
  const entry = 'test/bench/scale/counted-dispatcher-process.ts'
  for (let each = 0; each < processes; each++) {
    dispatchers.push(owned.use(await database.start('dispatcher', { entry })))
  }
  const all = owned.move()
  return { database, accounts, dispatchers, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function drain({ database, accounts, dispatchers }: Dispatching, rows: number): Promise<Drain> {
  const looksOf = async () => (await Promise.all(dispatchers.map((it) => it.ask('looks')))).flat() as Look[]
  const usedMs = () => dispatchers.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const dueMs = await addRows(database, accounts, rows)
  const waitMs = dueMs - database.parts.now().getTime()
  if (waitMs <= 0) throw new Error('the rows were due before all of them were written')
  await looksOf()
  await sleep(waitMs)
  const before = usedMs()
  const startedMs = performance.now()
  while ((await database.run(OPEN_ROWS)).rows.length > 0) await sleep(LOOK_MS)
  const tookMs = performance.now() - startedMs
  const cpuUs = ((usedMs() - before) * 1_000) / rows
  const inVain = inVainOf(await looksOf())
  const sent = await database.run("delete from deliveries where status = 'sent'")
  if (sent.rowCount !== rows) throw new Error(`${sent.rowCount} of ${rows} rows were sent`)
  return { perSecond: (rows / tookMs) * 1_000, cpuUs, inVain }
}

const OPEN_ROWS = "select 1 from deliveries where status = 'pending' limit 1"

/** As many for each account, due at the instant that is returned. */
async function addRows({ parts, run }: ScaleDatabase, accounts: readonly string[], count: number): Promise<number> {
  const { store, newId, now } = parts
  const at = now()
  const dueAt = new Date(at.getTime() + DUE_AFTER_MS).toISOString()
  const endpoints = new Map((await store.endpoints.ofAccounts(accounts)).map(({ accountId, id }) => [accountId, id]))
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, each) => {
      const accountId = accounts[(done + each) % accounts.length] ?? ''
      const endpointId = endpoints.get(accountId) ?? ''
      const fresh = { id: newId(), notificationId: null, accountId, endpointId, dueAt, body: BODY }
      return aDelivery({ ...fresh, createdAt: at.toISOString(), updatedAt: at.toISOString() })
    })
    await store.deliveries.add(rows)
  }
  await run('vacuum analyze deliveries')
  return Date.parse(dueAt)
}

/** Of the looks from the first to the last that leased something, those that leased nothing. */
function inVainOf(looks: readonly Look[]): number {
  const useful = looks.filter(({ leased }) => leased > 0).map(({ atMs }) => atMs)
  const [first, last] = [Math.min(...useful), Math.max(...useful)]
  const meanwhile = looks.filter(({ atMs }) => atMs >= first && atMs <= last)
  return meanwhile.filter(({ leased }) => leased === 0).length / meanwhile.length
}
