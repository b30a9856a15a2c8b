/**
 * Signed webhook deliveries to a sink in a process of its own, over kept connections: from the frozen body to the
 * result, without the outbox. The anchor sends the same bytes with the HTTP client alone; rounds alternate.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { dnsResolver } from '../../src/notifications/channels/resolver.ts'
import { UserUrlClient } from '../../src/notifications/channels/user-url-client.ts'
import { webhookChannel } from '../../src/notifications/channels/webhook/index.ts'
import { message } from '../support/notifications/messages.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'

const ROUNDS = 3
const ROUND_MS = 1_500
const AT_ONCE = 64

interface Round {
  readonly perSecond: number
  readonly p99Ms: number
  readonly cpuUs: number
}

export async function figures(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./webhook-sink.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE })
  const client = clientTo(port)
  try {
    const rounds: { ours: Round; bare: Round }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const measured = { bare: await measure(bareSender(pool)), ours: await measure(signedSender(client, port)) }
      // The first round warms both up.
      if (round > 0) rounds.push(measured)
    }
    return figuresOf(rounds)
  } finally {
    await Promise.all([client.close(), pool.destroy()])
    child.kill()
  }
}

function figuresOf(rounds: readonly { readonly ours: Round; readonly bare: Round }[]): Figure[] {
  const typical = (who: 'ours' | 'bare', part: keyof Round) => median(rounds.map((round) => round[who][part]))
  const bare = (part: keyof Round) => ({ name: 'the HTTP client alone, unsigned', value: typical('bare', part) })
  return [
    {
      name: 'signed webhook deliveries, kept connections',
      value: typical('ours', 'perSecond'),
      unit: 'deliveries/s',
      goal: '≥ 4,000 deliveries/s',
      anchor: bare('perSecond'),
    },
    { name: 'the same, CPU', value: typical('ours', 'cpuUs'), unit: 'µs', anchor: bare('cpuUs') },
    {
      name: `the same, p99 with ${AT_ONCE} at once`,
      value: typical('ours', 'p99Ms'),
      unit: 'ms',
      anchor: bare('p99Ms'),
    },
  ]
}

function clientTo(port: number): UserUrlClient {
  return new UserUrlClient({
    resolve: dnsResolver(),
    now: () => new Date(),
    allowedHosts: new Set([`127.0.0.1:${port}`]),
    ownHosts: new Set(),
  })
}

const BODY = JSON.stringify(message().content)

function bareSender(pool: Pool): () => Promise<void> {
  return async () => {
    const { body } = await pool.request({ path: '/hook', method: 'POST', body: BODY })
    await body.dump()
  }
}

function signedSender(client: UserUrlClient, port: number): () => Promise<void> {
  const channel = webhookChannel({ client, now: () => new Date() })
  const secrets = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`]
  const endpoint = { id: 'endpoint', address: `http://127.0.0.1:${port}/hook?secret=0123456789abcdef`, secrets }
  const { signal } = new AbortController()
  return async () => {
    const result = await channel.send({ deliveryId: 'delivery', endpoint, body: BODY }, signal)
    if (!result.ok) throw new Error(`not delivered: ${result.reason}`)
  }
}

async function measure(send: () => Promise<void>): Promise<Round> {
  const times: number[] = []
  const cpu = process.cpuUsage()
  const start = performance.now()
  const until = start + ROUND_MS
  const worker = async () => {
    for (let before = performance.now(); before < until; before = performance.now()) {
      await send()
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const p99Ms = times[Math.floor(times.length * 0.99)] ?? Number.NaN
  return { perSecond: times.length / seconds, p99Ms, cpuUs: (user + system) / times.length }
}
