import type { FastifyInstance } from 'fastify'
import type { Traced } from '../../catalogue/context.ts'
import type { ChannelName } from '../../notifications/domain/notification.ts'
import type { Channel } from '../../notifications/ports/channel.ts'
import type { Broker } from '../../receiver/ports/broker.ts'
import type { Decider } from '../../receiver/ports/decider.ts'
import type { McpFeatures } from '../../surfaces/mcp/method.ts'
import type { Store } from '../store/open-store.ts'

type Channels = ReadonlyMap<ChannelName, Channel>

interface MeasuredReceiver {
  readonly decider: Decider
  readonly broker: Broker
}

/** Measures what the process does. Each function returns the part that it is given, measured. */
export interface Measuring {
  http(server: FastifyInstance): void
  channels(channels: Channels): Channels
  tools(features: McpFeatures): McpFeatures
  /** `open` returns the number of open WebSockets of the bell. */
  feeds(open: () => number): void
  receiver(parts: MeasuredReceiver): MeasuredReceiver
  transactions(store: Store): Store
  /** Runs an operation; absent where operations are not traced. */
  readonly traced?: Traced | undefined
}

/** What the first measures, the second measures too. */
export function bothMeasuring(first: Measuring, second: Measuring): Measuring {
  return {
    http(server) {
      first.http(server)
      second.http(server)
    },
    channels: (channels) => second.channels(first.channels(channels)),
    tools: (features) => second.tools(first.tools(features)),
    feeds(open) {
      first.feeds(open)
      second.feeds(open)
    },
    receiver: (parts) => second.receiver(first.receiver(parts)),
    transactions: (store) => second.transactions(first.transactions(store)),
    traced: second.traced ?? first.traced,
  }
}

/** Where nobody reads metrics, nothing is measured. */
export const UNMEASURED: Measuring = {
  http: () => undefined,
  channels: (channels) => channels,
  tools: (features) => features,
  feeds: () => undefined,
  receiver: (parts) => parts,
  transactions: (store) => store,
}
