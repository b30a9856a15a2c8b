import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newRecoveryCodes, typedCode } from '../../../src/accounts/domain/second-factor.ts'

describe('recovery codes', () => {
  it('are ten different ones that can be read aloud', () => {
    const codes = newRecoveryCodes(randomBytes)

    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  })

  it('use every character alike', () => {
    const every = newRecoveryCodes((size) => Uint8Array.from({ length: size }, (_, index) => 255 - index))

    expect(every[0]).toBe('zyxwv-tsrqp')
  })
})

describe('a code as it is typed', () => {
  it.each([
    ['123456', { method: 'totp', code: '123456' }],
    [' 123 456 ', { method: 'totp', code: '123456' }],
    ['3KQ8T X0VNM', { method: 'recovery_code', code: '3kq8tx0vnm' }],
    ['3kq8t-xOvnL', { method: 'recovery_code', code: '3kq8tx0vn1' }],
    ['12345', { method: 'unreadable' }],
    ['3kq8t-x0vnu', { method: 'unreadable' }],
    ['１２３４５６', { method: 'unreadable' }],
    ['', { method: 'unreadable' }],
  ])('%j is %j', (text, expected) => {
    expect(typedCode(text)).toEqual(expected)
  })
})
