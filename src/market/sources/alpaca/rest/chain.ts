/**
 * A chain from three answers: the snapshots of all contracts (quotes, last trade, volume, volatility), the list of
 * contracts (open interest, those without a quote), and the price of the underlying.
 */

import { addDays } from '../../../../lib/time/civil-date.ts'
import { newYorkDate } from '../../../domain/calendar/new-york-time.ts'
import { optionQuoteInstantAt } from '../../../domain/calendar/option-hours.ts'
import { previousTradingDay, sessionDateAt } from '../../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../domain/options/chain.ts'
import { ChainBuilder, type ContractRow } from '../../../domain/options/chain-builder.ts'
import { formatOptionSymbol, type OptionContract, parseOptionSymbol } from '../../../domain/options/option-symbol.ts'
import { INDEX_SYMBOLS, symbolOfSpelling } from '../../known-symbols.ts'
import { VendorFailure } from '../../vendor-failure.ts'
import { type Feeds, optionFeedSentence, stockFeedSentence } from '../feeds.ts'
import { type AlpacaRest, eachPage, msOf, RowReader } from './rest.ts'
import { belongs, bySpelling, furtherRoots, type RootRows, withRoots } from './roots.ts'
import { Contract, ContractPage, OptionSnapshot, SnapshotPage } from './schema.ts'

/** What is listed, by OCC symbol of 21 characters. */
export type Contracts = RootRows<ListedContract>

export interface ListedContract {
  readonly contract: OptionContract
  readonly style: 'american' | 'european' | null | undefined
  readonly openInterest: number
  /** New York date of the open interest; null if the vendor does not report it. */
  readonly openInterestDate: string | null
  /** Shares per contract; NaN for one that delivers anything else, undefined where the root decides. */
  readonly multiplier: number | undefined
}

interface Snapshot {
  readonly contract: OptionContract
  readonly snapshot: OptionSnapshot
}

export type Snapshots = ReadonlyMap<string, Snapshot>

export interface ChainInput {
  readonly symbol: string
  readonly snapshots: Snapshots
  /** Null when the list of contracts could not be had. */
  readonly contracts: Contracts['rows'] | null
  /** What is to be known of the lists behind the chain. */
  readonly warnings: readonly string[]
  /** Of the instant that the quotes describe. */
  readonly priceAt: (asOfMs: number) => number
  readonly feeds: Feeds
  readonly nowMs: number
}

/** LEAPS reach less than four years ahead. Without a range the list ends with the coming week. */
const DAYS_AHEAD = 4 * 366
const STANDARD_SHARES = 100
const CONTRACTS_A_PAGE = 10_000
const SNAPSHOTS_A_PAGE = 1_000

/** Of all roots. The list of an underlying has its other roots as a rule; those of an index are requested where it does not. */
export async function fetchContracts(rest: AlpacaRest, symbol: string): Promise<Contracts> {
  const contracts = await bySpelling(symbol, (spelling) => contractsOf(rest, symbol, { underlying_symbols: spelling }))
  const roots = furtherRoots(symbol, [], contractsIn(contracts))
  return await withRoots(contracts, roots, (root) => contractsOf(rest, symbol, { root_symbol: root }))
}

async function contractsOf(
  rest: AlpacaRest,
  symbol: string,
  name: { readonly underlying_symbols: string } | { readonly root_symbol: string },
): Promise<Contracts['rows']> {
  const today = newYorkDate(rest.clock.nowMs())
  const reader = new RowReader(Contract)
  const contracts = new Map<string, ListedContract>()
  const query = {
    ...name,
    status: 'active',
    show_deliverables: 'true',
    expiration_date_gte: today,
    expiration_date_lte: addDays(today, DAYS_AHEAD),
    limit: CONTRACTS_A_PAGE,
  }
  await eachPage(rest.trading, { path: '/v2/options/contracts', query }, ContractPage, (page) => {
    for (const row of page.option_contracts) {
      const read = reader.read(row)
      const contract = read && parseOptionSymbol(read.symbol)
      if (!contract || !belongs(contract, symbol)) continue
      contracts.set(formatOptionSymbol(contract), {
        contract,
        style: read.style,
        openInterest: read.open_interest ?? Number.NaN,
        openInterestDate: read.open_interest_date ?? null,
        multiplier: multiplierOf(read, symbol),
      })
    }
  })
  reader.finish(rest.health, 'contracts')
  return contracts
}

/**
 * A strike times the multiplier buys the deliverable: only where that is as many shares of the underlying alone, prices
 * and greeks of the contract follow from those of the underlying. Indices deliver cash.
 */
function multiplierOf({ multiplier, deliverables }: Contract, symbol: string): number | undefined {
  if (!deliverables || deliverables.length === 0 || INDEX_SYMBOLS.has(symbol)) return undefined
  const [only, ...others] = deliverables
  const isPlain = only?.type === 'equity' && others.length === 0 && symbolOfSpelling(only.symbol) === symbol
  const shares = only?.amount ?? Number.NaN
  return isPlain && shares === (multiplier ?? STANDARD_SHARES) ? shares : Number.NaN
}

/** The newest date of open interest in a list; undefined if the vendor reports none. */
export function openInterestDateOf(contracts: Contracts['rows'] | null): string | undefined {
  let newest: string | undefined
  for (const { openInterestDate } of contracts?.values() ?? []) {
    if (openInterestDate !== null && openInterestDate > (newest ?? '')) newest = openInterestDate
  }
  return newest
}

