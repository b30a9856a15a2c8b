import { describe, expect, it } from 'vitest'
import { signUp } from '../../../src/accounts/operations/sign-up.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { ANONYMOUS, accountWorld, OPERATOR, PASSWORD, tokenIn } from '../../support/account-world.ts'

const email = 'ada@example.com'
const OTHER = 'another password'

describe('signing up', () => {
  it('makes an account on the Delta plan, whose mail confirms the address', async () => {
    await using world = await accountWorld()

    await world.call('sign_up', { email: 'Ada@Example.com', password: PASSWORD, time_zone: 'Europe/London' })
    await world.settled()

    expect((await world.store.accounts.byEmail(email))?.account).toMatchObject({
      email,
      emailVerified: false,
      plan: 'delta',
      status: 'good',
      timeZone: 'Europe/London',
    })
    expect(world.mails).toHaveLength(1)
    expect(world.mails[0]).toMatchObject({ to: email, subject: expect.stringContaining('confirm') })

    const verified = await world.call('verify_email', { token: tokenIn(world.mails[0]) })

    expect(verified).toEqual({ email_verified: true })
    expect((await world.store.accounts.byEmail(email))?.account.emailVerified).toBe(true)
  })

  it('answers a known and an unknown address alike, before either is looked up', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD, verified: true }, OPERATOR)
    const before = world.derivations()

    const known = await world.call('sign_up', { email, password: OTHER })
    const unknown = await world.call('sign_up', { email: 'new@example.com', password: OTHER })

    expect(known).toEqual(unknown)
    expect(world.derivations()).toBe(before)
    expect(world.mails).toEqual([])
    await world.settled()
    expect(world.derivations()).toBe(before + 2)
    expect(world.mails.map(({ to }) => to).sort()).toEqual([email, 'new@example.com'])
  })

  it('changes nothing of a confirmed account, and tells its owner', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD, plan: 'vega', verified: true }, OPERATOR)
    const before = await world.store.accounts.byEmail(email)

    await world.call('sign_up', { email, password: OTHER, time_zone: 'Asia/Tokyo' })
    await world.settled()

    expect(await world.store.accounts.byEmail(email)).toEqual(before)
    expect(world.mails[0]?.subject).toContain('already have an account')
  })

  it('gives an account that a stranger has prepared to whoever reads the mail, with the password of that sign-up', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: 'of the stranger' })
    await world.settled()
    await world.signIn(email, 'of the stranger')

    await world.call('sign_up', { email, password: PASSWORD })
    await world.settled()
    await world.call('verify_email', { token: tokenIn(world.mails[1]) })

    await expect(world.signIn(email, 'of the stranger')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await world.signIn(email)).account?.emailVerified).toBe(true)
    const stranger = world.identity.digest('session', world.cookies[0] ?? '')
    expect(await world.store.sessions.bySecretDigest(stranger)).toBeUndefined()
  })

  it('keeps the session of whoever signed up and confirms', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: PASSWORD })
    await world.settled()
    const caller = await world.signIn(email)

    await world.call('verify_email', { token: tokenIn(world.mails[0]) }, caller)

    expect(await world.call('show_session', {}, caller)).toMatchObject({ email, email_verified: true })
  })

  it('uses a token once, within 24 hours', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: PASSWORD })
    await world.call('sign_up', { email: 'late@example.com', password: PASSWORD })
    await world.settled()
    const [mine, late] = ['ada@example.com', 'late@example.com'].map((to) =>
      tokenIn(world.mails.find((mail) => mail.to === to)),
    )

    await world.call('verify_email', { token: mine })
    world.clock.advance(24 * 3_600_000)

    for (const token of [mine, late, 'never-given']) {
      await expect(world.call('verify_email', { token })).rejects.toMatchObject({
        code: 'invalid',
        details: { issues: [{ path: 'token', message: 'is unknown, already used, or expired' }] },
      })
    }
    expect((await world.store.accounts.byEmail('late@example.com'))?.account.emailVerified).toBe(false)
  })

  it('does not confirm an address with the token of a password reset', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
    await world.call('request_password_reset', { email })
    await world.settled()

    await expect(world.call('verify_email', { token: tokenIn(world.mails[0]) })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('answers 202 all the same when the mail cannot be sent, and reports it', async () => {
    await using world = await accountWorld()
    world.breakMail()

    await world.call('sign_up', { email, password: PASSWORD })
    await world.settled()

    expect(world.errors).toEqual([new Error('mail server down')])
    expect(await world.store.accounts.byEmail(email)).toBeDefined()
  })

  it('names every bad field at once, and refuses fields that it does not know', async () => {
    await using world = await accountWorld()

    await expect(
      world.call('sign_up', { email: 'ada', password: 'short', time_zone: 'Mars', plan: 'vega', standing: 'good' }),
    ).rejects.toSatisfy(({ details }) => {
      const paths = details.issues.map(({ path }: { path: string }) => path)
      return JSON.stringify(paths.sort()) === '["email","password","plan","standing","time_zone"]'
    })
  })

  it('limits an address, not the others, and says exactly how long', async () => {
    await using world = await accountWorld()
    for (let index = 0; index < 20; index++) {
      await world.call('sign_up', { email: `ada${index}@example.com`, password: PASSWORD })
    }

    await expect(world.call('sign_up', { email, password: PASSWORD })).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterS: 30 },
    })
    await world.call('sign_up', { email, password: PASSWORD }, { ...ANONYMOUS, address: '192.0.2.2' })
    world.clock.advance(30_000)
    await world.call('sign_up', { email, password: PASSWORD })
  })

  it('limits guesses at mail tokens', async () => {
    await using world = await accountWorld()
    for (let index = 0; index < 10; index++) {
      await expect(world.call('verify_email', { token: `guess${index}` })).rejects.toMatchObject({ code: 'invalid' })
    }

    await expect(world.call('verify_email', { token: 'guess' })).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterS: 4 },
    })
  })
})

