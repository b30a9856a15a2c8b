import { setTimeout as sleep } from 'node:timers/promises'
import { feedClient } from '../notifications/feed-client.ts'
import type { RunningService } from '../service.ts'

export interface BellListener extends AsyncDisposable {
  /** Places that came twice, out of order, or after a gap that no `reset` explained. */
  readonly faults: string[]
  /** How many events it heard. */
  readonly heard: () => number
  /** The place up to which it knows the feed. */
  readonly seq: () => number
}

/** A client of the bell that connects again to any gateway, from the place that it knows, as browsers do. */
export function bellListener(
  gateway: () => RunningService | null,
  key: Readonly<Record<string, string>>,
): BellListener {
  const faults: string[] = []
  const ending = new AbortController()
  let [heard, seq] = [0, -1]
  const take = (message: Record<string, unknown>) => {
    const place = Number(message['seq'])
    // `ready` tells of a place whose events follow, unless it is the first.
    if (message['type'] === 'ready' && seq >= 0) return
    if (message['type'] !== 'ready' && message['type'] !== 'reset') {
      heard++
      if (place !== seq + 1) faults.push(`${message['type']} ${place} came after ${seq}`)
    }
    seq = place
  }
  const listening = (async () => {
    while (!ending.signal.aborted) {
      const service = gateway()
      const after = seq < 0 ? '' : `?after=${seq}`
      const client = service && (await feedClient(`${service.url}/ws/notifications${after}`, key).catch(() => null))
      if (client) {
        let taken = 0
        const takeNew = () => {
          for (const message of client.messages.slice(taken)) take(message)
          taken = client.messages.length
        }
        client.socket.on('message', takeNew)
        takeNew()
        ending.signal.addEventListener('abort', () => client.socket.terminate())
        await client.closed
      }
      await sleep(200)
    }
  })()
  return {
    faults,
    heard: () => heard,
    seq: () => seq,
    async [Symbol.asyncDispose]() {
      ending.abort()
      await listening
    },
  }
}
