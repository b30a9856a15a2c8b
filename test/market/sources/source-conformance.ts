import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isCivilDate } from '../../../src/lib/time/civil-date.ts'
import { newYorkDate } from '../../../src/market/domain/calendar/new-york-time.ts'
import { symbolOfRoot } from '../../../src/market/domain/calendar/option-expirations.ts'
import { isTradingDay, sessionOn, tradingDayBefore } from '../../../src/market/domain/calendar/trading-calendar.ts'
import { METRIC_NAMES } from '../../../src/market/domain/daily-metrics.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { parseOptionSymbol } from '../../../src/market/domain/options/option-symbol.ts'
import type { TapePrints } from '../../../src/market/domain/options/option-tape.ts'
import { OFF_EXCHANGE } from '../../../src/market/domain/stocks/stock-trades.ts'
import type { Listing, MarketSource, MarketView } from '../../../src/market/ports/market-source.ts'

export interface ConformanceSetup {
  readonly source: MarketSource
  /** A symbol with a chain at present. */
  readonly symbol: string
  readonly unknownSymbol: string
  /** A past trading date with a chain of that symbol, null for a source that keeps none. */
  readonly pastDate: string | null
  /** A date for which the source has nothing. */
  readonly emptyDate: string
  /** Further symbols with chains: a share class, an index with two roots, one with adjusted contracts. */
  readonly others?: readonly string[]
  /** A view of the session of the present at a later instant of the same source, where it can have one. */
  readonly laterInSession?: () => Promise<MarketView>
}

const YEAR = { sessions: 252 }

const QUOTE_NUMBERS = [
  'price',
  'bid',
  'ask',
  'bidSize',
  'askSize',
  'open',
  'high',
  'low',
  'previousClose',
  'volume',
  'week52High',
  'week52Low',
] as const

const CHAIN_NUMBERS = [
  'strike',
  'bid',
  'ask',
  'last',
  'bidSize',
  'askSize',
  'volume',
  'openInterest',
  'vendorIv',
  'multiplier',
] as const

/** Crossed quotes are seen in real files, one row in several thousand. */
const CROSSED_ROWS_SHARE = 0.001

/** What every `MarketSource` promises. Run it on each one, with data that have at least one symbol with a chain. */
export function itConformsToMarketSource(setup: () => ConformanceSetup): void {
  describe('as a market source', () => {
    listsAndQuotes(setup)
    givesChains(setup)
    namesContracts(setup)
    givesDailyBars(setup)
    givesHistories(setup)
    givesTapes(setup)
    knowsNothingAhead(setup)
    refusesWhatItLacks(setup)
  })
}

function listsAndQuotes(setup: () => ConformanceSetup): void {
  it('lists its symbols sorted, each once, with dates in order or null', async () => {
    const listings = await setup().source.listings()

    const symbols = listings.map((listing) => listing.symbol)
    expect(symbols).toEqual([...new Set(symbols)].sort())
    expect(symbols).toContain(setup().symbol)
    for (const listing of listings) {
      expectRange(listing, listing.optionsFrom, listing.optionsTo)
      expectRange(listing, listing.barsFrom, listing.barsTo)
      expectRange(listing, listing.printsFrom, listing.printsTo)
    }
  })

  it('names itself in every view, and the date only when one was asked for', async () => {
    const { source, pastDate } = setup()

    const present = await source.viewAt()
    expect(present.source).toBe(source.name)
    expect(present.date).toBeUndefined()
    if (pastDate === null) return
    const past = await source.viewAt(pastDate)
    expect(past.source).toBe(source.name)
    expect(past.date).toBe(pastDate)
  })

  it('quotes the underlying in known numbers or NaN, at an instant of its session', async () => {
    for (const view of await views(setup())) {
      const quote = await view.quote(setup().symbol)

      expect(quote.symbol).toBe(setup().symbol)
      for (const name of QUOTE_NUMBERS) expectKnownOrNaN(quote[name], name)
      expect(quote.bid > quote.ask, `bid ${quote.bid} over ask ${quote.ask}`).toBe(false)
      expect(quote.low > quote.high, `low ${quote.low} over high ${quote.high}`).toBe(false)
      expect(quote.week52Low > quote.week52High).toBe(false)
      expect(['pre', 'open', 'post', 'closed']).toContain(quote.marketSession)
      expectInstantOfSession(quote.asOfMs, quote.sessionDate)
      expectSentences(quote.warnings)
    }
  })
}

