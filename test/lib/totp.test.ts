import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newTotpSecret, totpStep, totpUri } from '../../src/lib/totp.ts'

/** The secret of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('one-time codes', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('are those of RFC 6238 at %i s', async (seconds, code, step) => {
    expect(await totpStep(SECRET, code, seconds * 1_000)).toBe(step)
  })

  it('are accepted in the step before and after, and no further', async () => {
    const at = (seconds: number) => totpStep(SECRET, '081804', (1_111_111_109 + seconds) * 1_000)

    expect(await Promise.all([-60, -30, 0, 30].map(at))).toEqual([null, 37_037_036, 37_037_036, 37_037_036])
    expect(await at(61)).toBeNull()
  })

  it.each(['081805', '81804', '', '08180x', '0818040'])('refuse %j', async (code) => {
    expect(await totpStep(SECRET, code, 1_111_111_109_000)).toBeNull()
  })

  it('have secrets of 160 random bits and a URI that apps read', async () => {
    const secret = await newTotpSecret(randomBytes)
    const uri = new URL(await totpUri(secret, { issuer: 'Optionwire', label: 'ada@example.com' }))

    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await newTotpSecret(randomBytes)).not.toBe(secret)
    expect(`${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`).toBe(
      'otpauth://totp/Optionwire:ada@example.com',
    )
    expect(uri.searchParams.get('secret')).toBe(secret)
  })
})
