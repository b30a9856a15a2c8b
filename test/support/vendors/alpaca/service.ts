import { type TestAccount, type TestApp, testApp } from '../../app.ts'
import { testClock } from '../../clock.ts'
import { type Grants, PAID_PLAN } from './grants.ts'
import { type Keys, PAPER_KEYS } from './hosts.ts'
import { type AlpacaVendor, alpacaVendor } from './server.ts'
import { type AlpacaWorld, alpacaWorld, type WorldSpec } from './world.ts'

/** Friday, 13:00 in New York: the time of the test app. */
const NOW = '2026-11-20T18:00:00.000Z'
const strikes = (spot: number) => Array.from({ length: 21 }, (_, i) => Math.round(spot * (0.9 + i * 0.01)))

/** Two stocks and two indices with options, the weekly ones of SPX under a root of their own. */
export function smallWorld(given: Partial<WorldSpec> = {}): AlpacaWorld {
  return alpacaWorld({
    now: testClock(NOW).now,
    stocks: { SPY: 680, AAPL: 270 },
    indices: { SPX: 6800, VIX: 16 },
    roots: [
      { root: 'SPY', underlying: 'SPY', spot: 680, expirations: ['2026-11-27', '2026-12-18'], strikes: strikes(680) },
      { root: 'AAPL', underlying: 'AAPL', spot: 270, expirations: ['2026-11-27', '2026-12-18'], strikes: strikes(270) },
      {
        root: 'SPX',
        underlying: 'SPX',
        isIndex: true,
        spot: 6800,
        expirations: ['2026-12-18'],
        strikes: strikes(6800),
      },
      {
        root: 'SPXW',
        underlying: 'SPX',
        isIndex: true,
        spot: 6800,
        expirations: ['2026-11-23', '2026-11-27'],
        strikes: strikes(6800),
      },
    ],
    ...given,
  })
}

export interface ServiceSetup {
  readonly world?: AlpacaWorld
  readonly keys?: Keys
  readonly grants?: Grants
  readonly trading?: 'paper' | 'live'
  readonly feeds?: string
  readonly symbols?: string
}

export interface Answered {
  readonly status: number
  readonly body: Record<string, unknown> & { readonly warnings: readonly string[]; readonly message: string }
}

export interface AlpacaService {
  readonly vendor: AlpacaVendor
  readonly app: TestApp
  readonly reader: TestAccount
  /** GET below /api/v1 as a user with every right. */
  readonly ask: (path: string) => Promise<Answered>
}

/** The real service on the vendor as its documents describe it, over real HTTP. */
export async function alpacaService(resources: AsyncDisposableStack, setup: ServiceSetup = {}): Promise<AlpacaService> {
  const { world = smallWorld(), keys = PAPER_KEYS, grants = PAID_PLAN, trading = 'paper', feeds = 'sip,opra' } = setup
  const vendor = resources.use(await alpacaVendor({ world, grants }))
  const app = resources.use(
    await testApp({
      MARKET_SOURCE: 'alpaca',
      MARKET_SYMBOLS: setup.symbols ?? 'SPY,AAPL,SPX',
      ALPACA_API_KEY: keys.id,
      ALPACA_API_SECRET: keys.secret,
      ALPACA_DATA_URL: vendor.data.url,
      ALPACA_BASE_URL: vendor[trading].url,
      ALPACA_DATA_FEED: feeds,
    }),
  )
  app.guard(keys.secret)
  const reader = await app.account('vega')
  const ask = async (path: string): Promise<Answered> => {
    const response = await app.get(`/api/v1${path}`, reader.key)
    return { status: response.statusCode, body: response.json() }
  }
  return { vendor, app, reader, ask }
}

/** What only a failed part of an answer says, without the lines on feeds that every answer has. */
export const faultsIn = ({ body }: Answered) => body.warnings.filter((it) => /HTTP \d/.test(it))
