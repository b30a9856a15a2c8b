import { Histogram, type Registry } from 'prom-client'
import type { ChannelName } from '../../notifications/domain/notification.ts'
import type { Channel, SendResult } from '../../notifications/ports/channel.ts'

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Channels whose attempts are counted and timed. */
export function measuredChannels(
  registry: Registry,
  channels: ReadonlyMap<ChannelName, Channel>,
  monotonicMs: () => number,
): ReadonlyMap<ChannelName, Channel> {
  const attempts = new Histogram({
    name: 'optionwire_delivery_attempt_duration_seconds',
    help: 'Time of one attempt to send a notification, by channel and outcome: sent, retry, failed or disabled.',
    labelNames: ['channel', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  })
  const measured = (channel: Channel): Channel => ({
    ...channel,
    async send(outgoing, signal) {
      const startedMs = monotonicMs()
      const result = await channel.send(outgoing, signal)
      attempts.observe({ channel: channel.name, outcome: outcomeOf(result) }, (monotonicMs() - startedMs) / 1_000)
      return result
    },
  })
  return new Map([...channels].map(([name, channel]) => [name, measured(channel)]))
}

function outcomeOf(result: SendResult): string {
  if (result.ok) return 'sent'
  if (result.disable) return 'disabled'
  return result.retry ? 'retry' : 'failed'
}
