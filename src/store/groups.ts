import { chains } from './chains.ts'
import { corporateActions } from './corporate-actions.ts'
import { dailyBars } from './daily-bars.ts'
import type { Connection } from './engine.ts'
import { imports } from './imports.ts'
import { marketCalendar } from './market-calendar.ts'
import { marketSessions } from './market-sessions.ts'
import { news } from './news.ts'

/** The table groups, each a function of a connection, so that the same code serves the store and a transaction. */
export function groupsOf(connection: Connection) {
  return {
    chains: chains(connection),
    corporateActions: corporateActions(connection),
    dailyBars: dailyBars(connection),
    imports: imports(connection),
    marketCalendar: marketCalendar(connection),
    marketSessions: marketSessions(connection),
    news: news(connection),
  }
}

export type Groups = ReturnType<typeof groupsOf>
