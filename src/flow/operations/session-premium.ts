import { isSelected } from '../../analytics/domain/chain/expiration-filter.ts'
import type {
  PremiumBetween,
  PrintWindow,
  SessionPremium,
  SymbolSession,
} from '../../analytics/ports/session-premium.ts'
import { newYorkDate } from '../../market/domain/calendar/new-york-time.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { flowMatcher } from '../domain/flow-filter.ts'
import { comparePlaces, flowPlace } from '../domain/flow-order.ts'
import type { FlowRow } from '../domain/flow-row.ts'
import { inUsd, netPremium, sumFlow } from '../domain/sums/flow-sums.ts'
import type { FlowContext } from './context.ts'
import type { FlowSessions, SessionContracts, SessionFlow } from './flow-sessions.ts'
import { earliestDate, sessionsOfFlow } from './market-flow.ts'

type PremiumParts = Pick<FlowContext, 'store' | 'market' | 'viewAt'>

export function sessionPremium(sessions: FlowSessions, parts: PremiumParts): SessionPremium {
  return {
    between: (view, symbol, window, maxRows) =>
      nullIfNotFound(premiumBetween(sessions, parts, view, { symbol, maxRows, ...window })),
    async bySide(view, session, filter) {
      return await contractsOfSession(sessions, view, session, ({ contracts }) =>
        contracts.bySide((contract) => isSelected(contract, filter)),
      )
    },
    async netOfSessions({ source }, symbol, range) {
      if (!parts.market.capabilities.keepsTape) return null
      const days = await parts.store.flowTotals.daysOf(symbol, range)
      return days
        .filter((day) => day.isWhole && day.source === source)
        .map(({ sessionDate, sums }) => ({ date: sessionDate, value: netPremium(inUsd(sums)) }))
    },
    async countOfScore(view, session, minScore) {
      const flow = await flowOfSession(sessions, view, session)
      return flow ? flow.rows.filter(({ unusualScore }) => unusualScore >= minScore).length : null
    },
    async bySentiment(view, { symbol, sessionDate }) {
      const found = await nullIfNotFound(sessions.sums(view, symbol))
      if (found?.sessionDate !== sessionDate || found.prints === 0) return null
      const { sums } = found
      const { bullishPremium, bearishPremium, neutralPremium } = sums
      return { bullishPremium, bearishPremium, neutralPremium, netPremium: netPremium(sums) }
    },
  }
}

interface PremiumQuery extends PrintWindow {
  readonly symbol: string
  readonly maxRows: number
}

async function premiumBetween(
  flowSessions: FlowSessions,
  { viewAt }: PremiumParts,
  view: MarketView,
  { symbol, maxRows, sinceMs, untilMs }: PremiumQuery,
): Promise<PremiumBetween | null> {
  const since = newYorkDate(sinceMs)
  const { flows, dated } = await sessionsOfFlow({ viewAt, flowSessions }, view, symbol, (to) => {
    const earliest = earliestDate(to)
    return { from: since < earliest ? earliest : since, to }
  })
  if (flows.every(({ prints }) => prints === 0)) return null
  const isWithin = flowMatcher({ sinceMs, untilMs }) ?? (() => true)
  const rows = flows.flatMap((flow) => flow.rows.filter(isWithin))
  const [first] = flows.map(({ sessionDate }) => sessionDate).sort()
  const isCut = first !== undefined && since < earliestDate(dated.sessionDate)
  return {
    netPremium: netPremium(sumFlow(rows.filter(({ sessionDate }) => sessionDate === dated.sessionDate))),
    largest: largestPremiums(rows, maxRows),
    warnings: [...dated.warnings, ...(isCut ? [`flow.largest begins with the session of ${first}.`] : [])],
  }
}

/** The largest first; rows without a known premium are left out. */
function largestPremiums(rows: readonly FlowRow[], maxRows: number): PremiumBetween['largest'] {
  return rows
    .filter(({ premium }) => !Number.isNaN(premium))
    .map((row) => ({ row, place: flowPlace(row, 'premium') }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .slice(0, maxRows)
    .map(({ row }) => ({
      executed_at: new Date(row.executedAtMs).toISOString(),
      option_symbol: row.optionSymbol,
      size: row.size,
      premium: row.premium,
      sentiment: row.sentiment,
    }))
}

/** Undefined without a tape of exactly that session. */
export async function contractsOfSession<T>(
  sessions: FlowSessions,
  view: MarketView,
  { symbol, sessionDate }: SymbolSession,
  read: (session: SessionContracts) => T,
): Promise<T | undefined> {
  const found = await nullIfNotFound(
    sessions.byContract(view, symbol, (session) => ({ ...session, value: read(session) })),
  )
  return found && found.sessionDate === sessionDate && found.prints > 0 ? found.value : undefined
}

async function flowOfSession(
  sessions: FlowSessions,
  view: MarketView,
  { symbol, sessionDate }: SymbolSession,
): Promise<SessionFlow | undefined> {
  const flow = await nullIfNotFound(sessions.flow(view, symbol))
  return flow && flow.sessionDate === sessionDate && flow.prints > 0 ? flow : undefined
}
