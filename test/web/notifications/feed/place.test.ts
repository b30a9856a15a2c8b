import { describe, expect, it } from 'vitest'
import type { FeedFrame } from '../../../../src/notifications/domain/feed-frame.ts'
import { type FeedAction, NOWHERE, type Place, stepTo } from '../../../../src/web/notifications/feed/place.ts'

const ready = (seq: number): FeedFrame => ({ type: 'ready', seq, unread_count: 0 })
const reset = (seq: number): FeedFrame => ({ type: 'reset', seq, unread_count: 0 })
const read = (seq: number): FeedFrame => ({ type: 'read', seq, unread_count: 0, ids: ['a'] })

function deedsOf(frames: readonly FeedFrame[], from: Place = NOWHERE): { deeds: FeedAction[]; place: Place } {
  const deeds: FeedAction[] = []
  let place = from
  for (const frame of frames) {
    const step = stepTo(place, frame)
    place = step.place
    deeds.push(step.action)
  }
  return { deeds, place }
}

describe('the place in the feed', () => {
  it('begins with everything fetched, and takes what follows', () => {
    const { deeds, place } = deedsOf([ready(7), read(8), read(9)])

    expect(deeds).toEqual(['refetch', 'apply', 'apply'])
    expect(place.seq).toBe(9)
  })

  it('fetches nothing when it comes back: it takes what was missed, each once', () => {
    const { place } = deedsOf([ready(7), read(8)])

    expect(deedsOf([ready(10), read(9), read(10), read(11)], place).deeds).toEqual(['skip', 'apply', 'apply', 'apply'])
  })

  it('skips a message that it has', () => {
    expect(deedsOf([ready(7), read(8), read(8), read(7)]).deeds).toEqual(['refetch', 'apply', 'skip', 'skip'])
  })

  it('asks once for what is missing, and takes nothing out of turn', () => {
    const { deeds, place } = deedsOf([ready(7), read(10), read(11), read(8), read(9), read(10), read(11)])

    expect(deeds).toEqual(['refetch', 'resume', 'skip', 'apply', 'apply', 'apply', 'apply'])
    expect(place.seq).toBe(11)
  })

  it('fetches everything when the feed cannot tell what was missed, and goes on from there', () => {
    expect(deedsOf([ready(7), reset(900), read(901)]).deeds).toEqual(['refetch', 'refetch', 'apply'])
  })

  it('follows a store that was set back', () => {
    const { place } = deedsOf([ready(50)])

    expect(deedsOf([ready(3), reset(3), read(4)], place).deeds).toEqual(['skip', 'refetch', 'apply'])
  })
})
