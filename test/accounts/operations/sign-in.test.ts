import { describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/catalogue/context.ts'
import { ANONYMOUS, accountWorld, OPERATOR, PASSWORD, QUICK_COST } from '../../support/account-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'

async function worldWithAda(options = {}) {
  const world = await accountWorld(options)
  await world.call('account_create', { email, password: PASSWORD, plan: 'vega', verified: true }, OPERATOR)
  return world
}

const from = (address: string): Caller => ({ ...ANONYMOUS, address })

describe('signing in', () => {
  it('answers the account and hands the cookie over', async () => {
    await using world = await worldWithAda()

    const answer = await world.call('sign_in', { email: ' ADA@example.com ', password: PASSWORD })

    expect(answer).toEqual({
      email,
      email_verified: true,
      plan: 'vega',
      standing: 'good',
      time_zone: 'America/New_York',
      created_at: '2026-11-20T15:00:00.000Z',
    })
    expect(world.cookies).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  })

  it('does one derivation and answers alike for a wrong password and an unknown e-mail', async () => {
    await using world = await worldWithAda()
    const before = world.derivations()

    const wrong = await world.call('sign_in', { email, password: 'not this one' }).catch((error) => error)
    const between = world.derivations()
    const unknown = await world.call('sign_in', { email: 'no@example.com', password: PASSWORD }).catch((error) => error)

    expect(between - before).toBe(1)
    expect(world.derivations() - between).toBe(1)
    expect(wrong).toMatchObject({ code: 'unauthenticated', message: 'The e-mail address or the password is wrong.' })
    expect({ ...unknown, message: unknown.message }).toEqual({ ...wrong, message: wrong.message })
    expect(world.cookies).toEqual([])
  })

  it('ends the session that the caller had, so that its secret cannot be used again', async () => {
    await using world = await worldWithAda()
    const first = await world.signIn(email)

    const second = await world.signIn(email, PASSWORD, first)

    expect(second.sessionId).not.toBe(first.sessionId)
    const replayed = world.identity.digest('session', world.cookies[0] ?? '')
    expect(await world.store.sessions.bySecretDigest(replayed)).toBeUndefined()
  })

  it('keeps only a keyed digest of the secret: a copy of the store cannot be replayed', async () => {
    using folder = tempFolder()
    await using world = await worldWithAda({ path: folder.file('a.sqlite3') })
    await world.signIn(email)

    const secret = world.cookies[0] ?? ''

    expect(folder.holds(secret)).toBe(false)
    expect(folder.holds(world.identity.digest('session', secret))).toBe(true)
  })

  it('makes a hash of another cost anew', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    {
      await using _old = await worldWithAda({
        path,
        passwordCost: { algorithm: 'scrypt', logN: 4, blockSize: 1, lanes: 1 },
      })
    }
    await using world = await accountWorld({ path, passwordCost: QUICK_COST })

    await world.signIn(email)

    expect((await world.store.accounts.byEmail(email))?.passwordHash).toMatch(/^\$argon2id/)
    await world.signIn(email)
  })

  it('lets a suspended account in, to read and to leave, and not to use the service', async () => {
    await using world = await worldWithAda()
    await world.call('account_suspend', { email }, OPERATOR)

    const caller = await world.signIn(email)

    expect(await world.call('show_account', {}, caller)).toMatchObject({ standing: 'suspended' })
    await expect(world.call('create_api_key', { name: 'k', expiry: '30d' }, caller)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'An API key needs: an active account.',
    })
    await expect(world.call('show_account', {}, { ...caller, kind: 'api_key' })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('account is suspended'),
    })
  })

  it('signs out: the session is gone and the cookie cleared', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)

    expect(await world.call('sign_out', {}, caller)).toEqual({})

    const digest = world.identity.digest('session', world.cookies[0] ?? '')
    expect(await world.store.sessions.bySecretDigest(digest)).toBeUndefined()
    expect(world.cookies.at(-1)).toBeNull()
  })

  it('is not open to API keys, and answers 401 to whoever asks for a session without one', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)

    await expect(
      world.call('sign_in', { email, password: PASSWORD }, { ...caller, kind: 'api_key' }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(world.call('show_session', {})).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('guessing passwords', () => {
  it('costs at most 12 derivations for 1,000 guesses at once', async () => {
    await using world = await worldWithAda()
    const before = world.derivations()

    const results = await Promise.allSettled(
      Array.from({ length: 1_000 }, (_, index) => world.call('sign_in', { email, password: `guess ${index}` })),
    )

    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'let in'))
    expect(world.derivations() - before).toBe(10)
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(990)
  })

  it('is slowed down by address too, over many accounts', async () => {
    await using world = await accountWorld()

    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        world.call('sign_in', { email: `user${index}@example.com`, password: PASSWORD }),
      ),
    )

    expect(world.derivations()).toBe(10)
    expect(results.at(-1)).toMatchObject({ reason: { code: 'rate_limited', details: { retryAfterS: 4 } } })
  })

  it('keeps neither the right password from a fresh address nor a session out below the ceiling of the account', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email, PASSWORD, from('198.51.100.9'))
    for (let index = 0; index < 60; index++) {
      const address = `203.0.113.${index % 6}`
      await expect(world.call('sign_in', { email, password: 'wrong one' }, from(address))).rejects.toBeDefined()
    }

    expect((await world.signIn(email, PASSWORD, from('198.51.100.7'))).account?.email).toBe(email)
    expect(await world.call('show_account', {}, caller)).toMatchObject({ email })
  })

  it('gives an address that has failed once a delay as long as the account is under attack', async () => {
    await using world = await worldWithAda()
    for (let index = 0; index < 12; index++) {
      const attempt = world.call('sign_in', { email, password: 'wrong one' }, from(`203.0.113.${index}`))
      await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated' })
    }

    const again = world.call('sign_in', { email, password: 'wrong one' }, from('203.0.113.3'))

    await expect(again).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterS: 16 } })
  })

  it('says exactly how long to wait: not a moment earlier, and then it works', async () => {
    await using world = await worldWithAda()
    for (let index = 0; index < 10; index++) {
      await expect(world.call('sign_in', { email, password: 'wrong one' })).rejects.toBeDefined()
    }
    const refused = await world.call('sign_in', { email, password: PASSWORD }).catch((error) => error)

    world.clock.advance(refused.details.retryAfterS * 1_000 - 1)
    await expect(world.signIn(email)).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterS: 1 } })
    world.clock.advance(1)
    expect((await world.signIn(email)).account?.email).toBe(email)
  })

  it('is remembered over a restart', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    {
      await using world = await worldWithAda({ path })
      for (let index = 0; index < 10; index++) {
        await expect(world.call('sign_in', { email, password: 'wrong one' })).rejects.toBeDefined()
      }
    }
    await using world = await accountWorld({ path })

    await expect(world.signIn(email)).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterS: 4 } })
    expect(world.derivations()).toBe(0)
  })

  it('does not take many right passwords at once for guesses', async () => {
    await using world = await worldWithAda()

    const answers = await Promise.all(
      Array.from({ length: 40 }, () => world.call('sign_in', { email, password: PASSWORD })),
    )

    expect(answers).toHaveLength(40)
    expect(new Set(world.cookies).size).toBe(40)
  })

  it("is not made cheaper by signing in to an account of one's own in between", async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    const codes: string[] = []
    for (let index = 0; index < 12; index++) {
      codes.push(await world.call('sign_in', { email, password: 'wrong one' }).catch((error) => error.code))
      await world.call('sign_in', { email: 'eve@example.com', password: PASSWORD }).catch(() => {})
    }

    expect(codes.slice(0, 9)).toEqual(Array(9).fill('unauthenticated'))
    expect(codes.at(-1)).toBe('rate_limited')
  })

  it('keeps neither addresses nor e-mails of those who tried', async () => {
    using folder = tempFolder()
    await using world = await worldWithAda({ path: folder.file('a.sqlite3') })

    await expect(
      world.call('sign_in', { email: 'stranger@example.com', password: PASSWORD }, from('203.0.113.77')),
    ).rejects.toBeDefined()

    expect(folder.holds('203.0.113.77')).toBe(false)
    expect(folder.holds('stranger@example.com')).toBe(false)
  })
})
