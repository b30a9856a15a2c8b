import type { Connection } from '../../store/connection.ts'
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
import type { MarketTables } from './tables.ts'

export function marketRepositories(connection: Connection<MarketTables>) {
  return {
    chains: chains(connection),
    corporateActions: corporateActions(connection),
    dailyBars: dailyBars(connection),
    dailyMetrics: dailyMetrics(connection),
    imports: imports(connection),
    interestRates: interestRates(connection),
    liveExchange: liveExchange(connection),
    marketCalendar: marketCalendar(connection),
    marketSessions: marketSessions(connection),
    news: news(connection),
  }
}
