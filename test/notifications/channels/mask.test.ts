import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretsOfUrl, shownHead } from '../../../src/notifications/channels/mask.ts'

const URL_TEXT =
  'https://hooks.example.com/hooks/T0000000/canary-token?secret=canary%20secret&x=canary+plus&page=true&key=pass&empty='

describe('the head of an answer', () => {
  it('is shown without what its URL holds, as written and as read', () => {
    const text = `cannot POST /hooks/T0000000/canary-token?secret=canary%20secret: "canary secret", canary+plus, canary plus, true, pass`

    expect(shownHead(text, true, secretsOfUrl(URL_TEXT))).toBe(
      'cannot POST /hooks/[redacted]/[redacted]?secret=[redacted]: "[redacted]", [redacted], [redacted], true, [redacted]',
    )
  })

  it('is shown without the secrets of other URLs in it', () => {
    const text = 'see https://other.example/a?token=abcdefgh&page=2'

    expect(shownHead(text, true, [])).toBe('see https://other.example/a?token=[redacted]&page=2')
  })

  it('is at most 8 KiB, cut between characters', () => {
    const head = shownHead('€'.repeat(16_000), true, [])

    expect(Buffer.byteLength(head)).toBeLessThanOrEqual(8_192)
    expect(head).toMatch(/^€+…$/)
  })

  it('holds no control characters besides tab and line ends', () => {
    expect(shownHead('a\u0000b\u001b[31mc\td\r\ne', true, [])).toBe('a�b�[31mc\td\r\ne')
  })

  it('does not end with the beginning of a secret, wherever the answer was cut', () => {
    const secret = 'canary-secret-of-some-length'
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(secret.length), fc.nat(8), (before, part, times) => {
        const text = `${secret.repeat(times)}${'.'.repeat(before)}${secret.slice(0, part)}`

        const head = shownHead(text, false, [secret])

        for (let length = 4; length <= secret.length; length++) expect(head).not.toContain(secret.slice(0, length))
      }),
      { numRuns: 200 },
    )
  })
})
