/** What other answers take from the tape of a session; null where there is no tape of that session. */
import type { OverviewFlow } from '../../domain/analytics/market-overview.ts'
import { type ExpirationFilter, isSelected } from '../../domain/analytics/row-selection.ts'
import { strongestAccumulation } from '../../domain/flow/accumulation.ts'
import { netPremium, sumFlow } from '../../domain/flow/flow-sums.ts'
import type { IdeaAnalytics } from '../../domain/trade-ideas/pipelines/idea-analytics.ts'
import type { MarketView } from '../../ports/market-source.ts'
import { ifKnown } from '../analytics/if-known.ts'
import { type FlowParts, type SessionFlow, sessionFlow } from './session-flow.ts'

interface Taped {
  readonly symbol: string
  readonly sessionDate: string
}

/** Premium of the prints of the expirations that pass, USD. */
export async function printPremium(parts: FlowParts, view: MarketView, taped: Taped, filter: ExpirationFilter) {
  const flow = await flowOf(parts, view, taped)
  if (!flow) return undefined
  const { callPremium, putPremium } = sumFlow(flow.rows.filter((row) => isSelected(row, filter)))
  return { call: callPremium, put: putPremium }
}

export async function overviewFlow(parts: FlowParts, view: MarketView, taped: Taped): Promise<OverviewFlow | null> {
  const flow = await flowOf(parts, view, taped)
  if (!flow) return null
  const sums = sumFlow(flow.rows)
  const { bullishPremium, bearishPremium, neutralPremium } = sums
  return { bullishPremium, bearishPremium, neutralPremium, netPremium: netPremium(sums) }
}

/** What a trade idea is made of. */
export async function ideaFlow(
  parts: FlowParts,
  view: MarketView,
  taped: Taped,
): Promise<Pick<IdeaAnalytics, 'flow' | 'accumulation'>> {
  const flow = await flowOf(parts, view, taped)
  if (!flow) return { flow: null, accumulation: null }
  const { bullishPremium, bearishPremium } = sumFlow(flow.rows)
  return { flow: { bullishPremium, bearishPremium }, accumulation: strongestAccumulation(flow.rows) }
}

async function flowOf(
  parts: FlowParts,
  view: MarketView,
  { symbol, sessionDate }: Taped,
): Promise<SessionFlow | undefined> {
  const flow = await ifKnown(sessionFlow(parts, view, symbol))
  return flow && flow.sessionDate === sessionDate && flow.prints > 0 ? flow : undefined
}
