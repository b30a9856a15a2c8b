import { describe, expect, it } from 'vitest'
import { knownAddressMail, passwordResetMail, verificationMail } from '../../../src/accounts/domain/account-mails.ts'

const link = { to: 'ada@example.com', publicUrl: 'https://options.example/', token: 'TOKEN' }

describe('the mails about an account', () => {
  it.each([
    ['verification', verificationMail, 'https://options.example/verify_email#token=TOKEN', '24 hours'],
    ['password reset', passwordResetMail, 'https://options.example/password_reset#token=TOKEN', '1 hour'],
    ['known address', knownAddressMail, 'https://options.example/password_reset#token=TOKEN', '1 hour'],
  ] as const)('link to the page of the service, with how long it works: %s', (_name, mail, url, life) => {
    const { to, subject, text } = mail(link)

    expect(to).toBe('ada@example.com')
    expect(subject).toMatch(/^Optionwire: /)
    expect(text.split('\n')).toContain(url)
    expect(text).toContain(life)
  })
})
