import { describe, expect, it } from 'vitest'
import { MAX_PLACES } from '../../../src/accounts/domain/sign-in-place.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { type AccountWorld, ANONYMOUS, accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { testApp } from '../../support/app.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('128.0', '131.0')
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const HOME = '198.51.100.7'

async function worldWithAda(options = {}) {
  const world = await accountWorld(options)
  await world.call('account_create', { email, password: PASSWORD, verified: true }, OPERATOR)
  return world
}

const from = (address: string, userAgent = FIREFOX): Caller => ({ ...ANONYMOUS, address, userAgent })

async function mailsAfter(world: AccountWorld, caller: Caller): Promise<string[]> {
  const before = world.mails.length
  await world.signIn(email, PASSWORD, caller)
  await world.settled()
  return world.mails.slice(before).map(({ text }) => text)
}

describe('the notice of a new sign-in', () => {
  it('comes for another address and for another browser, and names both and the time', async () => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from(HOME))

    const [elsewhere] = await mailsAfter(world, from('203.0.113.9'))
    const [otherBrowser] = await mailsAfter(world, from(HOME, SAFARI))

    expect(elsewhere).toContain('Firefox on Linux at 203.0.113.9, 2026-11-20 15:00 UTC.')
    expect(elsewhere).toContain('https://options.example/account/security')
    expect(otherBrowser).toContain('Safari on macOS at 198.51.100.7')
    expect(world.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual(
      Array(2).fill(`${email} Optionwire: New sign-in`),
    )
  })

  it('does not come for the first sign-in, the same place again, another version, or the same network', async () => {
    await using world = await worldWithAda()

    expect(await mailsAfter(world, from('2001:db8::1'))).toEqual([])
    expect(await mailsAfter(world, from('2001:db8::1'))).toEqual([])
    expect(await mailsAfter(world, from('2001:db8::1', NEWER_FIREFOX))).toEqual([])
    expect(await mailsAfter(world, from('2001:db8::ffff:2'))).toEqual([])
  })

  it('does not come for a wrong password, nor for the places of another account', async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD, verified: true }, OPERATOR)
    await world.signIn(email, PASSWORD, from(HOME))
    await world.signIn('eve@example.com', PASSWORD, from('203.0.113.9'))
    await expect(world.signIn(email, 'wrong one', from('203.0.113.9'))).rejects.toMatchObject({})
    await world.settled()
    expect(world.mails).toEqual([])

    expect(await mailsAfter(world, from('203.0.113.9'))).toHaveLength(1)
  })

  it('comes again for a place that was not used for 90 days, counted from its last use', async () => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from(HOME))
    world.clock.advance(89 * DAY_MS)
    expect(await mailsAfter(world, from(HOME))).toEqual([])
    world.clock.advance(89 * DAY_MS)
    expect(await mailsAfter(world, from(HOME))).toEqual([])
    world.clock.advance(90 * DAY_MS)

    expect(await mailsAfter(world, from(HOME))).toHaveLength(1)
  })

  it('remembers a bounded number of places, the latest ones', async () => {
    await using world = await worldWithAda()
    for (let index = 0; index <= MAX_PLACES; index++) {
      world.clock.advance(1_000)
      await world.signIn(email, PASSWORD, from(`203.0.113.${index}`))
    }
    const { id } = (await world.store.accounts.byEmail(email))!.account

    expect(await world.store.signInPlaces.ofAccount(id)).toHaveLength(MAX_PLACES)
    await world.settled()
    expect(await mailsAfter(world, from('203.0.113.1'))).toEqual([])
    expect(await mailsAfter(world, from('203.0.113.0'))).toHaveLength(1)
  })

  it('keeps no address of a place in clear', async () => {
    using folder = tempFolder()
    await using world = await worldWithAda({ path: folder.file('a.sqlite3') })
    const caller = await world.signIn(email, PASSWORD, from('203.0.113.77'))

    await world.call('sign_out', {}, caller)
    await world.store.scrub()

    expect(folder.holds('203.0.113.77')).toBe(false)
  })

  it('is in the bell, and goes out by mail, where the account has notifications', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const account = await app.account('vega')
    const { email, password } = account
    const signedIn = await app.request({
      method: 'POST',
      url: '/api/v1/session',
      headers: { 'user-agent': SAFARI },
      payload: { email, password },
      remoteAddress: '203.0.113.1',
    })
    app.guard(String(signedIn.headers['set-cookie']).split(/[=;]/)[1] ?? '')

    expect((await app.get('/api/v1/notifications', account.session)).json().data).toMatchObject([
      { title: 'New sign-in', priority: 'high', deliveries: [{ channel: 'email' }] },
    ])
  })
})
