/** Where this tab stands in the feed of its account, so that each message is taken exactly once. */
import type { FeedFrame } from '../../domain/notifications/feed-frame.ts'

export interface Place {
  /** Of the last message that was taken; null before the first. */
  readonly seq: number | null
  /** The end of the feed when the socket opened: messages up to it tell what was missed. */
  readonly headSeq: number
  /** What is missing was asked for and has not come yet. */
  readonly isResuming: boolean
}

export const NOWHERE: Place = { seq: null, headSeq: 0, isResuming: false }

/**
 * What a message asks for: `take` it, `refetch` everything because the feed does not tell what was missed, `resume`
 * behind the last place because messages are missing, or `skip` it because it is known.
 */
export type Deed = 'take' | 'refetch' | 'resume' | 'skip'

export function stepTo(place: Place, frame: FeedFrame): { readonly place: Place; readonly deed: Deed } {
  const { seq } = place
  if (frame.type === 'reset')
    return { place: { seq: frame.seq, headSeq: frame.seq, isResuming: false }, deed: 'refetch' }
  if (frame.type === 'ready') {
    const next = { seq: seq ?? frame.seq, headSeq: frame.seq, isResuming: false }
    return { place: next, deed: seq === null ? 'refetch' : 'skip' }
  }
  if (seq === null || frame.seq <= seq) return { place, deed: 'skip' }
  if (frame.seq === seq + 1) return { place: { ...place, seq: frame.seq, isResuming: false }, deed: 'take' }
  return { place: { ...place, isResuming: true }, deed: place.isResuming ? 'skip' : 'resume' }
}