describe('signing up again before the mail is answered', () => {
  it('ends the password and the sessions of an earlier sign-up at once, before any mail is answered', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: 'of the stranger' })
    await world.settled()
    await world.signIn(email, 'of the stranger')

    await world.call('sign_up', { email, password: PASSWORD })
    await world.settled()

    const session = world.identity.digest('session', world.cookies[0] ?? '')
    expect(await world.store.sessions.bySecretDigest(session)).toBeUndefined()
    await expect(world.signIn(email, 'of the stranger')).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(world.signIn(email)).rejects.toMatchObject({ code: 'unauthenticated' })
    await world.call('verify_email', { token: tokenIn(world.mails[1]) })
    expect((await world.signIn(email)).account?.emailVerified).toBe(true)
  })

  it('leaves the owner the link of the first mail when a stranger signs up after', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: PASSWORD })
    await world.settled()
    await world.call('sign_up', { email, password: 'of the stranger' })
    await world.settled()

    await world.call('verify_email', { token: tokenIn(world.mails[0]) })

    expect((await world.signIn(email)).account?.emailVerified).toBe(true)
    await expect(world.signIn(email, 'of the stranger')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('ends nothing where the owner confirms the address while the later password is compared', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: PASSWORD })
    await world.settled()
    const context = world.context(ANONYMOUS)
    const { passwords } = context.identity
    const slow = {
      ...passwords,
      async verify(password: string, stored: string | null) {
        await world.call('verify_email', { token: tokenIn(world.mails[0]) })
        return passwords.verify(password, stored)
      },
    }

    const input = { email, password: OTHER }
    await invoke(signUp, input, { ...context, identity: { ...context.identity, passwords: slow } })
    await world.settled()

    expect((await world.signIn(email)).account?.emailVerified).toBe(true)
  })

  it('ends nothing of whoever signs up again with the same password, nor of an account of the operator', async () => {
    await using world = await accountWorld()
    await world.call('sign_up', { email, password: PASSWORD })
    await world.call('account_create', { email: 'made@example.com', password: PASSWORD }, OPERATOR)
    await world.settled()
    await world.signIn(email)
    await world.call('sign_up', { email, password: PASSWORD })
    await world.call('sign_up', { email: 'made@example.com', password: OTHER })
    await world.settled()

    const session = world.identity.digest('session', world.cookies[0] ?? '')
    expect(await world.store.sessions.bySecretDigest(session)).toBeDefined()
    expect((await world.signIn('made@example.com')).account?.email).toBe('made@example.com')
  })
})
