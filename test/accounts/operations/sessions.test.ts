import { describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/catalogue/context.ts'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { ANONYMOUS, accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { testApp } from '../../support/app.ts'
import { authServer } from '../../support/http/auth-server.ts'

const email = 'ada@example.com'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const ended = { code: 'unauthenticated' }

async function worldWithAda() {
  const world = await accountWorld()
  await world.call('account_create', { email, password: PASSWORD, verified: true }, OPERATOR)
  return world
}

const from = (address: string, userAgent?: string): Caller => ({ ...ANONYMOUS, address, userAgent })

describe('the list of sign-in sessions', () => {
  it('shows browser, address and last use, marks the present one, and holds no secret', async () => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from('198.51.100.7', FIREFOX))
    world.clock.advance(60_000)
    const caller = await world.signIn(email, PASSWORD, from('2001:db8::1', 'something/1.0'))

    const answer = await world.call('list_sessions', {}, caller)

    expect(answer).toEqual({
      data: [
        {
          id: caller.sessionId,
          current: true,
          browser: null,
          address: '2001:db8::1',
          created_at: '2026-11-20T15:01:00.000Z',
          last_used_at: '2026-11-20T15:01:00.000Z',
          expires_at: '2026-12-04T15:01:00.000Z',
        },
        expect.objectContaining({ current: false, browser: 'Firefox on Linux', address: '198.51.100.7' }),
      ],
      next_cursor: null,
    })
    for (const secret of world.cookies) expect(JSON.stringify(answer)).not.toContain(secret)
  })

  it('leaves out sessions that have ended, and those of others', async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    await world.signIn('eve@example.com')
    await world.signIn(email)
    world.clock.advance(14 * 86_400_000)
    const caller = await world.signIn(email)

    expect((await world.call('list_sessions', {}, caller))['data']).toMatchObject([{ id: caller.sessionId }])
  })

  it.each([
    ['30 days after the sign-in, though it was used', 30, 29],
    ['14 days after its last use', 14, 0],
  ])('leaves out a session %s, before any other sign-in deletes it', async (_, days, lastUseDay) => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)
    world.clock.advance(lastUseDay * DAY_MS)
    await world.store.sessions.touch([{ id: String(caller.sessionId), at: world.clock.now(), address: '198.51.100.7' }])
    world.clock.advance((days - lastUseDay) * DAY_MS - 1)
    const list = async () => (await world.call('list_sessions', {}, caller))['data']
    expect(await list()).toHaveLength(1)

    world.clock.advance(1)

    expect(await list()).toEqual([])
  })

  it('has pages', async () => {
    await using world = await worldWithAda()
    const callers = [await world.signIn(email), await world.signIn(email), await world.signIn(email)]
    const [first] = callers
    const page = await world.call('list_sessions', { limit: 2 }, first)
    const rest = await world.call('list_sessions', { limit: 2, cursor: page['next_cursor'] }, first)

    const ids = [page, rest].flatMap(({ data }) => (data as { id: string }[]).map(({ id }) => id))
    expect(ids.toSorted()).toEqual(callers.map(({ sessionId }) => sessionId).toSorted())
    expect(rest['next_cursor']).toBeNull()
  })
})

describe('ending sessions', () => {
  it('ends one, and never one of another account', async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    const [ada, other, eve] = [
      await world.signIn(email),
      await world.signIn(email),
      await world.signIn('eve@example.com'),
    ]

    await expect(world.call('end_session', { id: ada.sessionId, password: PASSWORD }, eve)).rejects.toMatchObject({
      code: 'not_found',
    })
    await world.call('end_session', { id: other.sessionId, password: PASSWORD }, ada)

    expect((await world.call('list_sessions', {}, ada))['data']).toMatchObject([{ id: ada.sessionId }])
    const endAgain = world.call('end_session', { id: other.sessionId, password: PASSWORD }, ada)
    await expect(endAgain).rejects.toMatchObject({ code: 'not_found' })
    expect(world.cookies).not.toContain(null)
  })

  it('clears the cookie with the present one', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)

    await world.call('end_session', { id: caller.sessionId, password: PASSWORD }, caller)

    expect(world.cookies.at(-1)).toBeNull()
  })

  it('ends all others, and not those of other accounts', async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    const eve = await world.signIn('eve@example.com')
    await world.signIn(email)
    await world.signIn(email)
    const caller = await world.signIn(email)

    expect(await world.call('end_other_sessions', { password: PASSWORD }, caller)).toEqual({ ended: 2 })

    expect((await world.call('list_sessions', {}, caller))['data']).toMatchObject([{ current: true }])
    expect((await world.call('list_sessions', {}, eve))['data']).toHaveLength(1)
  })
})

