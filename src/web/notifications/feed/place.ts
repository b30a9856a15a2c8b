/** The position of this tab in the feed of its account, so that each message is applied exactly once. */
import type { FeedFrame } from '../../../notifications/domain/feed-frame.ts'

export interface Place {
  /** Sequence number of the last applied message; null before the first. */
  readonly seq: number | null
  /** The end of the feed when the socket opened: messages up to it were missed. */
  readonly headSeq: number
  /** Missing messages were requested and have not arrived yet. */
  readonly isResuming: boolean
}

export const NOWHERE: Place = { seq: null, headSeq: 0, isResuming: false }

/**
 * How to handle a message: `apply` it, `refetch` everything because missed events are unknown, `resume` after the last
 * position because messages are missing, or `skip` it because it was applied before.
 */
export type FeedAction = 'apply' | 'refetch' | 'resume' | 'skip'

export function stepTo(place: Place, frame: FeedFrame): { readonly place: Place; readonly action: FeedAction } {
  const { seq } = place
  if (frame.type === 'reset')
    return { place: { seq: frame.seq, headSeq: frame.seq, isResuming: false }, action: 'refetch' }
  if (frame.type === 'ready') {
    const next = { seq: seq ?? frame.seq, headSeq: frame.seq, isResuming: false }
    return { place: next, action: seq === null ? 'refetch' : 'skip' }
  }
  if (seq === null || frame.seq <= seq) return { place, action: 'skip' }
  if (frame.seq === seq + 1) return { place: { ...place, seq: frame.seq, isResuming: false }, action: 'apply' }
  return { place: { ...place, isResuming: true }, action: place.isResuming ? 'skip' : 'resume' }
}
