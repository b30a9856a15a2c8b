import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/notifications/domain/settings.ts'
import type { SinkAnswer } from '../../support/http/sink.ts'
import { anAccount } from '../../support/market/rows.ts'
import { type NotifyWorld, notifyWorld, only } from '../../support/notifications/notify-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const KILLS = Number(process.env['KILLS'] ?? 100)
const PROCESS = join(import.meta.dirname, '../../support/process/notify-process.ts')
/** So many that none meets the limits of its plan: every delivery must arrive. */
const ACCOUNTS = Array.from({ length: 60 }, (_, index) => `acc${String(index).padStart(2, '0')}`)
const HOURS_4 = 4 * 3_600_000

/** One call in seven fails, one in eleven is dropped after it was read, one in thirteen stalls. */
function fault(call: number): SinkAnswer {
  if (call % 7 === 6) return 503
  if (call % 11 === 10) return 'reset'
  return call % 13 === 12 ? 'stall' : 200
}

/** Runs until it has acknowledged so many notifications, then kills it without warning. */
function runAndKill(path: string, instanceId: string, acknowledged: string[], after: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [PROCESS, path, instanceId, ...ACCOUNTS]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.split('\n').length > after) child.kill('SIGKILL')
    })
    child.on('exit', (_code, signal) => {
      acknowledged.push(...text.split('\n').slice(0, -1))
      if (signal === 'SIGKILL') resolve()
      else reject(new Error('the process ended by itself'))
    })
  })
}

async function withAccounts(world: NotifyWorld): Promise<void> {
  for (const id of ACCOUNTS) {
    await world.store.accounts.add(anAccount({ id, email: `${id}@example.com` }))
    await world.store.notificationSettings.put(id, { ...DEFAULT_SETTINGS, channels: only('webhook') })
    await world.endpoint('webhook', `/hook/${id}`, id)
  }
}

/** After the storm: what the dead held is due, and time passes until nothing is. */
async function settle(world: NotifyWorld): Promise<void> {
  const { store, clock, dispatcher } = world
  for (const { id } of await store.outbox.instances()) await store.outbox.release(id, clock.now())
  for (let round = 0; round < 20; round++) {
    clock.set(new Date(Date.now() + round * HOURS_4).toISOString())
    await dispatcher.run()
  }
}

describe('a service that is killed again and again, beside a peer that fails, stalls and drops', () => {
  it(
    'loses no notification, doubles none, and delivers each with the same bytes',
    async () => {
      using folder = tempFolder()
      const path = join(folder.path, 'store.sqlite3')
      const acknowledged: string[] = []
      await using world = await notifyWorld({ path, start: new Date().toISOString() })
      await withAccounts(world)
      world.sink.misbehave(fault)
      for (let kill = 0; kill < KILLS; kill++) await runAndKill(path, `k${kill}`, acknowledged, 20 + (kill % 10) * 7)
      await settle(world)

      const raised: string[] = []
      for (const id of ACCOUNTS) {
        const records = await world.store.notifications.list(id, {}, { limit: 100_000 })
        raised.push(...records.map(({ title }) => title).filter((title) => /^k\d+:/.test(title)))
        const { length } = records
        expect(await world.store.feedEvents.head(id)).toEqual({ seq: length, unreadCount: length })
        expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length }, (_, index) => length - index))
      }
      expect(acknowledged.length).toBeGreaterThan(KILLS * 20)
      expect(acknowledged.filter((key) => !raised.includes(key))).toEqual([])
      expect(new Set(raised).size).toBe(raised.length)
      expect(raised.length - acknowledged.length).toBeLessThanOrEqual(KILLS)

      const bodies = new Map<string, Set<string>>()
      for (const { headers, body } of world.sink.calls) {
        const id = String(headers['webhook-id'])
        bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
      }
      expect([...bodies.values()].filter((each) => each.size > 1)).toEqual([])
      let delivered = 0
      for (const account of ACCOUNTS) {
        const rows = await world.store.deliveries.list(account, { channel: 'webhook' }, { limit: 100_000 })
        expect(rows.filter(({ id, status }) => status !== 'sent' || !bodies.has(`msg_${id}`))).toEqual([])
        delivered += rows.length
      }
      expect(delivered).toBe(raised.length)
      const repeats = world.sink.calls.length - delivered
      console.info(`${KILLS} kills: ${acknowledged.length} acknowledged, ${delivered} delivered, ${repeats} repeats`)
    },
    180_000 + KILLS * 5_000,
  )
})
