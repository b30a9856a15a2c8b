import { sessionOn } from '../market/domain/calendar/trading-calendar.ts'

/**
 * `past`: a past date was selected. `replay`: a demonstration shows a session that is over as if it were the present.
 * `unknown`: the service cannot be reached, so the last answer may be old.
 */
export type MarketState = 'open' | 'closed' | 'past' | 'replay' | 'unknown'

export interface Dated {
  /** Instant that the data describe, and the New York date of their session. */
  readonly as_of: string
  readonly session_date: string
  readonly is_replay?: boolean | undefined
}

/**
 * Whether the regular session of an answer is under way. The answer decides, not the clock of the browser: a source
 * reports the close as the instant of its data until the next session opens, on weekends and holidays too.
 */
export function marketState(
  { as_of: asOf, session_date: sessionDate, is_replay: isReplay }: Dated,
  { isPast, isUp }: { readonly isPast: boolean; readonly isUp: boolean },
): MarketState {
  if (isPast) return 'past'
  if (!isUp) return 'unknown'
  if (isReplay) return 'replay'
  const session = sessionOn(sessionDate)
  const atMs = Date.parse(asOf)
  return session && session.openMs <= atMs && atMs < session.closeMs ? 'open' : 'closed'
}
