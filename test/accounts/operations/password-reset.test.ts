import { describe, expect, it } from 'vitest'
import { requestPasswordReset } from '../../../src/accounts/operations/request-password-reset.ts'
import { signIn } from '../../../src/accounts/operations/sign-in.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { type AccountWorld, ANONYMOUS, accountWorld, OPERATOR, PASSWORD, tokenIn } from '../../support/account-world.ts'
import { traced } from '../../support/traced-store.ts'

const email = 'ada@example.com'
const NEW = 'a new password'

/** What a reset request does to the store after its answer, step by step, and to the mailer. */
async function workOfReset(world: AccountWorld, address: string) {
  const steps: string[] = []
  const before = { sent: world.mails.length, pretended: world.pretended.length }
  const context = world.context(ANONYMOUS)
  const work: (() => Promise<void>)[] = []
  await invoke(
    requestPasswordReset,
    { email: address },
    { ...context, later: (it) => void work.push(it), store: traced(world.store, steps) },
  )
  steps.length = 0
  for (const each of work) await each()
  return { steps, sent: world.mails.length - before.sent, pretended: world.pretended.length - before.pretended }
}

async function worldWithAda() {
  const world = await accountWorld()
  await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
  return world
}

describe('resetting a password', () => {
  it('sets it, confirms the address, and ends all sessions', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)
    await world.call('request_password_reset', { email })
    await world.settled()

    await world.call('complete_password_reset', { token: tokenIn(world.mails[0]), password: NEW }, caller)

    const old = world.identity.digest('session', world.cookies[0] ?? '')
    expect(await world.store.sessions.bySecretDigest(old)).toBeUndefined()
    expect(world.cookies.at(-1)).toBeNull()
    await expect(world.signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await world.signIn(email, NEW)).account?.emailVerified).toBe(true)
  })

  it('answers a known and an unknown address alike, before either is looked up', async () => {
    await using world = await worldWithAda()

    const known = await world.call('request_password_reset', { email })
    const unknown = await world.call('request_password_reset', { email: 'nobody@example.com' })

    expect(known).toEqual(unknown)
    expect(world.mails).toEqual([])
    await world.settled()
    expect(world.mails.map(({ to }) => to)).toEqual([email])
  })

  it('does the same work for a known and an unknown address, and once no more mails are sent', async () => {
    await using world = await worldWithAda()
    const known = await workOfReset(world, email)
    const unknown = await workOfReset(world, 'nobody@example.com')
    for (let index = 0; index < 5; index++) {
      await world.call('request_password_reset', { email })
      await world.settled()
    }
    const overLimit = await workOfReset(world, email)

    expect(known.steps).toEqual(['accounts.byEmail', 'mailTokens.countSince', 'transaction', 'mailTokens.add'])
    expect(unknown.steps).toEqual(known.steps)
    expect(overLimit.steps).toEqual(known.steps)
    expect([known, unknown, overLimit].map(({ sent, pretended }) => ({ sent, pretended }))).toEqual([
      { sent: 1, pretended: 0 },
      { sent: 0, pretended: 1 },
      { sent: 0, pretended: 1 },
    ])
    expect(world.pretended[0]).toEqual({
      to: 'nobody@example.com',
      subject: world.mails[0]?.subject,
      text: world.mails[0]?.text.replace(/#token=\S+/, () => `#token=${tokenIn(world.pretended[0])}`),
    })
  })

  it('works once, within an hour, and ends the other links of the account', async () => {
    await using world = await worldWithAda()
    await world.call('request_password_reset', { email })
    await world.call('request_password_reset', { email })
    await world.settled()
    const [first, second] = world.mails.map(tokenIn)

    await world.call('complete_password_reset', { token: second, password: NEW })

    for (const token of [first, second]) {
      await expect(world.call('complete_password_reset', { token, password: 'third password' })).rejects.toMatchObject({
        code: 'invalid',
      })
    }
    await world.call('request_password_reset', { email })
    await world.settled()
    world.clock.advance(3_600_000)
    const late = world.call('complete_password_reset', {
      token: tokenIn(world.mails.at(-1)),
      password: 'third password',
    })
    await expect(late).rejects.toMatchObject({ code: 'invalid' })
    await world.signIn(email, NEW)
  })

  it('sends at most five mails an hour, and leaves those sent before valid', async () => {
    await using world = await worldWithAda()
    for (let index = 0; index < 8; index++) {
      await world.call('request_password_reset', { email })
      await world.settled()
    }

    expect(world.mails).toHaveLength(5)
    await world.call('complete_password_reset', { token: tokenIn(world.mails[0]), password: NEW })
    await world.signIn(email, NEW)
  })

  it('does not let a sign-in with the old password in that was being checked meanwhile', async () => {
    await using world = await worldWithAda()
    await world.call('request_password_reset', { email })
    await world.settled()
    const token = tokenIn(world.mails[0])
    const context = world.context(ANONYMOUS)
    const { passwords } = context.identity
    const slow = {
      ...passwords,
      async verify(password: string, stored: string | null) {
        const fits = await passwords.verify(password, stored)
        await world.call('complete_password_reset', { token, password: NEW })
        return fits
      },
    }

    const late = invoke(
      signIn,
      { email, password: PASSWORD },
      { ...context, identity: { ...context.identity, passwords: slow } },
    )

    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(world.cookies).toEqual([null])
  })

  it('reports a mail that could not be sent', async () => {
    await using world = await worldWithAda()
    world.breakMail()

    await world.call('request_password_reset', { email })
    await world.settled()

    expect(world.errors).toEqual([new Error('mail server down')])
  })

  it('stores no token', async () => {
    await using world = await worldWithAda()
    await world.call('request_password_reset', { email })
    await world.settled()

    const digest = world.identity.digest('mail', tokenIn(world.mails[0]))

    expect(
      await world.store.mailTokens.redeem(tokenIn(world.mails[0]), 'reset_password', world.clock.now()),
    ).toBeUndefined()
    expect(await world.store.mailTokens.redeem(digest, 'reset_password', world.clock.now())).toBeDefined()
  })
})