function givesChains(setup: () => ConformanceSetup): void {
  it('gives chains whose rows are sorted by settlement, strike, call before put', async () => {
    for (const view of await views(setup())) {
      const chain = await view.chain(setup().symbol)

      expect(chain.symbol).toBe(setup().symbol)
      expect(chain.contracts.count).toBeGreaterThan(0)
      expectInstantOfSession(chain.asOfMs, chain.sessionDate)
      expectSortedExpirations(chain)
      expectSortedRows(chain)
      expectSentences(chain.warnings)
    }
  })

  it('gives columns of one length that hold known numbers or NaN, never zero for an unknown volatility', async () => {
    for (const view of await views(setup())) {
      const { underlyingPrice, contracts } = await view.chain(setup().symbol)

      expectKnownOrNaN(underlyingPrice, 'underlyingPrice')
      expect(contracts.optionSymbols).toHaveLength(contracts.count)
      expect(contracts.expirationIndex).toHaveLength(contracts.count)
      expect(contracts.isCall).toHaveLength(contracts.count)
      for (const name of CHAIN_NUMBERS) {
        expect(contracts[name], name).toHaveLength(contracts.count)
        for (const value of contracts[name]) {
          if (!(Number.isNaN(value) || (value >= 0 && value < Number.POSITIVE_INFINITY))) expectKnownOrNaN(value, name)
        }
      }
      expect([...contracts.vendorIv].filter((value) => value === 0)).toEqual([])
      expect([...contracts.strike].filter((value) => !(value > 0))).toEqual([])
    }
  })
}

function namesContracts(setup: () => ConformanceSetup): void {
  it('names every contract by an OCC symbol of 21 characters that agrees with its row, and none twice', async () => {
    for (const view of await views(setup())) {
      const { contracts, expirations } = await view.chain(setup().symbol)

      expect(new Set(contracts.optionSymbols).size).toBe(contracts.count)
      const wrong = contracts.optionSymbols.filter((symbol, row) => {
        const contract = symbol.length === 21 ? parseOptionSymbol(symbol) : null
        return !(
          contract &&
          contract.strike === contracts.strike[row] &&
          contract.optionType === (contracts.isCall[row] === 1 ? 'call' : 'put') &&
          contract.expirationDate === expirations[contracts.expirationIndex[row] ?? -1]?.expirationDate
        )
      })
      expect(wrong).toEqual([])
    }
  })

  it('knows the contracts of share classes and indices by their roots, and no multiplier of adjusted ones', async () => {
    const { source, symbol, others = [] } = setup()
    const view = await source.viewAt()
    for (const each of [symbol, ...others]) {
      const chain = await view.chain(each)

      expect(chain.symbol).toBe(each)
      for (const [row, optionSymbol] of chain.contracts.optionSymbols.entries()) {
        const root = optionSymbol.slice(0, 6).trimEnd()
        const settlement = chain.expirations[chain.contracts.expirationIndex[row] ?? -1]?.settlement
        expect(symbolOfRoot(root), optionSymbol).toBe(each.replaceAll('.', ''))
        if (each === 'SPX') expect(settlement, optionSymbol).toBe(root === 'SPXW' ? 'pm' : 'am')
        expect(chain.contracts.multiplier[row], optionSymbol).toBe(/\d$/.test(root) ? Number.NaN : 100)
      }
    }
  })

  it('hardly ever quotes a contract with its bid above its ask', async () => {
    for (const view of await views(setup())) {
      const { contracts } = await view.chain(setup().symbol)

      const crossed = contracts.optionSymbols.filter(
        (_, row) => (contracts.bid[row] ?? Number.NaN) > (contracts.ask[row] ?? Number.NaN),
      )
      expect(crossed.length, crossed.join(', ')).toBeLessThanOrEqual(contracts.count * CROSSED_ROWS_SHARE)
    }
  })

  it('gives the same chain object while the data are the same', async () => {
    const { source, symbol, pastDate } = setup()

    const view = await source.viewAt()
    expect(await view.chain(symbol)).toBe(await view.chain(symbol))
    if (pastDate === null) return
    const past = await source.viewAt(pastDate)
    expect(await (await source.viewAt(pastDate)).chain(symbol)).toBe(await past.chain(symbol))
  })
}

