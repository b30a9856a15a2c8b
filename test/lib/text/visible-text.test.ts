import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutBytes, oneLine, visibleText } from '../../../src/lib/text/visible-text.ts'

describe('visible text', () => {
  it.each([
    ['control characters', 'a\u0000b\u001b[31mc\r\nd', 'ab[31mcd'],
    ['bidirectional marks', 'a\u202eb\u2066c\u2069\u061cd', 'abcd'],
    ['zero-width characters', 'a\u200bb\u200dc\ufeffd\u2060\u00ade', 'abcde'],
    ['tags that spell hidden text', `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, 'ab'],
    ['variation selectors', `a\ufe0f${String.fromCodePoint(0xe0101)}b`, 'ab'],
    ['line separators and blank fillers', 'a\u2028b\u2029c\u3164d\uffa0e', 'abcde'],
  ])('has no %s', (_what, text, seen) => {
    expect(visibleText(text)).toBe(seen)
  })

  it('keeps letters of every script, and makes half pairs whole', () => {
    expect(visibleText('Grüße, 日本, 😀, שלום')).toBe('Grüße, 日本, 😀, שלום')
    expect(visibleText('a\ud83d')).toBe('a\ufffd')
  })
})

describe('one line', () => {
  it('is one line with single spaces', () => {
    expect(oneLine('  a\n\n b\t\u202e c  ', 100)).toBe('a b c')
  })

  it('counts code points and never halves one', () => {
    expect(oneLine('😀'.repeat(10), 3)).toBe('😀😀😀')
  })

  it('holds its bound for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 0, max: 40 }), (text, most) => {
        const line = oneLine(text, most)
        expect(Array.from(line).length).toBeLessThanOrEqual(most)
        expect(line.isWellFormed()).toBe(true)
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

describe('a text cut by bytes', () => {
  it('is the longest beginning that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 80 }), (text, most) => {
        const cut = cutBytes(text, most)
        const next = Array.from(text.slice(cut.length))[0] ?? ''
        expect(text.startsWith(cut)).toBe(true)
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most)
        if (next !== '') expect(Buffer.byteLength(cut + next)).toBeGreaterThan(most)
      }),
    )
  })
})
