import { expect, it } from 'vitest'
import { testApp } from '../../support/app.ts'

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Optionwire <options@example.com>' }
const QUOTE = '/api/v1/stocks/SPY/quote'

it('lets an account without a confirmed address ask about no market where everyone may sign up and mail is sent', async () => {
  await using app = await testApp(MAIL)
  const [unconfirmed, confirmed] = [await app.account('delta', { verified: false }), await app.account('delta')]

  const refused = await app.get(QUOTE, unconfirmed.session)

  expect(refused.statusCode).toBe(403)
  expect(refused.json().detail).toMatch(/Confirm your e-mail address/)
  expect((await app.get('/api/v1/account', unconfirmed.session)).statusCode).toBe(200)
  expect((await app.get(QUOTE, confirmed.session)).statusCode).toBe(200)
})

it.each([
  ['no mail is sent', {}],
  ['sign-ups need an invitation', { ...MAIL, SIGNUPS: 'invite' }],
])('lets it ask where %s', async (_, settings) => {
  await using app = await testApp(settings)
  const unconfirmed = await app.account('delta', { verified: false })

  expect((await app.get(QUOTE, unconfirmed.session)).statusCode).toBe(200)
})
