/**
 * A chain from three answers: the snapshots of all contracts (quotes, last trade, volume, volatility), the list of
 * contracts (open interest, those without a quote), and the price of the underlying.
 */
import type { OptionChain } from '../../../domain/market/chain.ts'
import { ChainBuilder, type ContractRow } from '../../../domain/market/chain-builder.ts'
import { newYorkDate } from '../../../domain/market/new-york-time.ts'
import { symbolOfRoot } from '../../../domain/market/option-expirations.ts'
import { formatOptionSymbol, type OptionContract, parseOptionSymbol } from '../../../domain/market/option-symbol.ts'
import { quoteInstantAt, sessionDateAt } from '../../../domain/market/trading-calendar.ts'
import { addDays } from '../../../lib/civil-date.ts'
import { VendorFailure } from '../vendor-failure.ts'
import { type Feeds, optionFeedSentence, stockFeedSentence } from './feeds.ts'
import { type AlpacaRest, eachPage, msOf, RowReader } from './rest.ts'
import { Contract, ContractPage, OptionSnapshot, SnapshotPage } from './schema.ts'

/** What is listed, by OCC symbol of 21 characters. */
export type Contracts = ReadonlyMap<string, ListedContract>

export interface ListedContract {
  readonly contract: OptionContract
  readonly style: 'american' | 'european' | null | undefined
  readonly openInterest: number
}

export type Snapshots = ReadonlyMap<string, { readonly contract: OptionContract; readonly snapshot: OptionSnapshot }>

export interface ChainInput {
  readonly symbol: string
  readonly snapshots: Snapshots
  /** Null when the list of contracts could not be had. */
  readonly contracts: Contracts | null
  /** Of the instant that the quotes describe. */
  readonly priceAt: (asOfMs: number) => number
  readonly feeds: Feeds
  readonly nowMs: number
}

/** LEAPS reach less than four years ahead. Without a range the list ends with the coming week. */
const DAYS_AHEAD = 4 * 366
const CONTRACTS_A_PAGE = 10_000
const SNAPSHOTS_A_PAGE = 1_000
const NO_CONTRACTS = 'Alpaca does not tell its list of contracts now: open interest is unknown.'

export async function fetchContracts(rest: AlpacaRest, symbol: string): Promise<Contracts> {
  const today = newYorkDate(rest.clock.nowMs())
  const reader = new RowReader(Contract)
  const contracts = new Map<string, ListedContract>()
  const query = {
    underlying_symbols: symbol,
    status: 'active',
    expiration_date_gte: today,
    expiration_date_lte: addDays(today, DAYS_AHEAD),
    limit: CONTRACTS_A_PAGE,
  }
  await eachPage(rest.trading, { path: '/v2/options/contracts', query }, ContractPage, (page) => {
    for (const row of page.option_contracts) {
      const read = reader.read(row)
      const contract = read && parseOptionSymbol(read.symbol)
      if (!contract || !belongs(contract, symbol)) continue
      const openInterest = read.open_interest ?? Number.NaN
      contracts.set(formatOptionSymbol(contract), { contract, style: read.style, openInterest })
    }
  })
  reader.finish(rest.health, 'contracts')
  return contracts
}

export async function fetchSnapshots(rest: AlpacaRest, symbol: string, feeds: Feeds): Promise<Snapshots> {
  const spellings = symbol.includes('.') ? [symbol, symbol.replaceAll('.', '')] : [symbol]
  for (const spelling of spellings) {
    const snapshots = await snapshotsOf(rest, symbol, spelling, feeds)
    if (snapshots.size > 0) return snapshots
  }
  throw new VendorFailure('not_found', `Alpaca has no options of ${symbol}.`)
}

async function snapshotsOf(rest: AlpacaRest, symbol: string, spelling: string, feeds: Feeds): Promise<Snapshots> {
  const reader = new RowReader(OptionSnapshot)
  const snapshots = new Map<string, { contract: OptionContract; snapshot: OptionSnapshot }>()
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

export function chainOf({ symbol, snapshots, contracts, priceAt, feeds, nowMs }: ChainInput): OptionChain {
  const asOfMs = quoteInstantAt(lastQuoteMs(snapshots, nowMs))
  const sessionDate = sessionDateAt(asOfMs)
  const builder = new ChainBuilder()
  for (const occ of new Set([...snapshots.keys(), ...(contracts?.keys() ?? [])])) {
    const listed = contracts?.get(occ)
    const quoted = snapshots.get(occ)
    const contract = quoted?.contract ?? listed?.contract
    if (!contract) continue
    builder.add({
      ...contract,
      ...(listed?.style ? { style: listed.style } : {}),
      openInterest: listed?.openInterest ?? Number.NaN,
      ...(quoted ? quoteOf(quoted.snapshot, sessionDate) : {}),
    })
  }
  return builder.build({
    symbol,
    asOfMs,
    underlyingPrice: priceAt(asOfMs),
    warnings: [optionFeedSentence(feeds), stockFeedSentence(feeds), ...(contracts ? [] : [NO_CONTRACTS])],
  })
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

/** Roots have no dots: the contracts of BRK.B are named BRKB. */
function belongs({ root }: OptionContract, symbol: string): boolean {
  return symbolOfRoot(root) === symbol.replaceAll('.', '')
}
