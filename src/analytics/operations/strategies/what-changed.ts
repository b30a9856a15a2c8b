import { z } from 'zod'
import { invalid } from '../../../lib/errors.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import { nextTradingDay } from '../../../market/domain/calendar/trading-calendar.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../../market/operations/analytics.ts'
import { DateOrInstant } from '../../../market/operations/date-or-instant.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../../market/operations/null-if-not-found.ts'
import { ChainChange } from '../../contract/chain-change.ts'
import { type InstantExposures, minuteChange } from '../../domain/exposures/minute-change.ts'
import type { PrintWindow } from '../../ports/session-premium.ts'
import { type AnalyticsContext, defineOperation } from '../context.ts'
import { type ChangeEnd, changeEnds } from '../exposures/change-ends.ts'

const MAX_EVENTS = 10
const MAX_PRINTS = 5
/** A chain and the split-adjusted close of its session that differ by more have a split between them. */
const SPLIT_GAP = 0.15
const NO_CHAIN =
  'Kept minutes hold no chain: the parts of net GEX and of IV, open interest, and at their end skew, term slope and max pain are null; strikes are those within 8 % of the price.'

export const whatChangedOperation = defineOperation({
  name: 'what_changed',
  title: 'What changed',
  description:
    'What moved in one symbol between two instants and why: price, IV, skew, term, walls, open interest by strike, largest trades, net GEX by price, IV, time, open interest, expiration.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/changes', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    since: DateOrInstant.optional().describe('Date (last chain) or instant (kept minute); else the session before.'),
    until: DateOrInstant.optional().describe('Likewise; else now.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(ChainChange.extend({ since: z.iso.datetime().describe('The earlier instant, UTC.') })),
  example: { symbol: 'SPY' },
  concise: {
    view: '10 strikes.',
    narrow: 'give a later since',
    table: { list: 'strikes', columns: ['strike', 'net_gex_change', 'open_interest_change'], maxRows: 10 },
  },
  foreignTexts: ['title'],
  async run({ symbol, ...query }, context) {
    const { earlier, later } = await changeEnds(context, { symbol, ...query })
    await refuseSplit(context, symbol, earlier, later)
    const figures = await figuresBetween(context, earlier, later)
    const flow = await context.sessionPremium.between(later.view, symbol, flowWindow(earlier, later), MAX_PRINTS)
    const events = await eventsBetween(symbol, earlier, later)
    const warnings = [...figures.warnings, ...(flow?.warnings ?? []), ...events.warnings]
    return {
      symbol,
      ...envelope(later.view, { ...later, warnings }),
      since: new Date(earlier.asOfMs).toISOString(),
      ...figures.answer,
      flow: { net_premium: orNull(flow?.netPremium ?? Number.NaN), largest: [...(flow?.largest ?? [])] },
      events: events.rows,
    }
  },
})

/** The last chain of a session stands after its prints. */
function flowWindow(earlier: ChangeEnd, later: ChangeEnd): PrintWindow {
  return {
    sinceMs: 'chain' in earlier ? newYorkInstant(nextTradingDay(earlier.sessionDate), 0) : earlier.asOfMs,
    ...('chain' in later ? {} : { untilMs: later.asOfMs }),
  }
}

async function figuresBetween({ analysisOf }: Pick<AnalyticsContext, 'analysisOf'>, from: ChangeEnd, to: ChangeEnd) {
  if ('chain' in from && 'chain' in to) {
    const analysis = analysisOf(to.chain)
    const answer = await analysis.changeSince(analysisOf(from.chain))
    return { answer, warnings: (await analysis.valued()).warnings }
  }
  const exposuresOf = async (end: ChangeEnd): Promise<InstantExposures> => {
    if (!('chain' in end)) return end.minute
    const analysis = analysisOf(end.chain)
    return { valued: await analysis.valued(), gamma: await analysis.gamma({}) }
  }
  const [before, after] = [await exposuresOf(from), await exposuresOf(to)]
  const warnings = 'valued' in after ? after.valued.warnings : []
  return { answer: minuteChange(before, after), warnings: [NO_CHAIN, ...warnings] }
}

/** Strikes and prices of both sides of a split cannot be compared. Bars are adjusted for splits, chains never. */
async function refuseSplit(
  { viewAt }: Pick<AnalyticsContext, 'viewAt'>,
  symbol: string,
  earlier: ChangeEnd,
  { view, sessionDate: last }: ChangeEnd,
): Promise<void> {
  const { sessionDate } = earlier
  if (sessionDate === last) return
  const chain = 'chain' in earlier ? earlier.chain : await nullIfNotFound((await viewAt(sessionDate)).chain(symbol))
  const bars = await nullIfNotFound(view.dailyBars(symbol, { from: sessionDate, to: sessionDate }))
  const gap = (bars?.[0]?.close ?? Number.NaN) / (chain?.underlyingPrice ?? Number.NaN) - 1
  if (!(Math.abs(gap) > SPLIT_GAP)) return
  throw invalid([{ path: 'since', message: 'must be after the last split, which changed prices and strikes' }])
}

async function eventsBetween(symbol: string, before: ChangeEnd, after: ChangeEnd) {
  const { data, warnings } = await after.view.events({ symbol, from: before.sessionDate, to: after.sessionDate })
  const [start, end] = [before, after].map(({ asOfMs }) => new Date(asOfMs).toISOString())
  const rows = data
    .filter(({ scheduledAt }) => scheduledAt > (start ?? '') && scheduledAt <= (end ?? ''))
    .sort((a, b) => (a.scheduledAt < b.scheduledAt ? -1 : 1))
    .slice(0, MAX_EVENTS)
    .map(({ scheduledAt, kind, title }) => ({ scheduled_at: scheduledAt, kind, title }))
  return { rows, warnings }
}
