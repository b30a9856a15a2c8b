import { z } from 'zod'
import { once } from '../../../lib/async/once.ts'
import type { UpdateListener } from '../../ports/broker.ts'

export interface StreamAccount {
  readonly keyId: string
  readonly secret: string
  /** The paper endpoint or a loopback address in its place. */
  readonly origin: string
}

/** Only the symbol of an update is read; a request then reads the order itself. */
const Update = z.object({ order: z.object({ symbol: z.string().min(1).max(64) }) })

const sdk = once(() => import('@alpacahq/alpaca-trade-api'))

/**
 * One connection to the stream `trade_updates`, from its opening to its end. The SDK signs in, subscribes and finds dead
 * connections by pings; opening it again is the caller's affair. https://docs.alpaca.markets/docs/websocket-streaming
 */
export async function listenOnce(
  { keyId, secret, origin }: StreamAccount,
  listener: UpdateListener,
  signal: AbortSignal,
): Promise<boolean> {
  const { streaming } = await sdk()
  if (signal.aborted) return false
  const stream = new streaming.TradingStream({
    credentials: { keyId, secret },
    url: `${origin.replace(/^http/, 'ws')}/stream`,
    reconnect: false,
  })
  let isComplete = false
  let problem = 'the connection was closed'
  const ended = new Promise<void>((resolve) => {
    stream.onDisconnect(resolve)
    signal.addEventListener('abort', () => stream.disconnect(), { once: true })
  })
  stream.onError((text) => {
    problem = text
  })
  stream.on(streaming.EVENT.SUBSCRIPTION, (streams: unknown) => {
    if (!Array.isArray(streams) || !streams.includes('trade_updates')) return
    isComplete = true
    listener.connected()
  })
  stream.onTradeUpdate((update) => {
    const read = Update.safeParse(update)
    if (read.success) listener.updated(read.data.order.symbol)
  })
  stream.subscribeTradeUpdates()
  stream.connect()
  await ended
  if (!signal.aborted) listener.disconnected(problem)
  return isComplete
}
