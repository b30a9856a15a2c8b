import { UserUrlClient } from '../../../src/notifications/channels/user-url-client.ts'
import type { Channel, ChannelEndpoint } from '../../../src/notifications/ports/channel.ts'
import { testClock } from '../../support/clock.ts'
import type { Behaviour, FaultSink } from '../../support/http/fault-sink.ts'
import type { ChannelRig } from './channel-conformance.ts'

export interface HttpRig extends ChannelRig {
  readonly sink: FaultSink
  readonly behave: (behaviour: Behaviour) => void
}

export interface HttpRigParts {
  readonly sink: FaultSink
  readonly channel: Channel
  readonly endpoint: ChannelEndpoint
  readonly secrets: readonly string[]
  /** Which requests carry the message; others fetch what is needed to send it. */
  readonly isMessage?: (path: string) => boolean
  readonly close?: () => Promise<void>
}

/** What all channels over HTTP have in common: their counterpart is a sink. */
export function httpRig({ sink, channel, endpoint, secrets, isMessage = () => true, close }: HttpRigParts): HttpRig {
  return {
    sink,
    channel,
    endpoint,
    secrets,
    behave: (behaviour) => sink.behave(behaviour),
    bodies: () => sink.requests.filter(({ path }) => isMessage(path)).map(({ body }) => body),
    arrived: () => sink.arrived(1),
    hang: () => sink.behave('hang'),
    reset: () => sink.behave('reset'),
    drip: () => sink.behave('drip'),
    flood: () => sink.behave({ status: 503, body: 'é'.repeat(1_000_000) }),
    repeatSecrets: () => {
      sink.behave(({ path, headers, body }) => {
        return {
          status: 500,
          body: `POST ${sink.origin}${path}\n${JSON.stringify(headers)}\n${body}\n${secrets.join(' ')}`,
        }
      })
    },
    async [Symbol.asyncDispose]() {
      await close?.()
      await sink[Symbol.asyncDispose]()
    },
  }
}

/** The client of users' URLs, allowed to reach the sink alone. */
export function clientFor(sink: FaultSink, timeoutMs: number, now = testClock().now): UserUrlClient {
  return new UserUrlClient({
    resolve: async () => [],
    now,
    timeoutMs,
    allowedHosts: new Set([sink.pair]),
    ownHosts: new Set(),
  })
}
