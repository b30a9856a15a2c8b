import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiTokenPrefix, apiTokenSha256, isApiToken, newApiToken } from '../../../src/lib/node/api-tokens.ts'

describe('an API token', () => {
  it('is ow_, 43 characters of base 62 and a checksum of 6', () => {
    const token = newApiToken(randomBytes)

    expect(token).toMatch(/^ow_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/)
    expect(isApiToken(token)).toBe(true)
  })

  it('holds all 256 bits: the smallest and the largest number fit', () => {
    expect(newApiToken((size) => new Uint8Array(size))).toMatch(/^ow_0{43}/)
    expect(fromBase62(newApiToken((size) => new Uint8Array(size).fill(255)).slice(3, 46))).toBe(2n ** 256n - 1n)
  })

  it('has a checksum that any tool can work out: CRC-32 of the 43 characters', () => {
    const token = newApiToken((size) => new Uint8Array(size))

    expect(fromBase62(token.slice(46))).toBe(BigInt(crc32ByHand('0'.repeat(43))))
  })

  it('is refused when any one character differs', () => {
    const token = newApiToken(randomBytes)
    fc.assert(
      fc.property(fc.integer({ min: 3, max: token.length - 1 }), fc.constantFrom(...'09AZaz'), (at, character) => {
        fc.pre(token[at] !== character)
        expect(isApiToken(token.slice(0, at) + character + token.slice(at + 1))).toBe(false)
      }),
    )
  })

  it.each([
    '',
    'ow_',
    'ow_short',
    `xx_${'0'.repeat(49)}`,
    `ow_${'0'.repeat(50)}`,
    `ow_${'0'.repeat(48)}\n`,
    `ow_${'é'.repeat(49)}`,
  ])('is not %j', (text) => {
    expect(isApiToken(text)).toBe(false)
  })

  it('is kept as SHA-256 and shown by nine characters', () => {
    const token = newApiToken(randomBytes)

    expect(apiTokenSha256(token)).toBe(createHash('sha256').update(token).digest('hex'))
    expect(apiTokenPrefix(token)).toBe(token.slice(0, 9))
  })
})

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function fromBase62(text: string): bigint {
  return [...text].reduce((sum, character) => sum * 62n + BigInt(ALPHABET.indexOf(character)), 0n)
}

function crc32ByHand(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
