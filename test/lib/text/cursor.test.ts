import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from '../../../src/lib/text/cursor.ts'

describe('a cursor', () => {
  it('gives back what it was made of, in letters that need no escape in a URL', () => {
    const part = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const cursor = writeCursor(parts)
        expect(cursor).toMatch(/^[\w-]*$/)
        if (cursor !== '') expect(readCursor(cursor, parts.length)).toEqual(parts)
      }),
    )
  })

  it.each([['a b'], ['%%%'], ['A'], ['_____w'], [writeCursor(['one'])]])('refuses %s', (text) => {
    expect(readCursor(text, 2)).toBeNull()
  })
})
