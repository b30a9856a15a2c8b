import type { ExpirationCarry } from '../../analytics/domain/valuation/chain-carry.ts'
import type { AnalysisOf } from '../../analytics/operations/chain-analyses.ts'
import { addDays, daysBetween } from '../../lib/time/civil-date.ts'
import { previousTradingDay } from '../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { TapePrints } from '../../market/domain/options/option-tape.ts'
import type { MarketContext } from '../../market/operations/context.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { SymbolCalendar } from '../domain/score/rarity-features.ts'
import { contractFacts } from '../domain/tape/contract-facts.ts'
import type { FlowContext } from '../domain/tape/flow-reader.ts'
import { FlowSession } from '../domain/tape/flow-session.ts'

export interface SessionParts extends Pick<MarketContext, 'viewAt'> {
  readonly analysisOf: AnalysisOf
}

/** Later reports do not affect scores. */
const EARNINGS_DAYS = 10

/**
 * An empty session with the contracts of its chain, rates and yields of the previous close, and the calendar as known then,
 * so that a print gets the same figures during its session and years later.
 */
export async function createSession(parts: SessionParts, view: MarketView, prints: TapePrints): Promise<FlowSession> {
  return new FlowSession(await flowContext(parts, view, prints))
}

/** What a reader of such a session needs. @internal For the training, which reads what rows do not keep. */
export async function flowContext(
  { viewAt, analysisOf }: SessionParts,
  view: MarketView,
  { symbol, sessionDate }: TapePrints,
): Promise<FlowContext> {
  // Empty for a chain whose quotes imply no carry.
  const carryOf = async (chain: OptionChain | null): Promise<readonly ExpirationCarry[]> =>
    chain ? analysisOf(chain).carry() : []
  const dateBefore = previousTradingDay(sessionDate)
  const before = await nullIfNotFound(viewAt(dateBefore))
  const own = await ownChain(viewAt, view, symbol, sessionDate)
  const chainBefore = await chainOf(before, symbol, dateBefore)
  const earlier = await carryOf(chainBefore)
  // Needed once for each session: kept, those of all symbols would fill the memory of analyses.
  if (chainBefore) analysisOf.forget?.(chainBefore)
  const carrying = earlier.length > 0 ? earlier : await carryOf(own)
  return {
    symbol,
    sessionDate,
    facts: contractFacts({ symbol, listed: own, carrying }),
    calendar: await calendarOf(before ?? view, symbol, sessionDate),
  }
}

/** The same for sums of premium and volume alone, which need no earlier chain. */
export async function createUnscoredSession(
  { viewAt }: Pick<SessionParts, 'viewAt'>,
  view: MarketView,
  { symbol, sessionDate }: TapePrints,
): Promise<FlowSession> {
  const listed = await ownChain(viewAt, view, symbol, sessionDate)
  const facts = contractFacts({ symbol, listed, carrying: [] })
  return new FlowSession({ symbol, sessionDate, facts, withoutScores: true })
}

/** The latest tape can be of an earlier session than the latest chain. */
async function ownChain(
  viewAt: SessionParts['viewAt'],
  view: MarketView,
  symbol: string,
  sessionDate: string,
): Promise<OptionChain | null> {
  return (
    (await chainOf(view, symbol, sessionDate)) ??
    (await chainOf(await nullIfNotFound(viewAt(sessionDate)), symbol, sessionDate))
  )
}

/** The chain of exactly that session, null without one. */
async function chainOf(view: MarketView | null, symbol: string, sessionDate: string): Promise<OptionChain | null> {
  const chain = view && (await nullIfNotFound(view.chain(symbol)))
  return chain?.sessionDate === sessionDate ? chain : null
}

async function calendarOf(view: MarketView, symbol: string, sessionDate: string): Promise<SymbolCalendar> {
  const reports = await nullIfNotFound(
    view.earnings({ symbol, from: sessionDate, to: addDays(sessionDate, EARNINGS_DAYS) }),
  )
  const kinds = ['macro', 'fed'] as const
  const events = await nullIfNotFound(view.events({ from: sessionDate, to: sessionDate, kinds }))
  const days = reports?.data.map(({ reportDate }) => daysBetween(sessionDate, reportDate)) ?? []
  return {
    daysToEarnings: days.length > 0 ? Math.min(...days) : Number.NaN,
    eventsMs: (events?.data ?? [])
      .filter(({ kind }) => kinds.some((each) => each === kind))
      .map(({ scheduledAt }) => Date.parse(scheduledAt)),
  }
}
