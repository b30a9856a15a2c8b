import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSameDigest, keyedDigest, newSecret } from '../../../src/lib/node/keyed-digest.ts'

describe('a keyed digest', () => {
  it('differs by secret, purpose and text, and is the same for the same three', () => {
    const digest = keyedDigest('s'.repeat(32))

    expect(digest('session', 'a')).toBe(digest('session', 'a'))
    expect(
      new Set([digest('session', 'a'), digest('mail', 'a'), digest('session', 'b'), keyedDigest('t')('session', 'a')])
        .size,
    ).toBe(4)
    expect(digest('session', 'a')).toBe(createHmac('sha256', 's'.repeat(32)).update('session\na').digest('base64url'))
  })

  it('is the same as another of the same characters alone', () => {
    expect(isSameDigest('abc', 'abc')).toBe(true)
    expect(isSameDigest('abc', 'abd')).toBe(false)
    expect(isSameDigest('abc', 'ab')).toBe(false)
  })

  it('is asked with secrets of 256 bits', () => {
    expect(newSecret((size) => new Uint8Array(size).fill(255))).toBe(Buffer.alloc(32, 255).toString('base64url'))
  })
})
