/** What the process that asks the vendor answers to the questions of others. */
import type { MarketSource, MarketView, OptionTape } from '../../ports/market-source.ts'
import type { LiveAnswer } from './answer-codec.ts'
import type { LiveQuestion } from './live-question.ts'
import type { AnsweredTape, AnsweredTrades } from './shared-view.ts'

export interface LiveAnswersParts {
  readonly source: MarketSource
  /** Whether the prints of a session are read from the store. */
  readonly isStored: (sessionDate: string) => boolean
  /** Resolves once so many prints are stored, or after a while. */
  readonly stored: (tape: OptionTape) => Promise<void>
}

type Dated = Exclude<LiveQuestion, { readonly method: 'listings' }>

/** A view of its own for each question: its notice is that of the one answer. */
export async function liveAnswer(parts: LiveAnswersParts, question: LiveQuestion): Promise<LiveAnswer> {
  const { source } = parts
  if (question.method === 'listings') return { kind: 'value', value: await source.listings(), notice: null }
  const view = await source.viewAt(question.date ?? undefined)
  const value = await valueIn(parts, view, question)
  return { kind: 'value', value, notice: view.notice ?? null }
}

function valueIn(parts: LiveAnswersParts, view: MarketView, question: Dated): Promise<unknown> {
  switch (question.method) {
    case 'quote':
      return view.quote(question.symbol)
    case 'chain':
      return view.chain(question.symbol)
    case 'dailyBars':
      return view.dailyBars(question.symbol, withoutUndefined(question.range))
    case 'metricHistory':
      return view.metricHistory(question.symbol, question.metric, question.range)
    case 'offExchangeTrades':
      return tradesOf(view, question)
    case 'optionPrints':
      return tapeOf(parts, view, question.symbol)
    case 'earnings':
      return view.earnings(question.query)
    case 'events':
      return view.events(question.query)
    case 'news':
      return view.news(withoutUndefined(question.query))
  }
}

async function tradesOf(
  view: MarketView,
  { symbol, days }: { readonly symbol: string; readonly days: number },
): Promise<AnsweredTrades> {
  const { sessions, warnings } = await view.offExchangeTrades(symbol, days)
  return { sessions, warnings }
}

async function tapeOf({ isStored, stored }: LiveAnswersParts, view: MarketView, symbol: string): Promise<AnsweredTape> {
  const tape = await view.optionPrints(symbol)
  const { asOfMs, sessionDate, prints, warnings } = tape
  const { count } = prints
  if (!isStored(sessionDate)) return { asOfMs, sessionDate, count, prints, warnings }
  await stored(tape)
  return { asOfMs: view.date === undefined ? 0 : asOfMs, sessionDate, count, prints: null, warnings }
}

/** A field that is absent in a question is undefined to its schema. */
function withoutUndefined<T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>
  }
}
