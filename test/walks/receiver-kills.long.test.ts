import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { mix } from '../../src/lib/math/seeded-random.ts'
import { sha256Hex } from '../../src/lib/node/sha256.ts'
import { KILL_POINTS } from '../support/process/receiver-process.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { aPayload } from '../support/receiver/ideas.ts'
import { type ReceiverPeer, receiverPeer } from '../support/receiver/receiver-peer.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../support/service.ts'

/** The seed is printed, and `KILL_SEED` plays it again. */
const KILLS = Number(process.env['KILLS'] ?? 100)
const SEED = Number(process.env['KILL_SEED'] ?? 20261121)
const IDEAS_A_LIFE = 6
const PATIENCE_MS = 60_000

interface Row {
  readonly fingerprint: string
  readonly status: string
  readonly order_result: string | null
}

function start(folder: string, peer: ReceiverPeer, killAt = ''): Promise<RunningService> {
  return startService({
    entry: 'test/support/process/receiver-process.ts',
    folder,
    settings: { PEER_URL: peer.url, KILL_AT: killAt, DRY_RUN: 'false', MARKET_SYMBOLS: 'SPY' },
  })
}

/** The fingerprint that was acknowledged, or nothing where the process died before it could answer. */
async function send(
  { url }: RunningService,
  name: string,
): Promise<{ status: string; fingerprint: string } | undefined> {
  try {
    const answer = await fetch(`${url}/webhooks/optionomics-neutral/trade-ideas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET },
      body: JSON.stringify(aPayload({ alert_name: name })),
    })
    const { status, fingerprint } = (await answer.json()) as { status: string; fingerprint: string }
    return { status, fingerprint }
  } catch {
    return undefined
  }
}

function rowsIn(folder: string): Row[] {
  const store = new Database(join(folder, 'store.sqlite3'), { readonly: true })
  try {
    return store.prepare<[], Row>('select fingerprint, status, order_result from ledger').all()
  } finally {
    store.close()
  }
}

async function untilNothingIsQueued(folder: string): Promise<Row[]> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const rows = rowsIn(folder)
    if (rows.every(({ status }) => status !== 'queued') || performance.now() > until) return rows
    await sleep(50)
  }
}

const joined = (name: string) => sha256Hex(`${name}|trade_idea|AAPL|bullish|Long Call|2026-11-20T15:00:00+00:00`)

describe('a receiver that is killed', () => {
  it.each(KILL_POINTS)(
    '%s goes on after a restart: one end, one order, and the same webhook is a duplicate',
    { timeout: 120_000 },
    async (point) => {
      using folder = tempFolder()
      // Without unique ids at the brokerage nothing but the receiver keeps an order from being doubled.
      await using peer = await receiverPeer({ uniqueIds: false })
      const first = await start(folder.path, peer, point)
      await send(first, 'the idea')
      await first.ended

      await using second = await start(folder.path, peer)
      const rows = await untilNothingIsQueued(folder.path)
      const again = await send(second, 'the idea')

      expect(rows).toMatchObject([{ fingerprint: joined('the idea'), status: 'ordered' }])
      expect(peer.orders).toHaveLength(1)
      expect(again).toEqual({ status: 'duplicate', fingerprint: joined('the idea') })
      expect(peer.decisions.get(joined('the idea'))).toBe(point === 'after the decision came' ? 2 : 1)
    },
  )

  it.each([true, false])(
    `at random moments, ${KILLS} times, loses no idea and doubles no order (unique ids at the brokerage: %s)`,
    { timeout: 600_000 + KILLS * 10_000 },
    async (uniqueIds) => {
      using folder = tempFolder()
      const chance = (index: number) => mix(SEED + (uniqueIds ? 0 : 1), index) / 2 ** 32
      await using peer = await receiverPeer({
        uniqueIds,
        faultOf: (count) => (chance(count) < 0.2 ? 'answer lost' : chance(count) < 0.3 ? 'order lost' : 'none'),
        decidingMs: (count) => 150 * chance(count + 1e6),
      })
      console.log(`KILL_SEED=${SEED}`)
      const acknowledged = new Set<string>()
      const kills = uniqueIds ? KILLS : Math.ceil(KILLS / 2)
      for (let life = 0; life < kills; life++) {
        const service = await start(folder.path, peer)
        const sending = Array.from({ length: IDEAS_A_LIFE }, async (_, index) => {
          await sleep(400 * chance(life * 100 + index))
          const answer = await send(service, `idea ${life}/${index}`)
          if (answer) acknowledged.add(answer.fingerprint)
        })
        await sleep(100 + 700 * chance(life + 5e6))
        await service.stop('SIGKILL')
        await Promise.all(sending)
      }

      await using last = await start(folder.path, peer)
      const rows = await untilNothingIsQueued(folder.path)
      await last.stop()

      const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]))
      const ordered = new Map(peer.orders.map((order) => [order.clientOrderId, order]))
      expect(acknowledged.size).toBeGreaterThan(0)
      expect([...acknowledged].filter((it) => !byFingerprint.has(it))).toEqual([])
      expect(rows.filter(({ status }) => status === 'queued')).toEqual([])
      expect(peer.orders).toHaveLength(ordered.size)
      for (const row of rows) {
        const hasOrder = ordered.has(`om-${row.fingerprint.slice(0, 24)}`)
        expect({ fingerprint: row.fingerprint, status: row.status }).toEqual({
          fingerprint: row.fingerprint,
          status: hasOrder ? 'ordered' : 'failed',
        })
        if (hasOrder) ordered.delete(`om-${row.fingerprint.slice(0, 24)}`)
      }
      expect([...ordered.keys()]).toEqual([])
      for (const count of peer.decisions.values()) expect(count).toBeLessThanOrEqual(1 + kills)
      using store = closing(new Database(join(folder.path, 'store.sqlite3')))
      expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok')
      console.log(`${rows.length} ideas, ${peer.orders.length} orders, ${kills} kills`)
    },
  )

  it('by SIGTERM hands over what it cannot finish, within 20 seconds', { timeout: 60_000 }, async () => {
    using folder = tempFolder()
    await using peer = await receiverPeer({ uniqueIds: true, decidingMs: (count) => (count === 0 ? 600_000 : 0) })
    const first = await start(folder.path, peer)
    await send(first, 'the idea')
    while (peer.decisions.size === 0) await sleep(10)

    const from = performance.now()
    const code = await first.stop('SIGTERM')
    const tookMs = performance.now() - from
    await using second = await start(folder.path, peer)
    const rows = await untilNothingIsQueued(folder.path)

    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(20_000)
    expect(rows).toMatchObject([{ status: 'ordered' }])
    expect(second.output()).toContain('going on with')
  })
})

describe('two receivers on one store', () => {
  it('queue one of 200 equal webhooks, and work on no idea twice', { timeout: 120_000 }, async () => {
    using folder = tempFolder()
    await using peer = await receiverPeer({ uniqueIds: false, decidingMs: () => 20 })
    const both = await Promise.all([start(folder.path, peer), start(folder.path, peer)])
    const sendAll = (count: number, nameOf: (index: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, index) => send(both[index % 2] as RunningService, nameOf(index))))

    const equal = await sendAll(200, () => 'the same')
    const different = await sendAll(60, (index) => `idea ${index}`)
    const rows = await untilNothingIsQueued(folder.path)
    await Promise.all(both.map((it) => it.stop()))

    expect(equal.filter((it) => it?.status === 'queued')).toHaveLength(1)
    expect(equal.filter((it) => it?.status === 'duplicate')).toHaveLength(199)
    expect(different.filter((it) => it?.status === 'queued')).toHaveLength(60)
    expect(rows.map(({ status }) => status)).toEqual(Array(61).fill('ordered'))
    expect(peer.orders).toHaveLength(61)
    expect([...peer.decisions.values()]).toEqual(Array(61).fill(1))
  })
})

function closing(db: Database.Database) {
  return { db, [Symbol.dispose]: () => void db.close() }
}
