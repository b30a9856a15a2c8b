import type { Grants } from './grants.ts'
import { PAID_PLAN } from './grants.ts'
import { apiHost, type Host, type Keys, LIVE_KEYS, PAPER_KEYS } from './hosts.ts'
import { optionsAnswer } from './options-data.ts'
import { sideAnswer } from './side-data.ts'
import { stocksAnswer } from './stocks-data.ts'
import { type StreamHost, type StreamOptions, streamHost } from './streams.ts'
import { tradingAnswer } from './trading.ts'
import type { AlpacaWorld } from './world.ts'

/** The hosts of the vendor, each on a port of its own; the streams are on the port of the data. */
export interface AlpacaVendor extends AsyncDisposable {
  readonly data: Host
  readonly paper: Host
  readonly live: Host
  readonly stream: StreamHost
}

export interface AlpacaVendorOptions extends Pick<StreamOptions, 'authTimeoutMs' | 'connections'> {
  readonly world: AlpacaWorld
  readonly grants?: Grants
  /** Time that the data host takes for an answer. */
  readonly delay?: () => Promise<void>
}

/** Requests of a minute on a trading host, for every plan. */
const TRADING_RATE = 200

export async function alpacaVendor(options: AlpacaVendorOptions): Promise<AlpacaVendor> {
  const { world, grants = PAID_PLAN, delay } = options
  const stack = new AsyncDisposableStack()
  const { now } = world
  const trading = (accepted: Keys) =>
    apiHost({
      accepted: [accepted],
      now,
      ratePerMinute: () => TRADING_RATE,
      answer: (query) => tradingAnswer(query, world),
    })
  const data = stack.use(
    await apiHost({
      accepted: [PAPER_KEYS, LIVE_KEYS],
      now,
      ...(delay ? { delay } : {}),
      ratePerMinute: () => grants.ratePerMinute,
      answer: (query) => {
        if (query.path.startsWith('/v1beta1/options/')) return optionsAnswer(query, world, grants)
        if (query.path.startsWith('/v2/stocks/')) return stocksAnswer(query, world, grants)
        return sideAnswer(query, world, grants)
      },
    }),
  )
  return {
    data,
    paper: stack.use(await trading(PAPER_KEYS)),
    live: stack.use(await trading(LIVE_KEYS)),
    stream: stack.use(streamHost(data.server, { ...options, accepted: [PAPER_KEYS, LIVE_KEYS], grants: () => grants })),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
