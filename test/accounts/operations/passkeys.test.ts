import { describe, expect, it } from 'vitest'
import { MAX_PASSKEYS, relyingParty } from '../../../src/accounts/domain/passkey.ts'
import { startPasskeySignIn } from '../../../src/accounts/operations/passkeys/start-passkey-sign-in.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import { type AccountWorld, ANONYMOUS, accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { codeOf } from '../../support/authenticator-app.ts'
import { type Deviation, SoftAuthenticator } from '../../support/soft-authenticator.ts'

const email = 'ada@example.com'
const RP = { rpId: 'options.example', origin: 'https://options.example' }

const refused = { code: 'unauthenticated', message: expect.stringContaining('The passkey was not accepted') }

async function worldWith(...emails: string[]) {
  const world = await accountWorld()
  for (const each of emails)
    await world.call('account_create', { email: each, password: PASSWORD, verified: true }, OPERATOR)
  return world
}

async function begin(world: AccountWorld, caller: Caller): Promise<{ challenge: string }> {
  return (await world.call('start_passkey', { password: PASSWORD }, caller))['options'] as { challenge: string }
}

async function add(world: AccountWorld, caller: Caller, device = new SoftAuthenticator(), name = 'notebook') {
  const { challenge } = await begin(world, caller)
  const answer = await world.call('add_passkey', { name, response: device.create({ challenge, ...RP }) }, caller)
  await world.settled()
  return { device, passkey: answer['passkey'] as { id: string }, codes: answer['recovery_codes'] as string[] | null }
}

interface Started {
  readonly token: string
  readonly options: { readonly challenge: string; readonly allowCredentials: readonly { id: string }[] }
}

const start = async (world: AccountWorld, token?: string) =>
  (await world.call('start_passkey_sign_in', token === undefined ? {} : { token })) as unknown as Started

async function signInBy(world: AccountWorld, device: SoftAuthenticator, deviation: Deviation = {}, place = {}) {
  const { token, options } = await start(world)
  const response = device.get({ ...RP, ...place, challenge: options.challenge }, deviation)
  return world.call('sign_in_with_passkey', { token, response })
}

async function step(world: AccountWorld) {
  const error = await world.call('sign_in', { email, password: PASSWORD }).catch((thrown) => thrown)
  return error.details.secondFactor as { token: string; methods: string[] }
}

