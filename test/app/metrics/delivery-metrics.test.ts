import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { measuredChannels } from '../../../src/app/metrics/delivery-metrics.ts'
import type { Channel, SendResult } from '../../../src/notifications/ports/channel.ts'

const proof = { httpStatus: null, responseHead: null }
const failure = { ok: false, code: 'http_503', reason: 'The server failed.', ...proof } as const

it.each<[string, SendResult]>([
  ['sent', { ok: true, ...proof }],
  ['retry', { ...failure, retry: true }],
  ['failed', { ...failure, retry: false }],
  ['disabled', { ...failure, retry: false, disable: true }],
])('an attempt that ends as %s is counted with its time, and its result is handed on', async (outcome, result) => {
  const registry = new Registry()
  let nowMs = 0
  const channel: Pick<Channel, 'name' | 'send'> = {
    name: 'webhook',
    async send() {
      nowMs += 300
      return result
    },
  }
  const channels = measuredChannels(registry, new Map([['webhook', channel as Channel]]), () => nowMs)
  const outgoing = { deliveryId: 'd', endpoint: { id: 'e', address: 'https://example.com', secrets: [] }, body: '{}' }

  const handedOn = await channels.get('webhook')?.send(outgoing, new AbortController().signal)

  expect(handedOn).toBe(result)
  const text = await registry.metrics()
  const name = 'optionwire_delivery_attempt_duration_seconds'
  expect(text).toContain(`${name}_sum{channel="webhook",outcome="${outcome}"} 0.3\n`)
  expect(text).toContain(`${name}_count{channel="webhook",outcome="${outcome}"} 1\n`)
})
