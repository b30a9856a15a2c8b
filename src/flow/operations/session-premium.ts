import { isSelected } from '../../analytics/domain/chain/expiration-filter.ts'
import type { SessionPremium, SymbolSession } from '../../analytics/ports/session-premium.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import { inUsd, netPremium, sumFlow } from '../domain/sums/flow-sums.ts'
import type { FlowContext } from './context.ts'
import type { FlowSessions, SessionFlow } from './flow-sessions.ts'

export function sessionPremium(sessions: FlowSessions, parts: Pick<FlowContext, 'store' | 'market'>): SessionPremium {
  return {
    async bySide(view, session, filter) {
      const flow = await flowOfSession(sessions, view, session)
      if (!flow) return undefined
      const sums = sumFlow(flow.rows.filter((row) => isSelected(row, filter)))
      return { premium: { call: sums.callPremium, put: sums.putPremium }, volume: sums.callVolume + sums.putVolume }
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

/** Undefined without a tape of exactly that session. */
export async function flowOfSession(
  sessions: FlowSessions,
  view: MarketView,
  { symbol, sessionDate }: SymbolSession,
): Promise<SessionFlow | undefined> {
  const flow = await nullIfNotFound(sessions.flow(view, symbol))
  return flow && flow.sessionDate === sessionDate && flow.prints > 0 ? flow : undefined
}
