import { AppError } from '../../../lib/errors.ts'
import { addDays } from '../../../lib/time/civil-date.ts'
import { previousTradingDay, sessionDateAt } from '../../domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../domain/options/chain.ts'
import { withFacts } from '../../domain/options/chain-facts.ts'
import type { DailyBar } from '../../domain/stocks/bar.ts'
import type { CorporateAction } from '../../domain/stocks/corporate-action.ts'
import type { StockQuote } from '../../domain/stocks/quote.ts'
import type { BarRange, MarketView } from '../../ports/market-source.ts'
import { reasonOf, type Served } from '../kept-answers.ts'
import { INDEX_SYMBOLS } from '../known-symbols.ts'
import { LastMade } from '../last-made.ts'
import { midsOfChain } from '../mids-of-chain.ts'
import { sideData } from '../side-data.ts'
import { momentAt } from '../stored-past.ts'
import { isForSearch } from '../urgency.ts'
import { withWarning } from '../with-warning.ts'
import { alpacaDefinition } from './definition.ts'
import { type Actions, NO_ACTIONS } from './rest/actions.ts'
import { ALL, KEPT_CHAINS, KEPT_QUOTES } from './rest/answers.ts'
import { type AlpacaQuote, impliedQuote, WITHOUT_RUNNING_DAY } from './rest/stock.ts'
import { tradedIn } from './stream/option-tapes.ts'
import { barsUpTo, commonOf, keptMetrics, noticeOf, type ViewParts } from './view.ts'

const DAYS_OF_52_WEEKS = 364
/** A history that begins at most this many days into the 52 weeks counts as whole: holidays and gaps. */
const MISSING_DAYS = 7

const SHORT_HISTORY = 'The daily history does not cover 52 weeks.'
const WITHOUT_DIVIDENDS = 'So its dividends ahead are unknown.'
const WITHOUT_YEAR = 'So the 52 weeks are unknown.'

type SharedParts = Omit<ViewParts, 'lacks'>

/** A view for each question, so that what one symbol lacks is not said of another; all share what was made. */
export function presentViews(shared: SharedParts): () => MarketView {
  const quotes = quotesOf(shared)
  const chainWith = withWarning<OptionChain>(KEPT_CHAINS)
  return () => presentView({ ...shared, lacks: new Set() }, quotes, chainWith)
}

/** Quotes with their history; the same object for as long as the vendor's answer is the same. */
function quotesOf(parts: SharedParts): (symbol: string) => Promise<StockQuote> {
  const { known, answers } = parts
  const quoteWith = withWarning<StockQuote>(KEPT_QUOTES)
  const whole = new LastMade<StockQuote>(KEPT_QUOTES)

  const implied = new LastMade<AlpacaQuote>(KEPT_QUOTES)

  /** The level of an index; where the account may not see it, the one that the options imply. */
  async function levelOf(symbol: string): Promise<Served<AlpacaQuote>> {
    try {
      return await answers.levels.get(symbol)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { value, stale } = await answers.chains.get(symbol)
      if (!(value.chain.underlyingPrice > 0)) throw error
      const { chain } = value
      const quote = implied.get(symbol, [chain]) ?? implied.set(symbol, [chain], impliedQuote(chain, reasonOf(error)))
      return { value: quote, stale }
    }
  }

  return async (symbol) => {
    known.require(symbol)
    const { value, stale } = INDEX_SYMBOLS.has(symbol) ? await levelOf(symbol) : await answers.quotes.get(symbol)
    const made = whole.get(symbol, [value])
    if (made) return quoteWith(symbol, made, stale)
    const { quote, isWhole } = await withHistory(parts, value)
    return quoteWith(symbol, isWhole ? whole.set(symbol, [value], quote) : quote, stale)
  }
}

