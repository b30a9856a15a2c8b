import { expect, vi } from 'vitest'
import { type AlpacaMarket, alpacaMarket } from '../../../src/market/sources/alpaca/index.ts'
import type { VendorClock } from '../../../src/market/sources/vendor-client.ts'
import { ALPACA_KEYS, type AlpacaServer, alpacaServer, type InventedOptionTrade } from './alpaca-server.ts'
import { type AlpacaStream, alpacaStream, type Channel } from './alpaca-stream.ts'
import { type LiveBench, liveBench } from './live-bench.ts'
import { vendorClock } from './vendor-clock.ts'

export const OPTIONS = 'v1beta1/'
export const STOCKS = 'v2/'
export const MINUTE = 60_000
const PATIENCE = { timeout: 5000 }

export interface AlpacaBench extends AsyncDisposable {
  readonly live: LiveBench
  readonly server: AlpacaServer
  readonly stream: AlpacaStream
  /** Between tries, in milliseconds. */
  readonly pauses: readonly number[]
  /** Opens the source anew. */
  open(feeds?: Parameters<typeof alpacaMarket>[0]['feeds']): Promise<AlpacaMarket>
  /** What the pages tell from now on, and, where the stream is up, what it sends. */
  trade(contract: string, row: InventedOptionTrade, by: 'pages' | 'stream' | 'both'): void
  /** Waits until a stream carries something, then half a minute. */
  streaming(path?: string, channel?: Channel): Promise<void>
  /** Half a minute later the source looks after its streams. */
  beat(): Promise<void>
}

/** Alpaca's hosts and streams on this machine, and a source that asks them, by a clock by hand. */
export async function alpacaBench(start = '2026-11-20T16:00:00.000Z'): Promise<AlpacaBench> {
  const live = await liveBench(start)
  const server = await alpacaServer(live.clock)
  server.pageSize = 1000
  const stream = alpacaStream(server)
  const pauses: number[] = []
  let source: AlpacaMarket | undefined
  const bench: AlpacaBench = {
    live,
    server,
    stream,
    pauses,
    async open(feeds = { stocks: 'sip', options: 'opra' }) {
      await source?.[Symbol.asyncDispose]()
      source = alpacaMarket({
        access: {
          dataUrl: server.url,
          tradingUrl: server.url,
          ...ALPACA_KEYS,
          timeoutMs: 2000,
          requestsPerMinute: 10_000,
        },
        streamUrl: stream.url,
        feeds,
        symbols: ['ZZZ', 'BRK.B'],
        past: live.past,
        clock: quickClock(live, pauses),
      })
      return source
    },
    trade(contract, row, by) {
      const { optionTrades } = server
      if (by !== 'stream') optionTrades.set(contract, [...(optionTrades.get(contract) ?? []), row])
      if (by !== 'pages') stream.send(OPTIONS, { T: 't', S: contract, ...row })
    },
    async streaming(path = OPTIONS, channel = 'trades') {
      await vi.waitFor(() => expect(stream.subscribed(path, channel).size).toBeGreaterThan(0), PATIENCE)
      await bench.beat()
    },
    async beat() {
      await stream.settled()
      live.clock.advance(MINUTE / 2)
      await source?.tend()
      await stream.settled()
    },
    async [Symbol.asyncDispose]() {
      await source?.[Symbol.asyncDispose]()
      await stream[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await live[Symbol.asyncDispose]()
    },
  }
  return bench
}

/** Short pauses take no time; long ones last until the end of the test. */
function quickClock({ clock }: LiveBench, pauses: number[]): VendorClock {
  const quick = vendorClock(clock)
  return {
    ...quick,
    async sleep(ms, signal) {
      pauses.push(ms)
      if (ms < 2 * MINUTE) return await quick.sleep(0, signal)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
}
