import { setTimeout as sleep } from 'node:timers/promises'
import type { createClient } from '@redis/client'

const CONNECT_TIMEOUT_MS = 2_000
const MAX_PAUSE_MS = 1_000
/** Time that the first user waits for the connection. */
const FIRST_WAIT_MS = 1_000
/** A server that answers no ping within this is gone, whatever the network says. */
const PING_MS = 1_000
const SILENCE_MS = 3_000

function unconnected(create: typeof createClient, url: string) {
  return create({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (failures) => Math.min(50 * 2 ** failures, MAX_PAUSE_MS),
    },
  })
}

export type ValkeyClient = ReturnType<typeof unconnected>

/**
 * A client of Valkey or Redis. It connects by itself, now and whenever the connection breaks; a command fails at once
 * while there is none, because every answer has a substitute that is not late. Resolves when it is connected, and after a
 * second though it is not. The package is loaded here and nowhere else.
 */
export async function openValkey(url: string, onError: (error: unknown) => void): Promise<ValkeyClient> {
  const { createClient: create } = await import('@redis/client')
  const client = unconnected(create, url)
  const reported = onceAnOutage(client, onError)
  client.on('error', reported)
  // While the server is away this ends when it is back, or when the client is closed.
  const connected = client.connect().catch(reported)
  await Promise.race([connected, sleep(FIRST_WAIT_MS, undefined, { ref: false })])
  return client
}

/** Each attempt to connect fails with an error of its own. */
function onceAnOutage(client: ValkeyClient, onError: (error: unknown) => void): (error: unknown) => void {
  let isAway = false
  client.on('ready', () => {
    isAway = false
  })
  return (error) => {
    if (!isAway && client.isOpen) onError(error)
    isAway = true
  }
}

/** What is unanswered is given up. */
export function closeValkey(client: ValkeyClient): void {
  if (client.isOpen) client.destroy()
}
