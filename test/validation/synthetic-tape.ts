import type { ContractFact, ContractFacts } from '../../src/flow/domain/tape/contract-facts.ts'
import { mix, mixText, normal, uniform } from '../../src/lib/math/seeded-random.ts'
import { addDays } from '../../src/lib/time/civil-date.ts'
import { sessionOn } from '../../src/market/domain/calendar/trading-calendar.ts'
import { formatOptionSymbol } from '../../src/market/domain/options/option-symbol.ts'
import type { TapePrints } from '../../src/market/domain/options/option-tape.ts'
import { blackPrice } from '../../src/pricing/european/black.ts'

/** What the validation reads: a tape, what is known of its contracts, and which prints were planted. */
export interface ValidationTape {
  readonly prints: TapePrints
  readonly facts: ContractFacts
  /** Per print: 0 as drawn, else the kind of the planted episode. */
  readonly truth: Uint8Array
}

export const TENFOLD = 1
export const SHORT_SWEEP = 2

export interface SyntheticSymbol {
  readonly symbol: string
  readonly price: number
  readonly volatility: number
  /** Open interest and prints in proportion to a large fund. */
  readonly scale: number
}

export const SYMBOLS: readonly SyntheticSymbol[] = [
  { symbol: 'SPY', price: 610, volatility: 0.16, scale: 4 },
  { symbol: 'NVDA', price: 180, volatility: 0.42, scale: 2 },
  { symbol: 'AAPL', price: 250, volatility: 0.26, scale: 1 },
  { symbol: 'F', price: 12, volatility: 0.35, scale: 0.4 },
  { symbol: 'LULU', price: 190, volatility: 0.45, scale: 0.1 },
  { symbol: 'KDP', price: 33, volatility: 0.22, scale: 0.02 },
]

const RATE = 0.04
const YIELD = 0.01
const MS_PER_YEAR = 525_600 * 60_000
const EXPIRATION_DAYS = [0, 3, 7, 14, 31, 63, 122, 274]
const EXCHANGES = ['A', 'B', 'C', 'H', 'I', 'J', 'M', 'N', 'P', 'Q', 'T', 'X', 'Z']

interface Listed {
  readonly optionSymbol: string
  readonly isCall: boolean
  readonly strike: number
  readonly settlesAtMs: number
  readonly dte: number
  readonly volatility: number
  readonly openInterest: number
  readonly fact: ContractFact
  /** Running sum of the weights by which contracts are drawn. */
  readonly upTo: number
  volume: number
}

interface Drawn {
  readonly ms: number
  readonly contract: Listed
  readonly price: number
  readonly size: number
  readonly bid: number
  readonly ask: number
  readonly underlying: number
  readonly exchange: string
  readonly condition: string
  readonly truth: number
  readonly volume: number
}

/** Chance as a stream: each call gives the next number in (0, 1), or the next normal one. */
class Chance {
  readonly #stream: number
  #count = 0

  constructor(stream: number) {
    this.#stream = stream
  }

