import { systemContent } from './contents.ts'
import { eventKeys } from './event-key.ts'
import type { NotificationContent } from './notification.ts'

/** A source that fails now and then is no news; one that has failed for so long is. */
export const OUTAGE_AFTER_MS = 5 * 60_000

/** A stretch of time in which a live source failed: `sinceMs` is its begin, `lastGoodMs` NaN when it never answered. */
export interface Outage {
  readonly source: string
  readonly sinceMs: number
  readonly lastGoodMs: number
}

interface SystemEvent {
  readonly eventKey: string
  readonly content: NotificationContent
}

/**
 * The notification that a source fails: once for each source and day (UTC), so that an unstable source, or a service that
 * restarts meanwhile, notifies once.
 */
export function sourceFails({ source, sinceMs, lastGoodMs }: Outage): SystemEvent {
  const since = new Date(sinceMs).toISOString()
  const last = Number.isNaN(lastGoodMs)
    ? 'There are no data of it yet.'
    : `Answers are made from its last good data, of ${new Date(lastGoodMs).toISOString()}, and say so in their warnings.`
  return {
    eventKey: eventKeys.systemUpdate(`source_fails:${source}:${since.slice(0, 10)}`),
    content: systemContent(
      `Market data of ${source} cannot be had`,
      `The source has failed since ${since}. ${last} It is retried automatically; you are notified when it answers.`,
      false,
    ),
  }
}

/** The notification that the outage of `sourceFails` has ended. */
export function sourceAnswers({ source, sinceMs }: Outage, endedMs: number): SystemEvent {
  const minutes = Math.max(1, Math.round((endedMs - sinceMs) / 60_000))
  return {
    eventKey: eventKeys.systemUpdate(`source_answers:${source}:${new Date(sinceMs).toISOString().slice(0, 10)}`),
    content: systemContent(
      `Market data of ${source} are back`,
      `The source answers again, after ${minutes} minutes.`,
      false,
    ),
  }
}
