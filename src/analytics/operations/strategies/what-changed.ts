import { z } from 'zod'
import { WindowDate } from '../../../catalogue/window-date.ts'
import { invalid } from '../../../lib/errors.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { TradingDate } from '../../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { tradingDayBefore } from '../../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import { ChainChange } from '../../contract/chain-change.ts'
import { defineOperation } from '../context.ts'

const MAX_EVENTS = 10
/** A chain and the split-adjusted close of its session that differ by more have a split between them. */
const SPLIT_GAP = 0.15

export const whatChangedOperation = defineOperation({
  name: 'what_changed',
  title: 'What changed',
  description:
    'What moved in one symbol since the end of an earlier session and why: price, IV, skew, term, walls, open interest by strike, and net GEX split into price, volatility, time, open interest and expiration.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/changes', errors: ['not_found'] },
  input: z.object({
    symbol: UnderlyingSymbol,
    since: WindowDate.optional().describe('The earlier session, YYYY-MM-DD; by default the one before.'),
    date: TradingDate.optional(),
  }),
  output: enveloped(ChainChange.extend({ since: z.iso.datetime().describe('The instant of the earlier chain, UTC.') })),
  example: { symbol: 'SPY' },
  concise: {
    view: '10 strikes.',
    narrow: 'give a later since',
    table: { list: 'strikes', columns: ['strike', 'net_gex_change', 'open_interest_change'], maxRows: 10 },
  },
  foreignTexts: ['title'],
  async run({ symbol, since, date }, { viewAt, analysisOf, sessionPremium }) {
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    const earlier = since ?? tradingDayBefore(chain.sessionDate, 1)
    if (earlier >= chain.sessionDate) {
      throw invalid([{ path: 'since', message: `must be before ${chain.sessionDate}, the session of the later chain` }])
    }
    const before = await (await viewAt(earlier)).chain(symbol)
    await refuseSplit(view, before)
    const analysis = analysisOf(chain)
    const answer = await analysis.changeSince(analysisOf(before))
    const flow = await sessionPremium.bySentiment(view, chain)
    const events = await eventsBetween(view, before, chain)
    const warnings = [...(await analysis.valued()).warnings, ...events.warnings]
    return {
      symbol,
      ...envelope(view, { ...chain, warnings }),
      since: new Date(before.asOfMs).toISOString(),
      ...answer,
      flow: { net_premium: orNull(flow?.netPremium ?? Number.NaN) },
      events: events.rows,
    }
  },
})

/** Strikes and prices of both sides of a split cannot be compared. Bars are adjusted for splits, chains never. */
async function refuseSplit(view: MarketView, { symbol, sessionDate, underlyingPrice }: OptionChain): Promise<void> {
  const bars = await nullIfNotFound(view.dailyBars(symbol, { from: sessionDate, to: sessionDate }))
  const gap = (bars?.[0]?.close ?? Number.NaN) / underlyingPrice - 1
  if (!(Math.abs(gap) > SPLIT_GAP)) return
  throw invalid([{ path: 'since', message: 'must be after the last split, which changed prices and strikes' }])
}

async function eventsBetween(view: MarketView, before: OptionChain, after: OptionChain) {
  const { data, warnings } = await view.events({
    symbol: after.symbol,
    from: before.sessionDate,
    to: after.sessionDate,
  })
  const [start, end] = [before, after].map(({ asOfMs }) => new Date(asOfMs).toISOString())
  const rows = data
    .filter(({ scheduledAt }) => scheduledAt > (start ?? '') && scheduledAt <= (end ?? ''))
    .sort((a, b) => (a.scheduledAt < b.scheduledAt ? -1 : 1))
    .slice(0, MAX_EVENTS)
    .map(({ scheduledAt, kind, title }) => ({ scheduled_at: scheduledAt, kind, title }))
  return { rows, warnings }
}
