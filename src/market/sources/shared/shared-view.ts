import { type TapePrints, tapeUpTo } from '../../domain/options/option-tape.ts'
import type { SessionTrades } from '../../domain/stocks/stock-trades.ts'
import type { BarRange, CalendarQuery, MarketView, OptionTape } from '../../ports/market-source.ts'
import type { KnownSymbols } from '../known-symbols.ts'
import { midsOfChain } from '../mids-of-chain.ts'
import { momentAt } from '../stored-past.ts'
import { currentAsking } from '../urgency.ts'
import type { withWarning } from '../with-warning.ts'
import { type LiveQuestion, textOf, thriftOf } from './live-question.ts'
import type { Got, SharedAnswers } from './shared-answers.ts'
import type { SharedTapes } from './shared-tapes.ts'

/** A tape as an answer. */
export interface AnsweredTape {
  readonly asOfMs: number
  readonly sessionDate: string
  /** Rows that are stored; all that the source has had when it was asked. */
  readonly count: number
  /** Null where the tape is read from the store. */
  readonly prints: TapePrints | null
  readonly warnings: readonly string[]
}

/** Off-exchange trades as an answer, without the moment, which would make each answer another one. */
export interface AnsweredTrades {
  readonly sessions: readonly SessionTrades[]
  readonly warnings: readonly string[]
}

export interface SharedViewParts {
  readonly name: MarketView['source']
  readonly answers: SharedAnswers
  readonly tapes: SharedTapes
  readonly nowMs: () => number
  readonly known: KnownSymbols
  readonly warned: ReturnType<typeof withWarning<Warned>>
}

export interface PastOfView {
  readonly date: string
  /** The market at the end of that session as far as it is stored, which is where each live source has its chain from. */
  readonly stored: MarketView
}

export interface Warned {
  readonly warnings: readonly string[]
}

/** The present, or the end of a past session. */
export function sharedView(parts: SharedViewParts, past: PastOfView | undefined): MarketView {
  const { name, known, nowMs } = parts
  const date = past?.date ?? null
  const moment = () => momentAt(nowMs(), past?.date)
  const asking = askerOf(parts)
  const chain: MarketView['chain'] = async (symbol) => {
    known.require(symbol)
    return past ? await past.stored.chain(symbol) : await asking.warned({ method: 'chain', date, symbol })
  }
  const check = ({ symbol }: Pick<CalendarQuery, 'symbol'>) => symbol !== undefined && known.require(symbol)
  return {
    source: name,
    get notice() {
      return asking.notice()
    },
    date: past?.date,
    chain,
    async quote(symbol) {
      known.require(symbol)
      return await asking.warned({ method: 'quote', date, symbol })
    },
    async dailyBars(symbol, range: BarRange) {
      known.require(symbol)
      return await asking.plain({ method: 'dailyBars', date, symbol, range })
    },
    async metricHistory(symbol, metric, range) {
      known.require(symbol)
      return await asking.warned({ method: 'metricHistory', date, symbol, metric, range })
    },
    async offExchangeTrades(symbol, days) {
      known.require(symbol)
      const thrift = thriftOf(currentAsking().urgency)
      const question = { method: 'offExchangeTrades', date, symbol, days, thrift } as const
      const { value, checkedMs } = await asking.got<AnsweredTrades>(question)
      return { ...momentAt(past ? nowMs() : checkedMs, past?.date), ...value }
    },
    optionPrints: (symbol) => tapeOf(parts, past, symbol),
    contractMids: async (symbol, instants) => {
      const { asOfMs } = moment()
      return midsOfChain(await chain(symbol), instants, asOfMs)
    },
    moment: async () => moment(),
    async earnings(query) {
      check(query)
      return await asking.warned({ method: 'earnings', date, query: calendarQuery(query) })
    },
    async events(query) {
      check(query)
      return await asking.warned({ method: 'events', date, query: calendarQuery(query) })
    },
    async news(query) {
      check(query)
      return await asking.warned({ method: 'news', date, query })
    },
  }
}

/** Asks, and gathers what is to be known of the answers of this view. */
function askerOf({ answers, warned }: SharedViewParts) {
  const notices = new Set<string>()
  const got = async <Value extends Warned>(question: LiveQuestion): Promise<Got<Value>> => {
    const answer = await answers.get<Value>(question)
    if (answer.notice !== null) notices.add(answer.notice)
    return { ...answer, value: warned(textOf(question), answer.value, answer.stale) as Value }
  }
  return {
    notice: () => (notices.size > 0 ? [...notices].join(' ') : undefined),
    got,
    warned: async <Value extends Warned>(question: LiveQuestion): Promise<Value> => (await got<Value>(question)).value,
    /** Of values without warnings of their own. */
    async plain<Value>(question: LiveQuestion): Promise<Value> {
      const { value, notice, stale } = await answers.get<Value>(question)
      for (const each of [notice, stale]) if (each !== null) notices.add(each)
      return value
    },
  }
}

/** The stored tape, of which the process that asks the vendor says what it lacks. */
async function tapeOf(parts: SharedViewParts, past: PastOfView | undefined, symbol: string): Promise<OptionTape> {
  const { answers, known, nowMs, tapes, warned } = parts
  known.require(symbol)
  const thrift = thriftOf(currentAsking().urgency)
  const question = { method: 'optionPrints', date: past?.date ?? null, symbol, thrift } as const
  const answer = await answers.ofTape<AnsweredTape>(question)
  const { sessionDate, count, prints, warnings, ...value } = warned(
    textOf(question),
    answer.value,
    answer.stale,
  ) as AnsweredTape
  const asOfMs = past ? value.asOfMs : nowMs()
  if (prints) return { asOfMs, sessionDate, tape: prints.executedAtMs, prints: tapeUpTo(prints, asOfMs), warnings }
  const stored = await tapes.read(symbol, sessionDate, count)
  return { asOfMs, sessionDate, tape: stored.tape, prints: tapeUpTo(stored.prints, asOfMs), warnings }
}

function calendarQuery({ kinds, ...query }: CalendarQuery) {
  return { ...query, ...(kinds && { kinds: [...kinds] }) }
}