describe('ending sessions without the password of the account', () => {
  const wrong = 'not the password'

  it('ends none, neither one nor all others', async () => {
    await using world = await worldWithAda()
    const other = await world.signIn(email)
    const thief = await world.signIn(email)
    const end = (name: 'end_session' | 'end_other_sessions', input: Record<string, unknown>) =>
      world.call(name, { ...(name === 'end_session' && { id: other.sessionId }), ...input }, thief)

    for (const name of ['end_session', 'end_other_sessions'] as const) {
      await expect(end(name, {})).rejects.toMatchObject({ code: 'invalid' })
      await expect(end(name, { password: wrong })).rejects.toMatchObject({ code: 'forbidden' })
    }

    expect((await world.call('list_sessions', {}, other))['data']).toHaveLength(2)
  })

  it('is slowed down like every guess', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)
    const end = (password: string) => world.call('end_other_sessions', { password }, caller)
    for (let index = 0; index < 10; index++) await expect(end(wrong)).rejects.toMatchObject({ code: 'forbidden' })

    await expect(end(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('changing the password while signed in', () => {
  const NEW = 'several other words'

  it('ends the other sessions and the links of earlier mails, and tells the owner', async () => {
    await using world = await worldWithAda()
    const other = await world.signIn(email)
    const caller = await world.signIn(email)
    await world.call('request_password_reset', { email })
    await world.settled()
    const link = world.mails.at(-1)

    expect(await world.call('change_password', { password: PASSWORD, new_password: NEW }, caller)).toEqual({
      ended_sessions: 1,
    })

    await world.settled()
    expect(world.mails.at(-1)).toMatchObject({ to: email, subject: 'Optionwire: Password changed' })
    const sessions = (await world.call('list_sessions', {}, caller))['data']
    expect(sessions).toMatchObject([{ id: caller.sessionId }])
    expect(other.sessionId).not.toBe(caller.sessionId)
    await expect(world.signIn(email)).rejects.toMatchObject(ended)
    expect((await world.signIn(email, NEW)).account?.email).toBe(email)
    const token = /#token=([\w-]+)/.exec(link?.text ?? '')?.[1]
    await expect(world.call('complete_password_reset', { token, password: 'a third password' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('needs the present password; guesses are slowed down, and change nothing', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)
    const change = (password: string) => world.call('change_password', { password, new_password: NEW }, caller)
    for (let index = 0; index < 10; index++) {
      await expect(change('wrong one')).rejects.toMatchObject({
        code: 'forbidden',
        message: 'The present password is wrong.',
      })
    }

    await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' })
    await world.settled()
    expect(world.mails).toEqual([])
    expect((await world.signIn(email, PASSWORD, from('198.51.100.9'))).account?.email).toBe(email)
  })

  it('mails nothing to an address that nobody has confirmed', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
    const caller = await world.signIn(email)

    await world.call('change_password', { password: PASSWORD, new_password: NEW }, caller)

    await world.settled()
    expect(world.mails).toEqual([])
  })

  it('is one mail to an account with notifications: that of the notification', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const account = await app.account('vega')
    const payload = { password: account.password, new_password: NEW }
    const answer = await app.request({
      method: 'PUT',
      url: '/api/v1/account/password',
      headers: account.session,
      payload,
    })

    expect(answer.statusCode, answer.body).toBe(200)
    await app.parts.background.idle()
    expect((await app.get('/api/v1/notifications', account.session)).json().data).toMatchObject([
      { title: 'Password changed', priority: 'high', deliveries: [{ channel: 'email' }] },
    ])
    expect(app.logged.join('')).not.toContain('Optionwire: Password changed')
  })
})

describe('over HTTP', () => {
  it('ending all other sessions counts at their next request', async () => {
    await using world = await worldWithAda()
    await using server = await authServer(world)
    const { cookie } = await server.send('POST', [], '/session', { email, password: PASSWORD })
    const whoAmI = async () => (await server.send('GET', ['Cookie', cookie?.split(';')[0] ?? ''])).body
    const caller = await world.signIn(email)
    expect(await whoAmI()).toMatchObject({ kind: 'session' })

    await world.call('end_other_sessions', { password: PASSWORD }, caller)

    expect(await whoAmI()).toMatchObject({ kind: 'anonymous' })
  })

  it('a session shows the browser that it began in, and the address of its last use', async () => {
    await using world = await worldWithAda()
    await using server = await authServer(world, { trustProxy: true })
    const at = (address: string) => ['User-Agent', FIREFOX, 'X-Forwarded-For', address]
    const signedIn = await server.send('POST', at('203.0.113.1'), '/session', { email, password: PASSWORD })
    const cookie = ['Cookie', signedIn.cookie?.split(';')[0] ?? '']
    const sessions = async () => {
      const { id } = (await world.store.accounts.byEmail(email))!.account
      return world.store.sessions.ofAccount(id, { now: world.clock.now(), limit: 10 })
    }
    expect(await sessions()).toMatchObject([{ browser: 'Firefox on Linux', address: '203.0.113.1' }])
    world.clock.advance(60_000)
    await server.send('GET', [...at('203.0.113.99'), ...cookie])
    await server.auth.flush()

    expect(await sessions()).toMatchObject([
      { address: '203.0.113.99', lastSeenAt: '2026-11-20T15:01:00.000Z', createdAt: '2026-11-20T15:00:00.000Z' },
    ])
  })
})
