import { describe, expect, it } from 'vitest'
import { errorText } from '../../../src/receiver/domain/error-text.ts'

describe('the error of an entry', () => {
  it('has at most 1,000 code points and no half characters', () => {
    const text = errorText('😀'.repeat(1_500), [])

    expect([...text]).toHaveLength(1_000)
    expect(text.isWellFormed()).toBe(true)
  })

  it('is redacted before it is cut, so that no half of a secret stays', () => {
    const text = errorText(`${'x'.repeat(995)}secret-key-123`, ['secret-key-123'])

    expect(text).toBe(`${'x'.repeat(995)}[reda`)
  })

  it('loses longer secrets first, and keeps what is too short to be one', () => {
    expect(errorText('key AKIA-1234-5678, part AKIA-1234, x', ['AKIA-1234', 'AKIA-1234-5678', 'x', ''])).toBe(
      'key [redacted], part [redacted], x',
    )
  })

  it('is one well-formed line without control characters', () => {
    expect(errorText('a\r\n\tb\u001b[31mc\u2028d\ud800', [])).toBe('a b [31mc d\ufffd')
  })
})