describe('adding a passkey', () => {
  it('asks the device to store it and to check its user, and gives recovery codes with the first', async () => {
    await using world = await worldWith(email)
    const caller = await world.signIn(email)

    const options = await begin(world, caller)
    const { codes, device } = await add(world, caller)

    expect(options).toMatchObject({
      rp: { id: 'options.example' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(codes).toHaveLength(10)
    expect(world.mails.at(-1)?.subject).toBe('Optionwire: Passkey added')
    expect(await begin(world, caller)).toMatchObject({ excludeCredentials: [{ id: device.credentialId }] })
    expect((await add(world, caller)).codes).toBeNull()
    expect(await world.call('list_factors', {}, caller)).toMatchObject({
      passkeys: [{ name: 'notebook', last_used_at: null }, {}],
      passkeys_possible: true,
      recovery_codes_left: 10,
    })
  })

  it('needs the password and a confirmed address', async () => {
    await using world = await worldWith(email)
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    const [ada, eve] = [await world.signIn(email), await world.signIn('eve@example.com')]

    await expect(world.call('start_passkey', { password: 'wrong one' }, ada)).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(begin(world, eve)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each<[string, object, Deviation]>([
    ['another origin', { origin: 'https://options.example.evil.test' }, {}],
    ['another port', { origin: 'https://options.example:8443' }, {}],
    ['another relying party', { rpId: 'evil.test' }, {}],
    ['another challenge', { challenge: 'A'.repeat(43) }, {}],
    ['a device that did not check its user', {}, { userVerified: false }],
  ])('refuses %s, and uses the challenge up', async (_name, change, deviation) => {
    await using world = await worldWith(email)
    const caller = await world.signIn(email)
    const device = new SoftAuthenticator()
    const { challenge } = await begin(world, caller)
    const wrong = device.create({ ...RP, challenge, ...change }, deviation)
    const right = device.create({ ...RP, challenge })
    const addWith = (response: object) => world.call('add_passkey', { name: 'x', response }, caller)

    await expect(addWith(wrong)).rejects.toMatchObject({ code: 'invalid' })
    await expect(addWith(right)).rejects.toMatchObject({ code: 'conflict' })
    expect(await world.call('list_factors', {}, caller)).toMatchObject({ passkeys: [] })
  })

  it('takes a challenge in its own session alone, once, within five minutes', async () => {
    await using world = await worldWith(email)
    const [caller, other] = [await world.signIn(email), await world.signIn(email)]
    const device = new SoftAuthenticator()
    const { challenge } = await begin(world, caller)
    const response = device.create({ ...RP, challenge })
    const addAs = (who: Caller) => world.call('add_passkey', { name: 'x', response }, who)

    await expect(addAs(other)).rejects.toMatchObject({ code: 'conflict' })
    await addAs(caller)
    await expect(addAs(caller)).rejects.toMatchObject({ code: 'conflict' })
    const late = device.create({ ...RP, challenge: (await begin(world, caller)).challenge })
    world.clock.advance(5 * 60_000)
    await expect(world.call('add_passkey', { name: 'x', response: late }, caller)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('does not sign in with its challenge, also where the id of the session is sent as the token', async () => {
    await using world = await worldWith(email)
    const caller = await world.signIn(email)
    const { device } = await add(world, caller)
    const { challenge } = await begin(world, caller)

    const input = { token: caller.sessionId, response: device.get({ ...RP, challenge }) }

    await expect(world.call('sign_in_with_passkey', input)).rejects.toMatchObject(refused)
  })

  it('refuses a credential that another account has, and more than 20', async () => {
    await using world = await worldWith(email, 'eve@example.com')
    const [ada, eve] = [await world.signIn(email), await world.signIn('eve@example.com')]
    const { device } = await add(world, ada)
    await expect(add(world, eve, device)).rejects.toMatchObject({ code: 'conflict' })
    for (let index = 1; index < MAX_PASSKEYS; index++) await add(world, ada)

    await expect(add(world, ada)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('20') })
  })
})

describe('the second step of an account with a passkey', () => {
  it('takes no code of an authenticator app that was never confirmed', async () => {
    await using world = await worldWith(email)
    const caller = await world.signIn(email)
    await add(world, caller)
    const secret = String((await world.call('start_totp', { password: PASSWORD }, caller))['secret'])
    const { token, methods } = await step(world)

    const completed = world.call('complete_sign_in', { token, code: codeOf(secret, world.clock.now()) })

    expect(methods).toEqual(['passkey', 'recovery_code'])
    await expect(completed).rejects.toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('wrong'),
    })
  })
})

describe('signing in with a passkey alone', () => {
  it('starts a session, though the account has an authenticator app too', async () => {
    await using world = await worldWith(email)
    const caller = await world.signIn(email)
    const { device } = await add(world, caller)
    const secret = String((await world.call('start_totp', { password: PASSWORD }, caller))['secret'])
    const confirmed = await world.call('confirm_totp', { code: codeOf(secret, world.clock.now()) }, caller)
    expect(confirmed['recovery_codes']).toBeNull()

    const userHandle = Buffer.from(caller.account!.id).toString('base64url')
    expect(await signInBy(world, device, { userHandle })).toMatchObject({ email })
    expect(await signInBy(world, device)).toMatchObject({ email })
    expect(await world.call('list_factors', {}, caller)).toMatchObject({
      passkeys: [{ last_used_at: '2026-11-20T15:00:00.000Z' }],
    })
  })

  it.each<[string, object, Deviation]>([
    ['another origin', { origin: 'https://evil.test' }, {}],
    ['no TLS', { origin: 'http://options.example' }, {}],
    ['another relying party', { rpId: 'evil.test' }, {}],
    ['a device that did not check its user', {}, { userVerified: false }],
    ['a user handle of another account', {}, { userHandle: 'b3RoZXI' }],
    ['a counter that did not grow: a copy', {}, { counter: 1 }],
  ])('refuses %s', async (_name, place, deviation) => {
    await using world = await worldWith(email)
    const { device } = await add(world, await world.signIn(email))
    await signInBy(world, device)
    const before = world.cookies.length

    await expect(signInBy(world, device, deviation, place)).rejects.toMatchObject(refused)
    expect(world.cookies).toHaveLength(before)
  })

  it('refuses an unknown credential, and the key of one passkey under the id of another', async () => {
    await using world = await worldWith(email, 'eve@example.com')
    const { device } = await add(world, await world.signIn(email))
    const { device: foreign } = await add(world, await world.signIn('eve@example.com'))
    const { token, options } = await start(world)
    const forged = {
      ...foreign.get({ ...RP, challenge: options.challenge }),
      id: device.credentialId,
      rawId: device.credentialId,
    }

    await expect(world.call('sign_in_with_passkey', { token, response: forged })).rejects.toMatchObject(refused)
    await expect(signInBy(world, new SoftAuthenticator())).rejects.toMatchObject(refused)
  })

  it('takes one answer to a challenge, right or wrong, from whoever began, within five minutes', async () => {
    await using world = await worldWith(email)
    const { device } = await add(world, await world.signIn(email))
    const [first, second] = [await start(world), await start(world)]
    const answer = (challenge: string) => device.get({ ...RP, challenge })
    const send = (token: string, response: object) => world.call('sign_in_with_passkey', { token, response })

    // The answer to one challenge with the token of another sign-in.
    await expect(send(second.token, answer(first.options.challenge))).rejects.toMatchObject(refused)
    await expect(send(second.token, answer(second.options.challenge))).rejects.toMatchObject(refused)
    const right = answer(first.options.challenge)
    await send(first.token, right)
    await expect(send(first.token, right)).rejects.toMatchObject(refused)
    const third = await start(world)
    world.clock.advance(5 * 60_000)
    await expect(send(third.token, answer(third.options.challenge))).rejects.toMatchObject(refused)
  })

  it('lets one of many simultaneous uses of an answer in', async () => {
    await using world = await worldWith(email)
    const { device } = await add(world, await world.signIn(email))
    const { token, options } = await start(world)
    const response = device.get({ ...RP, challenge: options.challenge })
    const before = world.cookies.length

    await Promise.allSettled([1, 2, 3].map(() => world.call('sign_in_with_passkey', { token, response })))

    expect(world.cookies).toHaveLength(before + 1)
  })
})

describe('a passkey as second factor', () => {
  it('is asked for after the password, and only those of the account may answer', async () => {
    await using world = await worldWith(email, 'eve@example.com')
    const { device } = await add(world, await world.signIn(email))
    const { device: foreign } = await add(world, await world.signIn('eve@example.com'))
    const { token, methods } = await step(world)
    expect(methods).toEqual(['passkey', 'recovery_code'])
    const before = world.cookies.length

    const attacked = await start(world, token)
    const byEve = foreign.get({ ...RP, challenge: attacked.options.challenge })
    await expect(world.call('sign_in_with_passkey', { token, response: byEve })).rejects.toMatchObject(refused)
    expect(world.cookies).toHaveLength(before)

    const { options } = await start(world, token)
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.credentialId])
    const response = device.get({ ...RP, challenge: options.challenge })
    expect(await world.call('sign_in_with_passkey', { token, response })).toMatchObject({ email })
    await expect(start(world, token)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is replaced by a recovery code', async () => {
    await using world = await worldWith(email)
    const { codes } = await add(world, await world.signIn(email))
    const { token } = await step(world)

    expect(await world.call('complete_sign_in', { token, code: codes?.[0] ?? '' })).toMatchObject({ email })
  })
})

describe('keeping passkeys', () => {
  it('renames one, and none of another account', async () => {
    await using world = await worldWith(email, 'eve@example.com')
    const [ada, eve] = [await world.signIn(email), await world.signIn('eve@example.com')]
    const { passkey } = await add(world, ada)

    expect(await world.call('rename_passkey', { id: passkey.id, name: 'phone' }, ada)).toMatchObject({ name: 'phone' })

    const foreign = { id: passkey.id, name: 'mine' }
    await expect(world.call('rename_passkey', foreign, eve)).rejects.toMatchObject({ code: 'not_found' })
    const removal = { id: passkey.id, password: PASSWORD }
    await expect(world.call('remove_passkey', removal, eve)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('removes one with the password; with the last factor the recovery codes end', async () => {
    await using world = await worldWith(email)
    const caller = await world.signIn(email)
    const { passkey, device } = await add(world, caller)
    const second = await add(world, caller)
    const remove = (id: string, password = PASSWORD) => world.call('remove_passkey', { id, password }, caller)
    await expect(remove(passkey.id, 'wrong one')).rejects.toMatchObject({ code: 'forbidden' })
    await remove(passkey.id)
    expect(await world.call('list_factors', {}, caller)).toMatchObject({ recovery_codes_left: 10 })
    await expect(signInBy(world, device)).rejects.toMatchObject(refused)

    await remove(second.passkey.id)

    expect(await world.call('list_factors', {}, caller)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    await world.signIn(email)
    await world.settled()
    expect(world.mails.at(-1)?.subject).toBe('Optionwire: Passkey removed')
  })

  it('ends with the command of the operator', async () => {
    await using world = await worldWith(email)
    const { device } = await add(world, await world.signIn(email))

    await world.call('account_remove_factors', { email }, OPERATOR)

    await expect(signInBy(world, device)).rejects.toMatchObject(refused)
    await world.signIn(email)
  })
})

describe('where passkeys are possible', () => {
  it.each([
    ['https://options.example/', { id: 'options.example', origin: 'https://options.example' }],
    ['https://options.example:8443', { id: 'options.example', origin: 'https://options.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://127.0.0.1:3000', null],
    ['https://[::1]', null],
    ['http://options.example', null],
  ])('%s', (url, expected) => {
    expect(relyingParty(url)).toEqual(expected)
  })

  it('says what to do where they are not', async () => {
    await using world = await worldWith(email)
    const context = { ...world.context(ANONYMOUS), publicUrl: 'http://127.0.0.1:3000' }

    await expect(startPasskeySignIn.run({}, context)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('PUBLIC_URL'),
    })
  })
})
