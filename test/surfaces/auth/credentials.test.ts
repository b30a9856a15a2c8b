import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiCredentials } from '../../../src/surfaces/auth/credentials.ts'

/** A request with these header lines, as Node hands it over. */
function withLines(...lines: readonly (readonly [string, string])[]) {
  const headers = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]))
  return { headers, raw: { rawHeaders: lines.flat() } }
}

const email = fc.stringMatching(/^[a-z0-9.+-]{1,20}@[a-z0-9.-]{1,20}$/)
const token = fc.stringMatching(/^[A-Za-z0-9_:]{1,60}$/)

describe('credentials in a request', () => {
  it('say the same as two headers and as a bearer, whatever the alphabet and padding', () => {
    fc.assert(
      fc.property(
        email,
        token,
        fc.constantFrom('base64', 'base64url'),
        fc.boolean(),
        (mail, secret, alphabet, padded) => {
          const encoded = Buffer.from(`${mail}:${secret}`).toString(alphabet)
          const bearer = ['Authorization', `Bearer ${padded ? encoded : encoded.replace(/=+$/, '')}`] as const
          const pair = [
            ['X-User-Email', mail.toUpperCase()],
            ['X-User-Token', secret],
          ] as const

          expect(apiCredentials(withLines(bearer))).toEqual({ email: mail, token: secret })
          expect(apiCredentials(withLines(...pair))).toEqual({ email: mail, token: secret })
          expect(apiCredentials(withLines(...pair, bearer))).toEqual({ email: mail, token: secret })
        },
      ),
    )
  })

  it('are unreadable when any line of them is repeated, in any case', () => {
    const lines = [
      ['X-USER-EMAIL', 'a@b'],
      ['X-USER-TOKEN', 't'],
      ['Authorization', 'Bearer YUBiOnQ='],
    ] as const

    expect(apiCredentials(withLines(...lines))).toEqual({ email: 'a@b', token: 't' })
    for (const [name, value] of lines) {
      expect(apiCredentials(withLines(...lines, [name.toLowerCase(), value]))).toBe('unreadable')
    }
  })

  it('are none when no header of theirs is there', () => {
    expect(apiCredentials(withLines(['Cookie', 'a=b'], ['x-user-token2', 't']))).toBeNull()
  })

  it('never throw, whatever the headers hold', () => {
    const value = fc.string({ unit: 'binary', maxLength: 2_000 })
    fc.assert(
      fc.property(value, value, value, (mail, secret, authorization) => {
        for (const bearer of [authorization, `Bearer ${authorization}`]) {
          const read = apiCredentials(
            withLines(['x-user-email', mail], ['x-user-token', secret], ['authorization', bearer]),
          )
          expect(read).not.toBeNull()
        }
      }),
    )
  })

  it('are unreadable when they are longer than any can be', () => {
    const long = 'x'.repeat(1_100)

    expect(apiCredentials(withLines(['x-user-email', 'a@b'], ['x-user-token', long]))).toBe('unreadable')
    expect(
      apiCredentials(withLines(['authorization', `Bearer ${Buffer.from(`a@b:${long}`).toString('base64')}`])),
    ).toBe('unreadable')
  })
})
