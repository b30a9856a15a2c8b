import { describe, expect, it } from 'vitest'
import { isTextKey, NOTHING_TYPED, withKey } from '../../../src/web/palette/typed.ts'

describe('what is typed before the field of the palette has the focus', () => {
  it('is what the field would hold, with Enter remembered', () => {
    expect([...'spz', 'Backspace', 'y', 'Enter'].reduce(withKey, NOTHING_TYPED)).toEqual({
      text: 'spy',
      isEntered: true,
    })
    expect(withKey(NOTHING_TYPED, 'Backspace')).toEqual(NOTHING_TYPED)
  })

  it('leaves keys that write nothing to the browser', () => {
    expect(['a', ' ', '/', 'Enter', 'Backspace', 'F5', 'Tab', 'Shift', 'ArrowDown'].filter(isTextKey)).toEqual([
      'a',
      ' ',
      '/',
      'Enter',
      'Backspace',
    ])
  })
})
