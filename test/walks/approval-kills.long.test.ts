import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { mix } from '../../src/lib/math/seeded-random.ts'
import { addAccount } from '../support/add-account.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { aPayload } from '../support/receiver/ideas.ts'
import { type ReceiverPeer, receiverPeer } from '../support/receiver/receiver-peer.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../support/service.ts'

/** The seed is printed, and `KILL_SEED` plays it again. */
const KILLS = 2 * Number(process.env['KILLS'] ?? 100)
const SEED = Number(process.env['KILL_SEED'] ?? 20261124)
const IDEAS_A_LIFE = 3
/**
 * After so many lives one is left alone until all is done: an order of unclear fate takes queries over three seconds,
 * longer than any life that is killed, and what is unfinished 15 minutes after its yes is not traded any more.
 */
const LIVES_A_ROUND = 40
const PATIENCE_MS = 120_000
const PASSWORD = 'correct horse battery'
const EMAILS = ['ada@optionwire.test', 'bob@optionwire.test'] as const

interface Row {
  readonly fingerprint: string
  readonly status: string
  readonly error: string | null
  readonly order_result: string | null
  readonly answer: 'yes' | 'no' | 'none' | null
}

interface Waiting {
  readonly id: string
  readonly fingerprint: string
  readonly answer_key: string
}

function start(folder: string, peer: ReceiverPeer): Promise<RunningService> {
  return startService({
    entry: 'test/support/process/receiver-process.ts',
    folder,
    settings: {
      PEER_URL: peer.url,
      DECIDES_USD: '5000',
      DRY_RUN: 'false',
      MARKET_SYMBOLS: 'SPY',
      MAX_NOTIONAL_USD: '5000',
      ORDER_STYLE: 'bracket',
      ORDER_TIME_IN_FORCE: 'gtc',
      TRACK_ORDERS: 'true',
      APPROVAL: 'required',
      APPROVERS: EMAILS.join(','),
      // The lives together last longer than a person would be waited for.
      APPROVAL_MINUTES: '1440',
      APPROVAL_MAX_DRIFT_PCT: '100',
    },
  })
}

async function signIn({ url }: RunningService, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`the sign-in failed with ${answer.status}`)
  return String(answer.headers.get('set-cookie')).split(';')[0] ?? ''
}

/** What is answered is kept by whoever got the answer; a process that dies meanwhile says nothing. */
async function request<T>(
  service: RunningService,
  cookie: string,
  path: string,
  body?: object,
): Promise<T | undefined> {
  try {
    const headers = { cookie, origin: service.url, ...(body && { 'content-type': 'application/json' }) }
    const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(`${service.url}/api/v1/approvals${path}`, sent)
    return answer.ok ? ((await answer.json()) as T) : undefined
  } catch {
    return undefined
  }
}

async function send({ url }: RunningService, name: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/webhooks/optionomics-neutral/trade-ideas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET },
      body: JSON.stringify(aPayload({ alert_name: name, symbol: 'SPY', target_price: 60_000, stop_price: 0.5 })),
    })
    return ((await answer.json()) as { fingerprint: string }).fingerprint
  } catch {
    return undefined
  }
}

function rowsIn(folder: string): Row[] {
  const store = new Database(join(folder, 'store.sqlite3'), { readonly: true })
  try {
    const query =
      'select l.fingerprint, l.status, l.error, l.order_result, a.answer from ledger l left join approvals a on a.id = l.approval_id'
    return store.prepare<[], Row>(query).all()
  } finally {
    store.close()
  }
}

const isOver = ({ status, order_result: result }: Row) =>
  status === 'ordered' ? JSON.parse(result ?? '{}').settled_at != null : status !== 'queued'

/** Two people who answer whatever waits. */
interface People {
  readonly cookies: string[]
  /** By fingerprint: what one of them was told had been taken. */
  readonly taken: Map<string, 'yes' | 'no'>
  answers: number
  readonly chance: (index: number) => number
}

async function answerAll(people: People, service: RunningService, isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    const listed = await request<{ data: readonly Waiting[] }>(service, people.cookies[0] ?? '', '')
    for (const one of listed?.data ?? []) {
      if (isEnough()) return
      await answerOne(people, service, one)
    }
    await sleep(20)
  }
}

