import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip, clipBytes, clipWritten } from '../../../src/lib/text/clip.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const most = fc.nat(80)

describe('a text that is cut', () => {
  it('stays as it is where it fits', () => {
    expect(clip('abc', 3)).toBe('abc')
    expect(clipBytes('äöü', 6)).toBe('äöü')
    expect(clipWritten('a&b', 7, (character) => (character === '&' ? '&amp;' : character))).toBe('a&amp;b')
  })

  it('ends with an ellipsis', () => {
    expect(clip('abcd', 3)).toBe('ab…')
    expect(clipBytes('abcdef', 5)).toBe('ab…')
    expect(clipWritten('a&b', 6, (character) => (character === '&' ? '&amp;' : character))).toBe('a…')
  })

  it('never ends within a character', () => {
    expect(clip('a🐳b', 3)).toBe('a…')
    expect(clip('🐳🐳', 3)).toBe('🐳…')
    expect(clipBytes('🐳🐳', 7)).toBe('🐳…')
    expect(clipBytes('🐳🐳', 6)).toBe('…')
    expect(clip('abc', 0)).toBe('')
    expect(clipBytes('abc', 2)).toBe('')
  })

  it('keeps its bound and its form for every text', () => {
    fc.assert(
      fc.property(text, most, (whole, bound) => {
        const cut = clip(whole, bound)
        const written = clipWritten(whole, bound, (character) => `<${character}>`)

        expect(cut.length).toBeLessThanOrEqual(bound)
        expect(cut.isWellFormed()).toBe(whole.isWellFormed() || cut.isWellFormed())
        if (bound > 0) expect(written.length).toBeLessThanOrEqual(bound)
        expect(Buffer.byteLength(clipBytes(whole, bound))).toBeLessThanOrEqual(bound)
        if (whole.isWellFormed())
          expect(clip(whole, bound).isWellFormed() && clipBytes(whole, bound).isWellFormed()).toBe(true)
      }),
    )
  })
})
