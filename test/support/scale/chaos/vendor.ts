import { PAPER_KEYS } from '../../vendors/alpaca/hosts.ts'
import { alpacaVendor } from '../../vendors/alpaca/server.ts'
import { smallWorld } from '../../vendors/alpaca/service.ts'
import { occSymbol } from '../../vendors/listed-contracts.ts'

const OPTIONS = '/v1beta1/opra'
const CONTRACTS = [occSymbol('SPY', '2026-11-27', 'call', 680), occSymbol('SPY', '2026-11-27', 'put', 680)]
const PRICE = 9.5
const CONTRACT_SHARES = 100
/** Contracts by which a print is a large one, beyond all others. */
const LARGE = 100_000
const LARGE_EVERY = 10
/** Premium of any large print at least. */
export const LARGE_USD = LARGE * PRICE * CONTRACT_SHARES

/** Bounds of the premium that prints have which are not large: the first trade is the first, and so on. */
export const premiumsOf = (firstTrade: number, lastTrade: number) => ({
  premium_min: firstTrade * PRICE * CONTRACT_SHARES,
  premium_max: lastTrade * PRICE * CONTRACT_SHARES,
})

/** Friday, 10:00 in New York: a session is open for longer than an hour. */
export const SESSION_MS = Date.parse('2026-11-20T15:00:00.000Z')
export const SESSION_DATE = '2026-11-20'

export interface ChaosVendor extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>
  /** What was traded; no two prints have the same size. */
  readonly sizes: readonly number[]
  /** A trade that the pages have, and the stream sends to whoever is subscribed. */
  trade(): void
  subscribed(): Promise<unknown>
}

/** The vendor of a live source, whose clock is `aheadMs` ahead of that of the machine. */
export async function chaosVendor(aheadMs: number): Promise<ChaosVendor> {
  const nowMs = () => Date.now() + aheadMs
  const world = smallWorld({ now: () => new Date(nowMs()) })
  const vendor = await alpacaVendor({ world })
  const sizes: number[] = []
  let lastMs = 0
  return {
    sizes,
    settings: {
      MARKET_SOURCE: 'alpaca',
      MARKET_SYMBOLS: 'SPY',
      ALPACA_API_KEY: PAPER_KEYS.id,
      ALPACA_API_SECRET: PAPER_KEYS.secret,
      ALPACA_DATA_URL: vendor.data.url,
      ALPACA_BASE_URL: vendor.paper.url,
      ALPACA_DATA_FEED: 'sip,opra',
    },
    trade() {
      const count = sizes.length
      const size = count + 1 + (count % LARGE_EVERY === 0 ? LARGE : 0)
      const contract = CONTRACTS[count % CONTRACTS.length] ?? ''
      // No two at the same instant, which would be a package.
      lastMs = Math.max(lastMs + 1, nowMs())
      const print = { t: lastMs, p: PRICE, s: size, x: 'C', c: 'I' }
      sizes.push(size)
      world.optionTrades.set(contract, [...(world.optionTrades.get(contract) ?? []), print])
      vendor.stream.publish(OPTIONS, { T: 't', S: contract, ...print })
    },
    subscribed: () =>
      vendor.stream.subscribed(OPTIONS, ({ trades = [] }) => CONTRACTS.every((each) => trades.includes(each))),
    [Symbol.asyncDispose]: () => vendor[Symbol.asyncDispose](),
  }
}