function givesDailyBars(setup: () => ConformanceSetup): void {
  it('gives daily bars in order of date, on trading days, each inside its own range', async () => {
    for (const view of await views(setup())) {
      const { sessionDate } = await view.quote(setup().symbol)
      const bars = await view.dailyBars(setup().symbol, {})

      for (let index = 0; index < bars.length; index++) {
        const bar = bars[index]!
        expect(isTradingDay(bar.date), bar.date).toBe(true)
        expect(bar.date > (bars[index - 1]?.date ?? ''), bar.date).toBe(true)
        expect(bar.low <= Math.min(bar.open, bar.close), bar.date).toBe(true)
        expect(bar.high >= Math.max(bar.open, bar.close), bar.date).toBe(true)
        expectKnownOrNaN(bar.volume, `volume of ${bar.date}`)
      }
      expect((bars.at(-1)?.date ?? '') <= sessionDate).toBe(true)
    }
  })

  it('cuts daily bars at both ends of a range, included, and gives none where there are none', async () => {
    const { source, symbol } = setup()
    const view = await source.viewAt()
    const bars = await view.dailyBars(symbol, {})
    const from = bars.at(-4)?.date
    const to = bars.at(-2)?.date

    if (from && to) expect(await view.dailyBars(symbol, { from, to })).toEqual(bars.slice(-4, -1))
    expect(await view.dailyBars(symbol, { from: '1980-01-01', to: '1980-12-31' })).toEqual([])
  })

  it('shows of a past date what was known at its close, and nothing later', async () => {
    const { source, symbol, pastDate } = setup()
    if (pastDate === null) return
    const view = await source.viewAt(pastDate)

    const quote = await view.quote(symbol)
    const chain = await view.chain(symbol)
    const bars = await view.dailyBars(symbol, {})

    expect(quote.sessionDate).toBe(pastDate)
    expect(chain.sessionDate).toBe(pastDate)
    expect(newYorkDate(chain.asOfMs)).toBe(pastDate)
    expect(chain.asOfMs).toBeLessThanOrEqual(sessionOn(pastDate)?.closeMs ?? 0)
    expect(bars.filter((bar) => bar.date > pastDate)).toEqual([])
  })
}

