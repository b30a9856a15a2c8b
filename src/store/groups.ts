import { accounts } from './accounts.ts'
import { alerts } from './alerts.ts'
import { apiKeys } from './api-keys.ts'
import { chains } from './chains.ts'
import { corporateActions } from './corporate-actions.ts'
import { dailyBars } from './daily-bars.ts'
import { dailyMetrics } from './daily-metrics.ts'
import { deliveries } from './deliveries.ts'
import { endpoints } from './endpoints.ts'
import type { Connection } from './engine.ts'
import { feedEvents } from './feed-events.ts'
import { flowPositions } from './flow-positions.ts'
import { flowRows } from './flow-rows.ts'
import { flowTotals } from './flow-totals.ts'
import { guesses } from './guesses.ts'
import { imports } from './imports.ts'
import { ledger } from './ledger.ts'
import { ledgerClaims } from './ledger-claims.ts'
import { ledgerCounts } from './ledger-counts.ts'
import { ledgerOutcomes } from './ledger-outcomes.ts'
import { mailTokens } from './mail-tokens.ts'
import { marketCalendar } from './market-calendar.ts'
import { marketSessions } from './market-sessions.ts'
import { news } from './news.ts'
import { notificationSettings } from './notification-settings.ts'
import { notifications } from './notifications.ts'
import { outbox } from './outbox.ts'
import { phoneCodes } from './phone-codes.ts'
import { receiverInstances } from './receiver-instances.ts'
import { retention } from './retention.ts'
import { sessions } from './sessions.ts'
import { tapeSegments } from './tape-segments.ts'
import { tradeIdeas } from './trade-ideas.ts'
import { watchlists } from './watchlists.ts'

/** The table groups, each a function of a connection, so that the same code serves the store and a transaction. */
export function groupsOf(connection: Connection) {
  return {
    accounts: accounts(connection),
    apiKeys: apiKeys(connection),
    sessions: sessions(connection),
    mailTokens: mailTokens(connection),
    guesses: guesses(connection),
    chains: chains(connection),
    corporateActions: corporateActions(connection),
    dailyBars: dailyBars(connection),
    dailyMetrics: dailyMetrics(connection),
    imports: imports(connection),
    marketCalendar: marketCalendar(connection),
    marketSessions: marketSessions(connection),
    news: news(connection),
    ledger: ledger(connection),
    ledgerClaims: ledgerClaims(connection),
    ledgerOutcomes: ledgerOutcomes(connection),
    ledgerCounts: ledgerCounts(connection),
    receiverInstances: receiverInstances(connection),
    notifications: notifications(connection),
    feedEvents: feedEvents(connection),
    notificationSettings: notificationSettings(connection),
    watchlists: watchlists(connection),
    flowPositions: flowPositions(connection),
    alerts: alerts(connection),
    endpoints: endpoints(connection),
    phoneCodes: phoneCodes(connection),
    deliveries: deliveries(connection),
    outbox: outbox(connection),
    retention: retention(connection),
    tradeIdeas: tradeIdeas(connection),
    tapeSegments: tapeSegments(connection),
    flowRows: flowRows(connection),
    flowTotals: flowTotals(connection),
  }
}

export type Groups = ReturnType<typeof groupsOf>
