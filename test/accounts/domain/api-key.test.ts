import { describe, expect, it } from 'vitest'
import { KeyExpiry, KeyName } from '../../../src/accounts/contract/api-key.ts'
import type { Account } from '../../../src/accounts/domain/account.ts'
import { keyEnd, missingForApiKey, publicApiKey } from '../../../src/accounts/domain/api-key.ts'
import { aKey, anAccount } from '../../support/market/rows.ts'

const now = Date.parse('2026-11-20T15:00:00.000Z')

function endOf(expiry: string): string {
  const end = keyEnd(KeyExpiry.parse(expiry), now)
  return 'refused' in end ? end.refused : new Date(end.expiresAtMs).toISOString()
}

describe('the end of a key', () => {
  it.each([
    ['30d', '2026-12-20T15:00:00.000Z'],
    ['60d', '2027-01-19T15:00:00.000Z'],
    ['90d', '2027-02-18T15:00:00.000Z'],
    ['2027-01-31', '2027-01-31T23:59:59.999Z'],
    ['2026-11-20', '2026-11-20T23:59:59.999Z'],
    ['2026-11-20T15:00:00.001Z', '2026-11-20T15:00:00.001Z'],
    ['2027-01-31T18:00:00+05:30', '2027-01-31T12:30:00.000Z'],
    ['2031-11-20', '2031-11-20T23:59:59.999Z'],
    ['2026-11-19', 'must be in the future'],
    ['2026-11-20T15:00:00Z', 'must be in the future'],
    ['2031-11-25', 'must be at most 5 years ahead'],
  ])('asked for as %s is %s', (expiry, end) => {
    expect(endOf(expiry)).toBe(end)
  })

  it.each([
    '',
    '31d',
    '30',
    '30D',
    '2027-02-30',
    '2027-13-01',
    '2027-1-1',
    'tomorrow',
    '2027-01-31T18:00:00',
    ' 30d',
    '0x1',
  ])('cannot be written as "%s"', (expiry) => {
    expect(KeyExpiry.safeParse(expiry).error?.issues[0]?.message).toMatch(/^must be 30d, 60d, 90d, a date/)
  })
})

describe('a key', () => {
  it('is active up to its end and expired from then on', () => {
    const key = aKey({ expiresAt: '2026-11-20T15:00:00.000Z' })

    expect(publicApiKey(key, now - 1).status).toBe('active')
    expect(publicApiKey(key, now).status).toBe('expired')
  })

  it('shows neither its account nor anything of its token but the prefix', () => {
    expect(Object.keys(publicApiKey(aKey(), now)).sort()).toEqual(
      [
        ...[
          'allowed_networks',
          'created_at',
          'expires_at',
          'id',
          'last_used_address',
          'last_used_at',
          'name',
          'scopes',
        ],
        ...['status', 'token_prefix'],
      ].sort(),
    )
  })

  it.each(['', '   ', 'two\nlines', 'a\u0000b', 'x'.repeat(101), '\ud800'])('cannot be named %j', (name) => {
    expect(KeyName.safeParse(name).success).toBe(false)
  })

  it('may be named in any language', () => {
    expect(KeyName.parse('  Notizbuch für 東京 🗝️ ')).toBe('Notizbuch für 東京 🗝️')
  })
})

describe('what an account lacks for a key', () => {
  const cases: [Partial<Account>, string[]][] = [
    [{}, []],
    [{ plan: 'theta' }, ['the Vega plan']],
    [{ emailVerified: false }, ['a confirmed e-mail address']],
    [{ status: 'suspended' }, ['an active account']],
    [
      { plan: 'delta', emailVerified: false, status: 'suspended' },
      ['the Vega plan', 'a confirmed e-mail address', 'an active account'],
    ],
  ]

  it.each(cases)('with %j is %j', (change, missing) => {
    expect(missingForApiKey(anAccount(change))).toEqual(missing)
  })
})
