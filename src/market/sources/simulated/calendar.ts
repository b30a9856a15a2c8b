import type { MarketView } from '../../ports/market-source.ts'
import { earningsReports } from './stock/reports.ts'
import type { SymbolPath } from './stock/symbol-path.ts'
import type { Moment, World } from './world.ts'

const NO_NEWS = 'The simulated market has no news.'
const NO_EVENTS = 'The simulated market has no macro events, rate decisions, dated dividends or splits.'

type Calendar = Pick<MarketView, 'moment' | 'earnings' | 'events' | 'news'>

/** Calendar as known at a moment. `pathOf` rejects unknown symbols. */
export function simulatedCalendar(
  world: World,
  universe: readonly string[],
  pathOf: (symbol: string) => SymbolPath,
): (moment: Moment) => Calendar {
  const nothing = (symbol: string | undefined, warning: string) => {
    if (symbol !== undefined) pathOf(symbol)
    return { data: [], warnings: [warning] }
  }
  return (moment) => ({
    moment: async () => moment,
    events: async ({ symbol }) => nothing(symbol, NO_EVENTS),
    news: async ({ symbol }) => nothing(symbol, NO_NEWS),
    earnings: async ({ symbol, from, to }) => {
      const profiles = (symbol === undefined ? universe : [symbol]).map((each) => pathOf(each).profile)
      const reports = profiles.some(({ kind }) => kind === 'stock')
      return {
        data: profiles.flatMap((profile) => earningsReports(world, profile, moment.asOfMs, { from, to })),
        warnings: symbol === undefined || reports ? [] : [`${symbol} is a fund or an index: it reports no earnings.`],
      }
    },
  })
}
