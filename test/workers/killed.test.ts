import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ACCOUNT, notifyWorld, only } from '../support/notify-world.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** `npm run test:kill` kills a hundred times. */
const KILLS = Number(process.env['KILLS'] ?? 4)
const PROCESS = join(import.meta.dirname, '../support/notify-process.ts')

/** Runs until it has acknowledged so many notifications, then kills it without warning. */
function runAndKill(path: string, instanceId: string, acknowledged: string[], after: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROCESS, path, instanceId], { stdio: ['ignore', 'pipe', 'inherit'] })
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

describe('a service that is killed again and again', () => {
  it(
    'loses no notification, doubles none, and sends each delivery with the same bytes',
    async () => {
      using folder = tempFolder()
      const path = join(folder.path, 'store.sqlite3')
      const acknowledged: string[] = []
      {
        await using world = await notifyWorld({ path, start: new Date().toISOString() })
        await world.settings({ channels: only('webhook') })
        await world.endpoint('webhook', '/hook')
        world.sink.script('/hook', ...Array.from({ length: 50 }, (_, index) => (index % 7 === 6 ? 503 : 200)), 200)
        for (let kill = 0; kill < KILLS; kill++) await runAndKill(path, `k${kill}`, acknowledged, 20 + (kill % 10) * 7)
        for (const { id } of await world.store.outbox.instances())
          await world.store.outbox.release(id, world.clock.now())
        for (let round = 0; round < 20 + KILLS; round++) {
          world.clock.set(new Date(Date.now() + round * 3_600_000 * 4).toISOString())
          await world.dispatcher.run()
        }

        const titles = (await world.store.notifications.list(ACCOUNT, {}, { limit: 100_000 })).map(({ title }) => title)
        const raised = titles.filter((title) => /^k\d+:/.test(title))
        expect(acknowledged.length).toBeGreaterThan(KILLS * 20)
        expect(acknowledged.filter((key) => !raised.includes(key))).toEqual([])
        expect(new Set(raised).size).toBe(raised.length)
        expect(raised.length - acknowledged.length).toBeLessThanOrEqual(KILLS)
        expect(await world.store.feedEvents.head(ACCOUNT)).toEqual({ seq: titles.length, unreadCount: titles.length })

        const rows = await world.store.deliveries.list(ACCOUNT, { channel: 'webhook' }, { limit: 100_000 })
        const bodies = new Map<string, Set<string>>()
        for (const { headers, body } of world.sink.calls) {
          const id = String(headers['webhook-id'])
          bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
        }
        expect([...bodies.values()].filter((each) => each.size > 1)).toEqual([])
        const settled = rows.filter(({ status }) => status === 'sent' || status === 'throttled')
        expect(rows.length - settled.length).toBe(0)
        expect(rows.filter(({ id, status }) => status === 'sent' && !bodies.has(`msg_${id}`))).toEqual([])
      }
    },
    180_000 + KILLS * 5_000,
  )
})