/** Both at once: one of them is taken. */
async function answerOne(people: People, service: RunningService, { id, fingerprint }: Waiting): Promise<void> {
  const { cookies, taken, chance } = people
  const said = chance(people.answers++ + 2e6) < 0.75 ? ('yes' as const) : ('no' as const)
  const both = await Promise.all(
    cookies.map(async (cookie, index) => {
      const shown = await request<Waiting>(service, cookie, `/${id}`)
      const answer = index === 0 ? said : ('yes' as const)
      const body = { answer, key: shown?.answer_key ?? '' }
      return (await request<Waiting>(service, cookie, `/${id}/answer`, body)) ? answer : undefined
    }),
  )
  for (const answer of both) {
    if (answer === undefined) continue
    expect(taken.has(fingerprint)).toBe(false)
    taken.set(fingerprint, answer)
  }
}

describe('a receiver that is killed while orders wait, go out and are filled', () => {
  it(`${KILLS} times at random moments loses no answer and doubles no order, and its profits are the brokerage's`, {
    timeout: 600_000 + KILLS * 10_000,
  }, async () => {
    using folder = tempFolder()
    const chance = (index: number) => mix(SEED, index) / 2 ** 32
    await using peer = await receiverPeer({
      uniqueIds: false,
      faultOf: (count) => (chance(count) < 0.2 ? 'answer lost' : 'none'),
      decidingMs: (count) => 50 * chance(count + 1e6),
    })
    console.log(`KILL_SEED=${SEED}`)
    for (const email of EMAILS) {
      await addAccount(join(folder.path, 'store.sqlite3'), { email, password: PASSWORD })
    }
    const acknowledged = new Set<string>()
    const people: People = { cookies: [], taken: new Map(), answers: 0, chance }
    const { cookies, taken } = people

    const first = await start(folder.path, peer)
    for (const email of EMAILS) cookies.push(await signIn(first, email))
    await first.stop()
    const untilAllIsOver = async () => {
      await using service = await start(folder.path, peer)
      const until = performance.now() + PATIENCE_MS
      await answerAll(people, service, () => rowsIn(folder.path).every(isOver) || performance.now() > until)
      expect(rowsIn(folder.path).filter((row) => !isOver(row))).toEqual([])
    }
    for (let life = 0; life < KILLS; life++) {
      if (life > 0 && life % LIVES_A_ROUND === 0) await untilAllIsOver()
      const service = await start(folder.path, peer)
      let isDead = false
      const answering = answerAll(people, service, () => isDead)
      const sending = Array.from({ length: IDEAS_A_LIFE }, async (_, index) => {
        await sleep(300 * chance(life * 100 + index + 3e6))
        const fingerprint = await send(service, `idea ${life}/${index}`)
        if (fingerprint !== undefined) acknowledged.add(fingerprint)
      })
      await sleep(100 + 1_200 * chance(life + 5e6))
      isDead = true
      await service.stop('SIGKILL')
      await Promise.all([...sending, answering])
    }

    await untilAllIsOver()

    const rows = rowsIn(folder.path)
    const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]))
    const ids = peer.orders.map(({ clientOrderId }) => clientOrderId)
    expect([...acknowledged].filter((it) => !byFingerprint.has(it))).toEqual([])
    for (const [fingerprint, said] of taken) expect(byFingerprint.get(fingerprint)?.answer).toBe(said)
    expect(new Set(ids).size).toBe(ids.length)
    const ordered = new Set(ids)
    let ledgerProfit = 0
    for (const { fingerprint, status, error, answer, order_result: result } of rows) {
      const id = `om-${fingerprint.slice(0, 24)}`
      expect({ fingerprint, status, error, hasOrder: ordered.delete(id) }).toEqual({
        fingerprint,
        error: null,
        status: answer === 'yes' ? 'ordered' : 'skipped',
        hasOrder: answer === 'yes',
      })
      if (answer !== 'yes') continue
      const profit = JSON.parse(result ?? '{}').realized_pnl_usd
      expect(profit).toBe(peer.profits.get(id))
      ledgerProfit += profit
    }
    expect([...ordered]).toEqual([])
    expect(ledgerProfit).toBe([...peer.profits.values()].reduce((sum, profit) => sum + profit, 0))
    expect(rows.filter(({ answer }) => answer === 'no').length).toBeGreaterThan(0)
    console.log(`${rows.length} ideas, ${peer.orders.length} orders, ${taken.size} answers, ${KILLS} kills`)
  })
})