function givesHistories(setup: () => ConformanceSetup): void {
  it('gives IV30 of sessions before that of the view, in date order, at most 252 of the last year', async () => {
    for (const view of await views(setup())) {
      const { sessionDate } = await view.chain(setup().symbol)
      const { points: history } = await view.metricHistory(setup().symbol, 'iv30', YEAR)

      const dates = history.map(({ date }) => date)
      expect(dates).toEqual([...new Set(dates)].sort())
      expect(dates.filter((date) => !isTradingDay(date) || date >= sessionDate)).toEqual([])
      const yearBefore = tradingDayBefore(sessionDate, 252)
      expect(dates.filter((date) => date < yearBefore)).toEqual([])
      for (const { date, value } of history) {
        expect(Number.isNaN(value) || (value > 0 && value < 10), `IV30 of ${date} is ${value}`).toBe(true)
      }
      expect((await view.metricHistory(setup().symbol, 'iv30', YEAR)).points).toBe(history)
    }
  })

  it('has a history of every metric among its capabilities, and says of the others why there is none', async () => {
    const { source, symbol } = setup()
    const view = await source.viewAt()
    const iv30 = await view.metricHistory(symbol, 'iv30', YEAR)
    for (const metric of METRIC_NAMES) {
      const { points, warnings } = await view.metricHistory(symbol, metric, YEAR)
      const isAvailable = source.capabilities.metrics.some((each) => each === metric)

      expect(
        points.map(({ date }) => date),
        metric,
      ).toEqual(isAvailable ? iv30.points.map(({ date }) => date) : [])
      expect(warnings.length, metric).toBe(isAvailable ? 0 : 1)
      expectSentences(warnings)
    }
  })

  it('ends its histories with the session before that of the view', async () => {
    for (const view of await views(setup())) {
      const { points } = await view.metricHistory(setup().symbol, 'iv30', YEAR)
      const { points: lately } = await view.metricHistory(setup().symbol, 'iv30', { sessions: 2 })

      const { sessionDate } = await view.chain(setup().symbol)
      expect(lately).toEqual(points.filter(({ date }) => date >= tradingDayBefore(sessionDate, 2)))
    }
  })

  it('does what its capabilities say', async () => {
    const { source, symbol } = setup()
    const { isRemote, keepsTape, hasOptionTape, hasOffExchange, hasQuotesAtPrints } = source.capabilities
    expect(['tend' in source, 'heldTapes' in source]).toEqual([isRemote, keepsTape])
    for (const view of await views(setup())) {
      const { prints } = await view.optionPrints(symbol)
      const { sessions } = await view.offExchangeTrades(symbol, 20)
      const quoted = prints.bid.some((bid, row) => !Number.isNaN(bid) || !Number.isNaN(prints.ask[row]))

      expect(hasOptionTape || prints.count === 0).toBe(true)
      expect(hasOffExchange || sessions.length === 0).toBe(true)
      expect(hasQuotesAtPrints || !quoted).toBe(true)
    }
  })
}

function givesTapes(setup: () => ConformanceSetup): void {
  it('gives off-exchange trades of its sessions in order, none after its instant, or says why there are none', async () => {
    for (const view of await views(setup())) {
      const { sessions, asOfMs, sessionDate, warnings } = await view.offExchangeTrades(setup().symbol, 20)

      expectInstantOfSession(asOfMs, sessionDate)
      expectSentences(warnings)
      expect(sessions.length > 0 || warnings.length > 0).toBe(true)
      const dates = sessions.map(({ trades }) => trades.sessionDate)
      expect(dates).toEqual([...new Set(dates)].sort())
      expect(dates.filter((date) => date > sessionDate || daysBetween(date, sessionDate) >= 20)).toEqual([])
      for (const { trades, volume } of sessions) {
        expectKnownOrNaN(volume, 'volume')
        expect(trades.exchange.every((code) => code === OFF_EXCHANGE)).toBe(true)
        expect(trades.executedAtMs.every((ms) => ms <= asOfMs)).toBe(true)
      }
    }
  })

  it('gives option trades of one session in time order, each with a sane quote, or says why there are none', async () => {
    for (const view of await views(setup())) {
      const { prints, asOfMs, sessionDate, warnings, tape } = await view.optionPrints(setup().symbol)

      expectSentences(warnings)
      expect(prints.count > 0 || warnings.length > 0).toBe(true)
      expect({ symbol: prints.symbol, sessionDate: prints.sessionDate }).toEqual({
        symbol: setup().symbol,
        sessionDate,
      })
      expectInstantOfSession(asOfMs, sessionDate)
      expectPrintColumns(prints)
      expectPrintsWithin(prints, asOfMs)
      if (prints.count === 0) continue
      const again = await view.optionPrints(setup().symbol)
      expect(again.tape).toBe(tape)
      expect(again.prints).toEqual(prints)
    }
  })

  it('adds later option trades of a session at the end of the same tape', async () => {
    const { source, symbol, laterInSession } = setup()
    const earlier = await (await source.viewAt()).optionPrints(symbol)
    const later = await (await laterInSession?.())?.optionPrints(symbol)
    if (!later || later.sessionDate !== earlier.sessionDate || earlier.prints.count === 0) return

    const { count } = earlier.prints
    expect(later.tape).toBe(earlier.tape)
    expect(later.asOfMs).toBeGreaterThan(earlier.asOfMs)
    expect(later.prints.count).toBeGreaterThanOrEqual(count)
    for (const name of PRINT_NUMBERS) expect(later.prints[name].slice(0, count)).toEqual(earlier.prints[name].slice())
    for (const name of PRINT_TEXTS) expect(later.prints[name].slice(0, count)).toEqual(earlier.prints[name])
  })

  it('trades only options that the chain knows or that were settled with the session, never more than it counts', async () => {
    for (const view of await views(setup())) {
      const { contracts, sessionDate } = await view.chain(setup().symbol)
      const { prints } = await view.optionPrints(setup().symbol)
      if (prints.sessionDate !== sessionDate) continue
      const rowOf = new Map(contracts.optionSymbols.map((symbol, row) => [symbol, row]))

      for (let print = 0; print < prints.count; print++) {
        const symbol = prints.optionSymbols.at(print)!
        const row = rowOf.get(symbol)
        if (row === undefined) expect(parseOptionSymbol(symbol)?.expirationDate, symbol).toBe(sessionDate)
        else if (prints.volume[print]! > contracts.volume[row]!)
          expect.fail(`${symbol}: ${prints.volume[print]} traded, ${contracts.volume[row]} in the chain`)
      }
    }
  })
}

