import { newYorkDate } from './sessions.ts'

/** An option root of the market behind a vendor: what a test gives, and prices without arbitrage for the rest. */
export interface RootSpec {
  readonly root: string
  readonly underlying: string
  readonly isIndex?: boolean
  readonly spot: number
  readonly expirations: readonly string[]
  readonly strikes: readonly number[]
  readonly multiplier?: number
  /** Years to the settlement of what the prices are made for; whole days where it is left out. */
  readonly years?: number
  /** Shares or cash that one contract delivers, if it is not 100 shares. */
  readonly deliverables?: readonly object[]
}

export interface Contract {
  readonly symbol: string
  readonly root: string
  readonly underlying: string
  readonly isIndex: boolean
  readonly expiration: string
  readonly type: 'call' | 'put'
  readonly strike: number
  readonly multiplier: number
  readonly deliverables: readonly object[]
  readonly mid: number
  readonly openInterest: number
}

const RATE = 0.04
const VOLATILITY = 0.2

/** Every contract of a root; calls and puts of a strike agree on the forward. */
export function contractsOf(spec: RootSpec, now: Date): Contract[] {
  const today = Date.parse(newYorkDate(now))
  return spec.expirations.flatMap((expiration) => {
    const years = spec.years ?? Math.max(0.5, (Date.parse(expiration) - today) / 86_400_000) / 365
    return spec.strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((type) => ({
        symbol: occSymbol(spec.root, expiration, type, strike),
        root: spec.root,
        underlying: spec.underlying,
        isIndex: spec.isIndex ?? false,
        expiration,
        type,
        strike,
        multiplier: spec.multiplier ?? 100,
        deliverables: spec.deliverables ?? [shares(spec.underlying)],
        mid: priceOf(type, spec.spot, strike, years),
        openInterest: 100 + (strike % 7) * 10,
      })),
    )
  })
}

export function occSymbol(root: string, expiration: string, type: 'call' | 'put', strike: number): string {
  const date = expiration.replaceAll('-', '').slice(2)
  return `${root}${date}${type === 'call' ? 'C' : 'P'}${String(Math.round(strike * 1000)).padStart(8, '0')}`
}

function shares(symbol: string) {
  return {
    type: 'equity',
    symbol,
    amount: '100',
    allocation_percentage: '100',
    settlement_type: 'T+1',
    settlement_method: 'CCC',
    delayed_settlement: false,
  }
}

/** Black and Scholes without dividends, so that calls and puts of a strike agree on the forward. */
function priceOf(type: 'call' | 'put', spot: number, strike: number, years: number): number {
  const width = VOLATILITY * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (RATE + VOLATILITY ** 2 / 2) * years) / width
  const discounted = strike * Math.exp(-RATE * years)
  const call = spot * normal(d1) - discounted * normal(d1 - width)
  return Math.max(0.01, type === 'call' ? call : call - spot + discounted)
}

/** The normal distribution by Abramowitz and Stegun 26.2.17, to 7.5e-8. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const tail =
    density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}
