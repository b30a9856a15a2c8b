import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeText } from '../../../src/lib/text/safe-text.ts'

const secret = 'c4nary/s+cret="x"&ü'

describe('safe text', () => {
  it.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ["with JSON's escapes", JSON.stringify(secret)],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ])('does not hold a secret %s', (_form, shown) => {
    const text = safeText([secret, 'another1', undefined, ''])(`refused: <${shown}> for another1`)

    expect(text).toMatch(/^refused: <"?\[redacted\]"?> for \[redacted\]$/)
  })

  it('censors what looks like a key although nobody named it', () => {
    expect(safeText([])('Incorrect API key provided: sk-proj-ab12****wxyz. Authorization: Bearer YWRhOnRva2Vu')).toBe(
      'Incorrect API key provided: [redacted] Authorization: [redacted]',
    )
  })

  it('censors the longer secret whole when a shorter one is part of it', () => {
    expect(safeText(['abcdefgh', 'abcdefghijkl'])('x abcdefghijkl y')).toBe('x [redacted] y')
  })

  it('leaves a text readable when the key is only a placeholder', () => {
    expect(safeText(['x', 'ollama', ' '])('extra words of ollama')).toBe('extra words of ollama')
  })

  it('censors before it cuts, so that no half secret is left at the end', () => {
    const long = 'k'.repeat(50)
    const text = safeText([long])(`${'a '.repeat(490)}${long}`)

    expect(text).not.toContain('kk')
    expect(text.length).toBeLessThanOrEqual(1000)
  })

  it('holds no secret, one line and 1,000 code points, whatever stands around it', () => {
    const around = fc.string({ unit: 'binary', maxLength: 1200 })
    fc.assert(
      fc.property(around, around, (before, after) => {
        const text = safeText([secret])(before + secret + after)
        expect(text).not.toContain(secret)
        expect(Array.from(text).length).toBeLessThanOrEqual(1000)
        expect(text).not.toMatch(/[\r\n]/)
      }),
    )
  })
})
