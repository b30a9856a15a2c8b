import { describe, expect, it } from 'vitest'
import { EmailAddress } from '../../../src/accounts/contract/email-address.ts'
import { NewPassword } from '../../../src/accounts/contract/password.ts'
import { TimeZone } from '../../../src/accounts/contract/time-zone.ts'
import { normalEmail } from '../../../src/accounts/domain/email.ts'

describe('an e-mail address', () => {
  it.each([
    ['Ada.Lovelace+keys@Example.COM', 'ada.lovelace+keys@example.com'],
    ['  demo@localhost ', 'demo@localhost'],
    ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
  ])('%j is kept as %s', (written, kept) => {
    expect(EmailAddress.parse(written)).toBe(kept)
    expect(normalEmail(written)).toBe(kept)
  })

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@exa mple.com',
    'a:b@example.com',
    'ada@example.com,bob@example.com',
    'ada@example.com\nBcc: bob@example.com',
    'Ada <ada@example.com>',
    'ada@-example.com',
    'ada@example..com',
    'ſam@example.com',
    'K@example.com'.replace('K', '\u212a'),
    `${'a'.repeat(250)}@example.com`,
  ])('cannot be %j', (text) => {
    expect(EmailAddress.safeParse(text).success).toBe(false)
  })
})

describe('a password', () => {
  it.each(['12345678', 'aaaaaaaa', ' '.repeat(8), 'ü'.repeat(200)])(
    '%j is long enough, and no other rule holds',
    (text) => {
      expect(NewPassword.parse(text)).toBe(text)
    },
  )

  it.each(['1234567', 'x'.repeat(201), 'abcdefg\ud800'])('cannot be %j', (text) => {
    expect(NewPassword.safeParse(text).success).toBe(false)
  })
})

describe('a time zone', () => {
  it.each(['America/New_York', 'UTC', 'Asia/Kolkata', 'Europe/London'])('can be %s', (name) => {
    expect(TimeZone.parse(name)).toBe(name)
  })

  it.each(['', '+01:00', 'Mars/Olympus', 'x'.repeat(65), 'America/New_York\n'])('cannot be %j', (name) => {
    expect(TimeZone.safeParse(name).success).toBe(false)
  })
})