/** Of all roots, those of the list of contracts included; null where the list could not be had. */
export async function fetchSnapshots(
  rest: AlpacaRest,
  symbol: string,
  feeds: Feeds,
  listed: Contracts | null,
): Promise<RootRows<Snapshot>> {
  const snapshots = await bySpelling(symbol, (spelling) => snapshotsOf(rest, symbol, spelling, feeds))
  const roots = furtherRoots(symbol, contractsIn(listed?.rows ?? new Map()), contractsIn(snapshots))
  const found = await withRoots(snapshots, roots, (root) => snapshotsOf(rest, symbol, root, feeds))
  if (found.rows.size > 0) return found
  throw new VendorFailure('not_found', `Alpaca has no options of ${symbol}.`)
}

/** What the chain lacks for want of a root: its quotes, or its open interest. */
export function withoutRoots(listed: Contracts | null, snapshots: RootRows<Snapshot>): string[] {
  const quotes = new Set(snapshots.refused.map(({ root }) => root))
  const lists = (listed?.refused ?? []).filter(({ root }) => !quotes.has(root))
  return [
    ...snapshots.refused.map(
      ({ root, reason }) => `${reason} So quotes of the root ${root} are missing, and sums do not hold its contracts.`,
    ),
    ...lists.map(
      ({ root, reason }) =>
        `${reason} So open interest of the root ${root} is unknown, and exposures do not hold its contracts.`,
    ),
  ]
}

function contractsIn(rows: ReadonlyMap<string, { readonly contract: OptionContract }>): OptionContract[] {
  return [...rows.values()].map(({ contract }) => contract)
}

async function snapshotsOf(rest: AlpacaRest, symbol: string, spelling: string, feeds: Feeds): Promise<Snapshots> {
  const reader = new RowReader(OptionSnapshot)
  const snapshots = new Map<string, Snapshot>()
  const path = `/v1beta1/options/snapshots/${encodeURIComponent(spelling)}`
  const query = { feed: feeds.options, limit: SNAPSHOTS_A_PAGE }
  await eachPage(rest.data, { path, query }, SnapshotPage, (page) => {
    for (const [text, row] of Object.entries(page.snapshots)) {
      const contract = parseOptionSymbol(text)
      const snapshot = reader.read(row)
      if (contract && snapshot && belongs(contract, symbol))
        snapshots.set(formatOptionSymbol(contract), { contract, snapshot })
    }
  })
  reader.finish(rest.health, 'snapshots')
  return snapshots
}

export function chainOf({ symbol, snapshots, contracts, priceAt, feeds, nowMs, warnings }: ChainInput): OptionChain {
  const asOfMs = optionQuoteInstantAt(symbol, lastQuoteMs(snapshots, nowMs))
  const sessionDate = sessionDateAt(asOfMs)
  const builder = new ChainBuilder()
  for (const occ of new Set([...snapshots.keys(), ...(contracts?.keys() ?? [])])) {
    const listed = contracts?.get(occ)
    const quoted = snapshots.get(occ)
    const contract = quoted?.contract ?? listed?.contract
    if (!contract) continue
    builder.add({ ...contract, ...listingOf(listed), ...(quoted ? quoteOf(quoted.snapshot, sessionDate) : {}) })
  }
  const openInterestDate = openInterestDateOf(contracts)
  const old = openInterestDate === undefined ? [] : oldOpenInterest(openInterestDate, sessionDate)
  const chain = builder.build({
    symbol,
    asOfMs,
    underlyingPrice: priceAt(asOfMs),
    warnings: [optionFeedSentence(feeds), stockFeedSentence(feeds), ...old, ...warnings],
  })
  return openInterestDate === undefined ? chain : { ...chain, openInterestDate }
}

function listingOf(listed: ListedContract | undefined): Partial<ContractRow> {
  const { style, multiplier, openInterest = Number.NaN } = listed ?? {}
  return { ...(style ? { style } : {}), ...(multiplier === undefined ? {} : { multiplier }), openInterest }
}

/** The clearing house publishes the open interest of a session before the next one begins. */
function oldOpenInterest(date: string, sessionDate: string): string[] {
  const last = previousTradingDay(sessionDate)
  return date < last
    ? [`Open interest is that of ${date}: that of the last session, ${last}, is not published yet.`]
    : []
}

/** When the newest quote was made; a stamp of the future is no stamp. */
function lastQuoteMs(snapshots: Snapshots, nowMs: number): number {
  let last = Number.NEGATIVE_INFINITY
  for (const { snapshot } of snapshots.values()) {
    const ms = snapshot.latestQuote ? msOf(snapshot.latestQuote.t) : Number.NaN
    if (ms > last && ms <= nowMs + 1000) last = ms
  }
  if (last > 0) return Math.min(last, nowMs)
  throw new VendorFailure('changed_shape', 'The quotes of Alpaca have no time that can be read.')
}

function quoteOf(
  { latestQuote, latestTrade, dailyBar, impliedVolatility }: OptionSnapshot,
  sessionDate: string,
): Partial<ContractRow> {
  const bid = latestQuote?.bp ?? Number.NaN
  const ask = latestQuote?.ap && latestQuote.ap > 0 ? latestQuote.ap : Number.NaN
  const crossed = bid > ask
  return {
    bid: crossed ? Number.NaN : bid,
    ask: crossed ? Number.NaN : ask,
    bidSize: latestQuote?.bs ?? Number.NaN,
    askSize: latestQuote?.as ?? Number.NaN,
    last: latestTrade && latestTrade.p > 0 ? latestTrade.p : Number.NaN,
    volume: volumeOf(dailyBar, sessionDate),
    vendorIv: impliedVolatility ?? Number.NaN,
  }
}

/** A bar of an earlier day says that nothing was traded in this session. */
function volumeOf(bar: OptionSnapshot['dailyBar'], sessionDate: string): number {
  if (!bar) return Number.NaN
  return newYorkDate(msOf(bar.t)) === sessionDate ? (bar.v ?? Number.NaN) : 0
}
