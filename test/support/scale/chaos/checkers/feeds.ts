import type { StoredFeed } from '../stored.ts'
import { named } from './named.ts'

export interface FeedFacts {
  readonly feeds: readonly StoredFeed[]
  /** The account of the bells. */
  readonly owner: string
  readonly bells: readonly BellFacts[]
}

export interface BellFacts {
  /** Places that came out of order. */
  readonly faults: readonly string[]
  readonly heard: number
  readonly seq: number
}

/** The places of each feed are 1 to n, its unread count is right, and each bell has heard all of its feed in order. */
export function feedFaults({ feeds, owner, bells }: FeedFacts): string[] {
  const head = feeds.find(({ accountId }) => accountId === owner)?.seq ?? 0
  const isWhole = ({ seq, events, first, last }: StoredFeed) =>
    events === seq && (seq === 0 || (first === 1 && last === seq))
  return [
    ...named(
      'feeds with gaps',
      feeds
        .filter((feed) => !isWhole(feed))
        .map(({ accountId, seq, events, first, last }) => `${accountId}: ${events} events ${first}…${last} of ${seq}`),
    ),
    ...named(
      'wrong unread counts',
      feeds
        .filter(({ unread, unreadCount }) => unread !== unreadCount)
        .map(({ accountId, unread, unreadCount }) => `${accountId}: ${unreadCount} for ${unread}`),
    ),
    ...named(
      'places that a bell heard out of order',
      bells.flatMap(({ faults }) => faults),
    ),
    ...named(
      'bells that heard nothing',
      bells.flatMap(({ heard }, index) => (heard === 0 ? [index] : [])),
    ),
    ...named(
      'bells that are not at the end of their feed',
      bells.flatMap(({ seq }, index) => (seq === head ? [] : [`${index} at ${seq} of ${head}`])),
    ),
  ]
}
