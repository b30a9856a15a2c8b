/** The tapes of some symbols over recent sessions, for tests of what would have notified. */

import type { SessionFlow } from '../../flow/operations/flow-sessions.ts'
import { sessionsOfFlow } from '../../flow/operations/market-flow.ts'
import { previousTradingDay } from '../../market/domain/calendar/trading-calendar.ts'
import type { DateWindow } from '../../market/operations/date-window.ts'
import type { Dated } from '../../market/operations/envelope.ts'
import { SymbolFailures } from '../../market/operations/symbol-failures.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { AlertContext } from './context.ts'

/** Tapes that one request may read, one per session and symbol. */
export const MAX_TAPES = 20

export interface Tapes {
  readonly dated: Dated
  readonly flows: readonly SessionFlow[]
}

/** A symbol without a tape has none; one whose source fails is named in a warning. */
export async function tapesOfSymbols(
  context: AlertContext,
  view: MarketView,
  symbols: readonly string[],
  windowOf: (sessionDate: string) => DateWindow,
): Promise<Tapes> {
  const { asOfMs, sessionDate } = await view.moment()
  const flows: SessionFlow[] = []
  const warnings = new Set<string>()
  const failures = new SymbolFailures()
  for (const symbol of symbols) {
    const found = await failures.nullIfLacking(symbol, sessionsOfFlow(context, view, symbol, windowOf))
    if (!found) continue
    flows.push(...found.flows)
    for (const warning of found.dated.warnings) warnings.add(warning)
  }
  return { dated: { asOfMs, sessionDate, warnings: [...warnings, ...failures.warnings] }, flows }
}

/** The first of `sessions` sessions that end with this one. */
export function sessionsBack(sessionDate: string, sessions: number): string {
  let date = sessionDate
  for (let back = 1; back < sessions; back++) date = previousTradingDay(date)
  return date
}