function presentView(
  parts: ViewParts,
  quoteOf: (symbol: string) => Promise<StockQuote>,
  chainWith: ReturnType<typeof withWarning<OptionChain>>,
): MarketView {
  const { known, answers, past, optionTapes, nowMs } = parts

  async function sessionOf(symbol: string): Promise<{ sessionDate: string; running: DailyBar[] }> {
    known.require(symbol)
    // An index has no bars with the vendor, and perhaps no level.
    if (INDEX_SYMBOLS.has(symbol)) return { sessionDate: sessionDateAt(nowMs()), running: [] }
    const { value } = await answers.quotes.get(symbol)
    return { sessionDate: value.quote.sessionDate, running: value.day ? [value.day] : [] }
  }

  return {
    source: alpacaDefinition.name,
    get notice() {
      return noticeOf(parts)
    },
    date: undefined,
    quote: quoteOf,
    async chain(symbol) {
      known.require(symbol)
      const { value, stale } = await answers.chains.get(symbol)
      const chain = chainWith(symbol, value.chain, stale)
      const stored = await past.facts(chain, nowMs())
      return withFacts(chain, { ...stored, actions: await actionsOf(parts, symbol, stored.actions) }, nowMs())
    },
    async dailyBars(symbol, range: BarRange) {
      const { sessionDate, running } = await sessionOf(symbol)
      const { value: bars, warnings } = await barsUpTo(parts, symbol, sessionDate, range, running)
      for (const warning of warnings) parts.lacks.add(warning)
      const isExpected = (range.to ?? sessionDate) >= sessionDate && bars.length > 0
      if (parts.feeds.stocks === 'iex' && isExpected && bars.at(-1)?.date !== sessionDate) {
        parts.lacks.add(WITHOUT_RUNNING_DAY)
      }
      return bars
    },
    async metricHistory(symbol, metric, range) {
      known.require(symbol)
      const sessionDate = answers.chains.peek(symbol)?.chain.sessionDate
      const date = sessionDate ?? (await sessionOf(symbol)).sessionDate
      return await keptMetrics(parts, symbol, date, { metric, range })
    },
    async optionPrints(symbol) {
      known.require(symbol)
      const moment = momentAt(nowMs(), undefined)
      // A search of the service itself takes what is stored: neither pages nor a stream are read for it.
      if (isForSearch()) return await optionTapes.storedTape(symbol, moment)
      const { value } = await answers.chains.get(symbol)
      const traded = tradedIn(value, moment.sessionDate)
      const live = parts.streaming?.options
      const isNew = !optionTapes.has(symbol, moment.sessionDate)
      await live?.fillGap(symbol)
      const tape = await optionTapes.tape(symbol, moment, traded, live?.isCurrent(symbol) ?? false)
      parts.streaming?.watchOptions(symbol)
      if (isNew) live?.unsettle(symbol)
      return tape
    },
    async contractMids(symbol, instants) {
      known.require(symbol)
      const { value } = await answers.chains.get(symbol)
      return midsOfChain(value.chain, instants, nowMs())
    },
    ...commonOf(parts, undefined),
  }
}

/** Of the vendor, and imported ones of other dates. Without the vendor's list the forwards contain its dividends. */
async function actionsOf(
  { answers, shortPatience }: ViewParts,
  symbol: string,
  stored: readonly CorporateAction[],
): Promise<readonly CorporateAction[]> {
  if (INDEX_SYMBOLS.has(symbol)) return stored
  const { value } = await sideData<Actions>(answers.actions.get(ALL), {
    instead: NO_ACTIONS,
    without: WITHOUT_DIVIDENDS,
    patience: shortPatience,
  })
  const isNamed = ({ kind, exDate }: CorporateAction) =>
    value.known.some((own) => own.symbol === symbol && own.kind === kind && own.exDate === exDate)
  return [...value.known, ...stored.filter((action) => !isNamed(action))]
}

interface QuoteWithHistory {
  readonly quote: StockQuote
  /** False where something came too late, which the next answer may have. */
  readonly isWhole: boolean
}

/** With the close of the day before in the shares of today, and the range of 52 weeks: both only improve a quote. */
async function withHistory(parts: SharedParts, { quote, day }: AlpacaQuote): Promise<QuoteWithHistory> {
  const { symbol, sessionDate, price } = quote
  const from = addDays(sessionDate, -DAYS_OF_52_WEEKS)
  const history = barsUpTo(parts, symbol, sessionDate, { from }, day ? [day] : [])
  const { value: found, warnings } = await sideData<Awaited<typeof history> | null>(
    history.then((value) => ({ value, stale: null })),
    { instead: null, without: WITHOUT_YEAR, patience: parts.shortPatience },
  )
  if (!found) return { quote: { ...quote, warnings: [...quote.warnings, ...warnings] }, isWhole: false }
  const { value: bars, isWhole } = found
  const before = bars.findLast(({ date }) => date < sessionDate)
  const first = bars[0]
  const reaches = first !== undefined && first.date <= addDays(from, MISSING_DAYS)
  const yesterday = before?.date === previousTradingDay(sessionDate) ? before.close : quote.previousClose
  return {
    quote: {
      ...quote,
      previousClose: yesterday,
      week52High: reaches ? Math.max(price, ...bars.map(({ high }) => high)) : Number.NaN,
      week52Low: reaches ? Math.min(price, ...bars.map(({ low }) => low)) : Number.NaN,
      warnings: [...quote.warnings, ...(reaches ? [] : [SHORT_HISTORY]), ...found.warnings],
    },
    isWhole,
  }
}