function knowsNothingAhead(setup: () => ConformanceSetup): void {
  it('tells the middles of quotes of the past as the chain of that instant has them, and none of what lies ahead', async () => {
    const { source, pastDate, symbol } = setup()
    const date = pastDate ?? undefined
    const view = await source.viewAt(date)
    const { contracts, asOfMs, sessionDate } = await view.chain(symbol)
    const closeMs = sessionOn(sessionDate)?.closeMs ?? Number.NaN
    const atMs = Math.min(asOfMs, closeMs)
    const known = contracts.optionSymbols
      .map((optionSymbol, row) => ({ optionSymbol, middle: 0.5 * (contracts.bid[row]! + contracts.ask[row]!) }))
      .filter(({ middle }) => middle > 0)
      .slice(0, 40)

    const mids = await view.contractMids(
      symbol,
      known.map(({ optionSymbol }) => ({ optionSymbol, atMs })),
    )
    const others = await view.contractMids(symbol, [
      { optionSymbol: known[0]!.optionSymbol, atMs: closeMs + 86_400_000 * 30 },
      { optionSymbol: known[0]!.optionSymbol, atMs: closeMs - 86_400_000 / 2 },
      { optionSymbol: 'XXXXX 991231C00001000', atMs },
    ])

    expect(mids).toHaveLength(known.length)
    const told = known.filter((_, place) => !Number.isNaN(mids[place]))
    if (atMs === closeMs) expect(told.length).toBeGreaterThan(known.length / 2)
    for (const [place, { middle }] of known.entries()) {
      if (!Number.isNaN(mids[place])) expect(mids[place]).toBeCloseTo(middle, 9)
    }
    expect([...others]).toEqual([Number.NaN, Number.NaN, Number.NaN])
  })

  it('stands at an instant of a session as a whole, at a past date at the close', async () => {
    const { source, pastDate } = setup()
    const { asOfMs, sessionDate } = await (await source.viewAt()).moment()
    expectInstantOfSession(asOfMs, sessionDate)
    if (pastDate === null) return
    const past = await (await source.viewAt(pastDate)).moment()
    expect({ sessionDate: past.sessionDate, asOfMs: past.asOfMs }).toEqual({
      sessionDate: pastDate,
      asOfMs: sessionOn(pastDate)?.closeMs,
    })
  })

  it('knows of earnings, events and news nothing that was announced after its instant', async () => {
    for (const view of await views(setup())) {
      const { asOfMs, sessionDate } = await view.moment()
      const knownBy = new Date(asOfMs).toISOString()
      const asked = { from: addDays(sessionDate, -400), to: addDays(sessionDate, 400) }
      const [earnings, events] = [await view.earnings(asked), await view.events(asked)]
      const news = await view.news({ since: `${asked.from}T00:00:00.000Z`, limit: 50 })

      for (const { data, warnings } of [earnings, events, news]) {
        expectSentences(warnings)
        expect(data.length > 0 || warnings.length > 0).toBe(true)
      }
      expect([...earnings.data, ...events.data].filter(({ knownAt }) => knownAt > knownBy)).toEqual([])
      expect(earnings.data.filter(({ reportDate }) => reportDate < asked.from || reportDate > asked.to)).toEqual([])
      const early = earnings.data.filter(
        ({ status, reportDate }) => status === 'reported' && reportDate > newYorkDate(asOfMs),
      )
      expect(early).toEqual([])
      const order = news.data.map(({ publishedAt, id }) => `${publishedAt} ${id}`)
      expect(order).toEqual(order.toSorted().reverse())
      expect(news.data.filter(({ publishedAt }) => publishedAt > knownBy)).toEqual([])
      for (const { symbol } of (await view.earnings({ ...asked, symbol: setup().symbol })).data) {
        expect(symbol).toBe(setup().symbol)
      }
    }
  })
}

