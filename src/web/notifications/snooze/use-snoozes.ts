import { useEffect } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { nowMs } from '../../browser.ts'
import type { AnswerOf } from '../../client.ts'
import { useBell, useFeedChanges } from '../feed/provider.tsx'

/** The ends of a snooze that begins now move on with the clock. */
const RENEW_MS = 60_000
/** An end is asked about a little later, so that the service has reached it. */
const AFTER_END_MS = 500

export interface Snoozes {
  /** Until when a rule is snoozed; null where it is not, or while that is unknown. */
  until(alertId: string): string | null
  /** When a snooze that begins now would end; null while unknown. */
  readonly ends: AnswerOf<'snoozed_alerts'>['ends'] | null
  reload(): void
}

/** Which rules are snoozed, as the service has it; other tabs and devices are followed through the feed. */
export function useSnoozes(): Snoozes {
  const { isAllowed } = useBell()
  const { answer, reload } = useAnswer('snoozed_alerts', isAllowed ? {} : null, { everyMs: RENEW_MS })
  useFeedChanges(({ type }) => {
    if (type === 'rules' || type === 'reset') reload()
  })
  const next = answer?.data[0]?.snoozed_until
  useEffect(() => {
    if (next === undefined) return undefined
    const leftMs = Date.parse(next) - nowMs() + AFTER_END_MS
    if (leftMs < 0 || leftMs > RENEW_MS) return undefined
    const timer = setTimeout(reload, leftMs)
    return () => clearTimeout(timer)
  }, [next, answer])
  return {
    until: (alertId) => answer?.data.find(({ id }) => id === alertId)?.snoozed_until ?? null,
    ends: answer?.ends ?? null,
    reload,
  }
}