  next(): number {
    return uniform(mix(this.#stream, this.#count++))
  }

  normal(): number {
    return normal(mix(this.#stream, this.#count++))
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!
  }
}

/**
 * The tape of a symbol in one session, about `count` prints long; the same for the same arguments. A share of the prints
 * is planted: ten times the size that one print of the contract in a hundred reaches, and sweeps of out-of-the-money contracts
 * with a week to live.
 */
export function syntheticTape(
  about: SyntheticSymbol,
  sessionDate: string,
  { seed, count, planted = 0.001 }: { readonly seed: number; readonly count: number; readonly planted?: number },
): ValidationTape {
  const chance = new Chance(mixText(mixText(mix(seed, 1), about.symbol), sessionDate))
  const session = sessionOn(sessionDate)
  if (!session) throw new RangeError(`No session on ${sessionDate}`)
  const contracts = listing(about, sessionDate, chance)
  const drawn: Drawn[] = []
  const length = session.closeMs - session.openMs
  let underlying = about.price
  const times = arrivals(count, chance)
  let last = 0
  for (const t of times) {
    underlying *= Math.exp(about.volatility * Math.sqrt(Math.max(t - last, 0) / 252) * chance.normal())
    last = t
    const market = { ms: Math.round(session.openMs + t * length), underlying, chance }
    const what = chance.next()
    if (what < planted / 2) drawn.push(...tenfold(market, contracts))
    else if (what < planted) drawn.push(...shortSweep(market, contracts))
    else drawn.push(...usual(market, contracts))
  }
  return tapeOf(about.symbol, sessionDate, drawn, contracts)
}

/** Instants in (0, 1) of the session: crowded at both ends, and in bursts that follow a print. */
function arrivals(count: number, chance: Chance): number[] {
  const times: number[] = []
  while (times.length < count) {
    const u = chance.next()
    let t = Math.min(Math.max(0.5 * u + 0.5 * (0.5 - 0.5 * Math.cos(Math.PI * u)), 0), 0.9999)
    t = u < 0.5 ? 2 * t * t * 0.7 + 0.3 * t : 1 - (2 * (1 - t) * (1 - t) * 0.7 + 0.3 * (1 - t))
    times.push(t)
    while (chance.next() < 0.45 && times.length < count) {
      t += -Math.log(chance.next()) * 2e-5
      if (t < 1) times.push(t)
    }
  }
  return times.sort((a, b) => a - b)
}

function listing(about: SyntheticSymbol, sessionDate: string, chance: Chance): Listed[] {
  const { symbol, price, volatility, scale } = about
  const step = price > 300 ? 5 : price > 100 ? 2.5 : price > 25 ? 1 : 0.5
  const listed: Listed[] = []
  let weight = 0
  for (const days of EXPIRATION_DAYS) {
    const expirationDate = weekday(addDays(sessionDate, days))
    const settlesAtMs = sessionOn(expirationDate)?.closeMs ?? Number.NaN
    if (Number.isNaN(settlesAtMs)) continue
    const years = Math.max((days + 0.3) / 365, 1e-3)
    const reach = 3.2 * volatility * Math.sqrt(years + 0.01)
    for (
      let strike = step * Math.ceil((price * Math.exp(-reach)) / step);
      strike < price * Math.exp(reach);
      strike += step
    ) {
      for (const isCall of [true, false]) {
        const k = Math.log(strike / price) / (volatility * Math.sqrt(years))
        const isInTheMoney = isCall ? k < -0.3 : k > 0.3
        const liking =
          (isInTheMoney ? 0.25 : 1) * Math.exp(-0.5 * (k / 1.2) ** 2) * (days === 0 ? 1.5 : 8 / (8 + days) + 0.15)
        const openInterest = Math.floor(
          6_000 * scale * liking * Math.exp(1.2 * chance.normal()) * (days === 0 ? 0.6 : 1.2),
        )
        weight += scale * liking * (0.4 + chance.next())
        const carry = {
          settlesAtMs,
          style: 'american' as const,
          rate: RATE,
          dividendYield: YIELD,
          typicalVolatility: volatility,
        }
        listed.push({
          optionSymbol: formatOptionSymbol({
            root: symbol,
            expirationDate,
            optionType: isCall ? 'call' : 'put',
            strike,
          }),
          isCall,
          strike,
          settlesAtMs,
          dte: days,
          volatility: volatility * (1 + 0.08 * k * k - 0.06 * k),
          openInterest,
          fact: { isListed: true, openInterest, multiplier: 100, carry },
          upTo: weight,
          volume: 0,
        })
      }
    }
  }
  return listed
}

function weekday(date: string): string {
  let day = date
  while (!sessionOn(day)) day = addDays(day, 1)
  return day
}

interface Market {
  readonly ms: number
  readonly underlying: number
  readonly chance: Chance
}

function draw(contracts: readonly Listed[], chance: Chance): Listed {
  const wanted = chance.next() * (contracts.at(-1)?.upTo ?? 0)
  let low = 0
  let high = contracts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((contracts[middle]?.upTo ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return contracts[low]!
}

interface Quote {
  readonly bid: number
  readonly ask: number
  readonly tick: number
}

function quote(contract: Listed, { ms, underlying, chance }: Market): Quote {
  const years = Math.max((contract.settlesAtMs - ms) / MS_PER_YEAR, 1 / 525_600)
  const forward = underlying * Math.exp((RATE - YIELD) * years)
  const discount = Math.exp(-RATE * years)
  const value = blackPrice(contract.isCall, forward, contract.strike, years, contract.volatility, discount)
  const tick = value >= 3 ? 0.05 : 0.01
  const half = Math.max(
    tick / 2,
    value * (0.006 + 0.03 / Math.sqrt(1 + contract.openInterest / 100)) * (0.5 + chance.next()),
  )
  const bid = Math.max(Math.floor((value - half) / tick) * tick, 0)
  return { bid: cents(bid), ask: cents(Math.max(Math.ceil((value + half) / tick) * tick, bid + tick)), tick }
}

function cents(value: number): number {
  return Math.round(100 * value) / 100
}

function priceOn({ bid, ask, tick }: Quote, chance: Chance): number {
  const where = chance.next()
  if (where < 0.4) return ask
  if (where < 0.76) return Math.max(bid, 0.01)
  if (where < 0.96) return Math.max(cents(bid + Math.round((chance.next() * (ask - bid)) / 0.01) * 0.01), 0.01)
  return where < 0.985 ? cents(ask + tick) : Math.max(cents(bid - tick), 0.01)
}

/** Of a usual print: less of what costs more. */
function scaleOf(contract: Listed, quoted: Quote): number {
  const busy = Math.exp(0.125 * Math.log10(1 + contract.openInterest))
  return busy * Math.min(1, Math.sqrt(3 / Math.max(quoted.ask, 0.05)))
}

/** Mostly a few contracts; one in seventy from a fat tail. */
function usualSize(scale: number, chance: Chance): number {
  const small = chance.next()
  if (small < 0.34) return 1
  if (small < 0.985) return Math.max(1, Math.round(3 * scale * Math.exp(chance.normal())))
  return Math.max(1, Math.round(30 * scale * Math.min(chance.next() ** (-1 / 2.2), 8)))
}

/** Reached by one usual print in a hundred. */
function largeSize(scale: number): number {
  return Math.round(30 * scale * 1.2)
}

function print(market: Market, contract: Listed, more: Partial<Drawn> & { readonly size: number }): Drawn {
  const quoted = quote(contract, market)
  contract.volume += more.size
  return {
    ms: market.ms,
    contract,
    price: priceOn(quoted, market.chance),
    bid: quoted.bid,
    ask: quoted.ask,
    underlying: cents(market.underlying),
    exchange: market.chance.pick(EXCHANGES),
    condition: 'I',
    truth: 0,
    volume: contract.volume,
    ...more,
  }
}

function usual(market: Market, contracts: readonly Listed[]): Drawn[] {
  const { chance } = market
  const contract = draw(contracts, chance)
  const size = usualSize(scaleOf(contract, quote(contract, market)), chance)
  const kind = chance.next()
  if (kind < 0.64) return [print(market, contract, { size })]
  if (kind < 0.74) return sweep(market, contract, Math.max(size, 2), 1 + Math.floor(3 * chance.next()), 0)
  if (kind < 0.82) return [print(market, contract, { size, condition: 'a' })]
  if (kind < 0.965) return spread(market, contracts, contract, size)
  if (kind < 0.985) return [print(market, contract, { size: 3 * size, condition: 'e' })]
  if (kind < 0.998) return [print(market, contract, { size, condition: chance.pick(['c', 'd', 'b', 'D', 'B']) })]
  const taken = print(market, contract, { size })
  return [taken, { ...taken, ms: taken.ms + 3000, condition: 'A' }]
}

function spread(market: Market, contracts: readonly Listed[], contract: Listed, size: number): Drawn[] {
  const condition = market.chance.pick(['f', 'f', 'g', 'j'])
  return [contract, draw(contracts, market.chance)].map((leg) => print(market, leg, { size, condition }))
}

function sweep(market: Market, contract: Listed, size: number, legs: number, truth: number): Drawn[] {
  const { chance } = market
  const quoted = quote(contract, market)
  const bought = truth > 0 || chance.next() < 0.55
  const prints: Drawn[] = []
  for (let leg = 0; leg < legs; leg++) {
    const part =
      leg === legs - 1 ? size - prints.reduce((sum, each) => sum + each.size, 0) : Math.max(1, Math.round(size / legs))
    if (part < 1) continue
    const away = leg > 2 || (truth > 0 && leg > 1) ? quoted.tick : 0
    const price = bought ? cents(quoted.ask + away) : Math.max(cents(quoted.bid - away), 0.01)
    const { bid, ask } = quoted
    prints.push({
      ...print(market, contract, { size: part, condition: 'S', truth }),
      ms: market.ms + 20 * leg,
      price,
      bid,
      ask,
    })
  }
  return prints
}

/** Many contracts of next to nothing are no whale: only where the premium is worth a look. */
const MIN_PREMIUM = 25_000

function tenfold(market: Market, contracts: readonly Listed[]): Drawn[] {
  for (let attempt = 0; attempt < 20; attempt++) {
    const contract = draw(contracts, market.chance)
    const quoted = quote(contract, market)
    const size = 10 * largeSize(scaleOf(contract, quoted))
    if (100 * size * quoted.bid >= MIN_PREMIUM) return [print(market, contract, { size, truth: TENFOLD })]
  }
  return usual(market, contracts)
}

/** Bought on four to eight exchanges, a week or less to live, strikes half to one and a half deviations away. */
function shortSweep(market: Market, contracts: readonly Listed[]): Drawn[] {
  const { chance, underlying } = market
  const candidates = contracts.filter(({ dte, strike, isCall, settlesAtMs, volatility, openInterest }) => {
    const k =
      (Math.log(strike / underlying) * (isCall ? 1 : -1)) /
      (volatility * Math.sqrt((settlesAtMs - market.ms) / MS_PER_YEAR))
    return dte <= 7 && openInterest > 0 && k > 0.7 && k < 2
  })
  if (candidates.length === 0) return usual(market, contracts)
  const contract = chance.pick(candidates)
  const size = Math.round((200 + 500 * chance.next()) * scaleOf(contract, quote(contract, market)))
  return sweep(market, contract, size, 4 + Math.floor(5 * chance.next()), SHORT_SWEEP)
}

function tapeOf(symbol: string, sessionDate: string, drawn: Drawn[], contracts: readonly Listed[]): ValidationTape {
  const order = drawn.map((_, index) => index).sort((a, b) => drawn[a]!.ms - drawn[b]!.ms || a - b)
  const prints = order.map((index) => drawn[index]!)
  const facts = new Map(contracts.map(({ optionSymbol, fact }) => [optionSymbol, fact]))
  const column = (field: (each: Drawn) => number) => Float64Array.from(prints, field)
  return {
    prints: {
      symbol,
      sessionDate,
      count: prints.length,
      executedAtMs: column(({ ms }) => ms),
      optionSymbols: prints.map(({ contract }) => contract.optionSymbol),
      price: column(({ price }) => price),
      size: column(({ size }) => size),
      bid: column(({ bid }) => bid),
      ask: column(({ ask }) => ask),
      underlyingPrice: column(({ underlying }) => underlying),
      exchange: prints.map(({ exchange }) => exchange),
      condition: prints.map(({ condition }) => condition),
      volume: runningVolume(prints),
      openInterest: column(({ contract }) => contract.fact.openInterest),
    },
    facts: { find: (optionSymbol) => facts.get(optionSymbol) ?? null },
    truth: Uint8Array.from(prints, ({ truth }) => truth),
  }
}

/** In the order of the tape, cancels left out. */
function runningVolume(prints: readonly Drawn[]): Float64Array {
  const traded = new Map<string, number>()
  return Float64Array.from(prints, ({ contract, size, condition }) => {
    const volume = (traded.get(contract.optionSymbol) ?? 0) + (condition === 'A' ? 0 : size)
    traded.set(contract.optionSymbol, volume)
    return volume
  })
}