function refusesWhatItLacks(setup: () => ConformanceSetup): void {
  it('refuses a symbol that it does not know, and a date without data, by a sentence that says what to try', async () => {
    const { source, unknownSymbol, emptyDate, symbol } = setup()
    const view = await source.viewAt()

    await expectNotFound(() => view.quote(unknownSymbol))
    await expectNotFound(() => view.chain(unknownSymbol))
    await expectNotFound(() => view.dailyBars(unknownSymbol, {}))
    await expectNotFound(() => view.metricHistory(unknownSymbol, 'iv30', YEAR))
    await expectNotFound(() => view.offExchangeTrades(unknownSymbol, 20))
    await expectNotFound(() => view.optionPrints(unknownSymbol))
    await expectNotFound(() => view.contractMids(unknownSymbol, []))
    const window = { symbol: unknownSymbol, from: '2026-01-01', to: '2026-12-31' }
    await expectNotFound(() => view.earnings(window))
    await expectNotFound(() => view.events(window))
    await expectNotFound(() => view.news({ symbol: unknownSymbol, since: '2026-01-01T00:00:00.000Z', limit: 1 }))
    await expectNotFound(async () => (await source.viewAt(emptyDate)).chain(symbol))
  })
}

async function views({ source, pastDate }: ConformanceSetup): Promise<MarketView[]> {
  return [await source.viewAt(), ...(pastDate === null ? [] : [await source.viewAt(pastDate)])]
}

function expectRange(listing: Listing, from: string | null, to: string | null): void {
  expect((from === null) === (to === null), `${listing.symbol}: one end is missing`).toBe(true)
  if (from === null || to === null) return
  expect(isCivilDate(from) && isCivilDate(to), `${listing.symbol}: ${from}, ${to}`).toBe(true)
  expect(from <= to, `${listing.symbol}: ${from} to ${to}`).toBe(true)
}

function expectKnownOrNaN(value: number, name: string): void {
  const fine = Number.isNaN(value) || (Number.isFinite(value) && value >= 0)
  expect(fine, `${name} is ${value}, must be NaN or 0 or more`).toBe(true)
}

