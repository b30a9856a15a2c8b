import { chains } from './chains.ts'
import { corporateActions } from './corporate-actions.ts'
import { dailyBars } from './daily-bars.ts'
import { dailyMetrics } from './daily-metrics.ts'
import { imports } from './imports.ts'
import { interestRates } from './interest-rates.ts'
import { liveExchange } from './live-exchange.ts'
import { marketCalendar } from './market-calendar.ts'
import { marketSessions } from './market-sessions.ts'
import { news } from './news.ts'

export const marketRepositories = {
  chains,
  corporateActions,
  dailyBars,
  dailyMetrics,
  imports,
  interestRates,
  liveExchange,
  marketCalendar,
  marketSessions,
  news,
}
