import { once } from '../../lib/async/once.ts'
import type { Wire } from './remote-bus.ts'
import { closeValkey, openValkey, type ValkeyClient } from './valkey.ts'

export interface ValkeyWireParts {
  readonly url: string
  /** Of this service: a server has one name space of channels for all its databases. */
  readonly channel: string
  /** Called once for each outage of a connection. */
  readonly onError: (error: unknown) => void
}

/** Publish and subscribe of Valkey. A connection that listens can do nothing else, so each direction has its own. */
export function valkeyWire({ url, channel, onError }: ValkeyWireParts): Wire {
  const clients: Promise<ValkeyClient>[] = []
  const connect = () => {
    const client = openValkey(url, onError)
    clients.push(client)
    return client
  }
  const publisher = once(connect)
  return {
    async send(text) {
      const client = await publisher()
      await client.publish(channel, text)
    },
    receive(onText) {
      void connect().then((client) => {
        // After a broken connection the package connects and subscribes again.
        const subscribe = () => void client.subscribe(channel, onText).catch(onError)
        if (client.isReady) subscribe()
        else client.once('ready', subscribe)
      })
    },
    async [Symbol.asyncDispose]() {
      for (const client of await Promise.all(clients)) closeValkey(client)
    },
  }
}