/** The instant may lie in the night after the session, not before its open. */
function expectInstantOfSession(asOfMs: number, sessionDate: string): void {
  expect(Number.isInteger(asOfMs), `asOfMs ${asOfMs}`).toBe(true)
  const session = sessionOn(sessionDate)
  expect(session, `${sessionDate} is no trading day`).not.toBeNull()
  expect(asOfMs).toBeGreaterThanOrEqual(session?.openMs ?? 0)
  expect(daysBetween(sessionDate, newYorkDate(asOfMs))).toBeLessThan(6)
}

function expectSortedExpirations({ expirations }: OptionChain): void {
  for (let index = 1; index < expirations.length; index++) {
    const before = expirations[index - 1]!
    const { settlesAtMs, expirationDate, settlement, style } = expirations[index]!
    expect(before.settlesAtMs, expirationDate).toBeLessThanOrEqual(settlesAtMs)
    const same = before.expirationDate === expirationDate && before.settlement === settlement && before.style === style
    expect(same, `${expirationDate} ${settlement} is listed twice`).toBe(false)
  }
}

function expectSortedRows({ contracts, expirations }: OptionChain): void {
  const { expirationIndex, strike, isCall, optionSymbols, count } = contracts
  for (let row = 1; row < count; row++) {
    const order =
      expirationIndex[row]! - expirationIndex[row - 1]! ||
      strike[row]! - strike[row - 1]! ||
      isCall[row - 1]! - isCall[row]!
    if (order < 0) expect.fail(`${optionSymbols[row - 1]} stands before ${optionSymbols[row]}`)
  }
  expect(Math.max(...expirationIndex)).toBeLessThan(expirations.length)
}

const PRINT_NUMBERS = [
  'executedAtMs',
  'price',
  'size',
  'bid',
  'ask',
  'underlyingPrice',
  'volume',
  'openInterest',
] as const satisfies readonly (keyof TapePrints)[]

const PRINT_TEXTS = ['optionSymbols', 'exchange', 'condition'] as const

function expectPrintColumns(prints: TapePrints): void {
  for (const name of PRINT_NUMBERS) {
    expect(prints[name], name).toHaveLength(prints.count)
    for (const value of prints[name]) {
      if (!(Number.isNaN(value) || (value >= 0 && value < Number.POSITIVE_INFINITY))) expectKnownOrNaN(value, name)
    }
  }
  for (const name of PRINT_TEXTS) {
    expect(prints[name], name).toHaveLength(prints.count)
  }
  expect([...prints.optionSymbols].filter((symbol) => symbol.length !== 21 || !parseOptionSymbol(symbol))).toEqual([])
}

/** In time order inside the session, prices and sizes above 0, no crossed quote, volumes that grow by every trade. */
function expectPrintsWithin(prints: TapePrints, asOfMs: number): void {
  const session = sessionOn(prints.sessionDate)
  const traded = new Map<string, number>()
  let beforeMs = session?.openMs ?? Number.NaN
  for (let print = 0; print < prints.count; print++) {
    const [ms, size, volume] = [prints.executedAtMs[print]!, prints.size[print]!, prints.volume[print]!]
    const symbol = prints.optionSymbols.at(print)!
    const before = traded.get(symbol) ?? 0
    const isTakenBack = ['A', 'C', 'E', 'G'].includes(prints.condition.at(print)!)
    const fine =
      ms >= beforeMs &&
      ms <= asOfMs &&
      prints.price[print]! > 0 &&
      size > 0 &&
      !(prints.bid[print]! > prints.ask[print]!) &&
      !(volume < (isTakenBack ? before - size : before + size))
    if (!fine)
      expect.fail(`row ${print}, ${symbol} at ${new Date(ms).toISOString()}: ${size} after ${before}: ${volume}`)
    traded.set(symbol, volume)
    beforeMs = ms
  }
}

function expectSentences(warnings: readonly string[]): void {
  for (const warning of warnings) expect(warning).toMatch(/^[A-Z].{8,}\.$/)
}

async function expectNotFound(ask: () => Promise<unknown>): Promise<void> {
  const error = await ask().then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'AppError', code: 'not_found' })
  expect(String(error)).toMatch(/\.$/)
}
