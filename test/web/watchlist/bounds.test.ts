import { describe, expect, it } from 'vitest'
import { boundsOf, previewWords, textsOf } from '../../../src/web/watchlist/bounds.ts'
import { sparkPoints } from '../../../src/web/watchlist/spark-points.ts'

describe('the bounds of a form', () => {
  it('leave out what is empty, and read amounts as people write them', () => {
    expect(boundsOf({ premium_min: '1.5M', unusual_score_min: ' ', size_min: '1,000' })).toEqual({
      premium_min: 1_500_000,
      size_min: 1_000,
    })
    expect(textsOf({ size_min: 5 })).toEqual({ premium_min: '', unusual_score_min: '', size_min: '5' })
  })

  it('send a text that is no number as null, which the service refuses by name', () => {
    const bounds = boundsOf({ premium_min: 'much', unusual_score_min: '', size_min: '' })

    expect(JSON.stringify(bounds)).toBe('{"premium_min":null}')
  })
})

describe('the words of a preview', () => {
  const preview = { sessions: 5, is_partial: false, per_session: 5.6, ringing_per_session: 5.6 }

  it.each([
    [preview, 'About 5.6 a day at these settings.'],
    [
      { ...preview, per_session: 33.4, ringing_per_session: 14.8 },
      'About 33 a day at these settings, 15 of them notify.',
    ],
    [{ ...preview, per_session: 0, ringing_per_session: 0 }, 'None a day at these settings.'],
    [{ ...preview, is_partial: true, per_session: 6, ringing_per_session: 6 }, '6 so far today at these settings.'],
    [{ ...preview, sessions: 0 }, 'There are no sessions to count yet.'],
  ])('of %j are %s', (given, words) => {
    expect(previewWords(given)).toBe(words)
  })
})

describe('the points of a sparkline', () => {
  it('have the lowest value at the bottom and the highest at the top', () => {
    expect(sparkPoints([1, 3, 2], 10, 24)).toBe('0.0,22.0 5.0,2.0 10.0,12.0')
  })

  it('are in the middle where all values are equal', () => {
    expect(sparkPoints([2, 2], 10, 24)).toBe('0.0,12.0 10.0,12.0')
  })
})
