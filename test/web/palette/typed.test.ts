import { describe, expect, it } from 'vitest'
import { NOTHING_TYPED, withKey } from '../../../src/web/palette/typed.ts'

describe('what is typed before the field of the palette has the focus', () => {
  it('is what the field would hold, with Enter remembered', () => {
    expect([...'spz', 'Backspace', 'y', 'Enter'].reduce(withKey, NOTHING_TYPED)).toEqual({
      text: 'spy',
      isEntered: true,
    })
    expect(withKey(NOTHING_TYPED, 'Backspace')).toEqual(NOTHING_TYPED)
  })
})
