import { describe, expect, it } from 'vitest'
import { STRANGER_POLICY } from '../../../src/accounts/domain/attempt-policy.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import { type AccountWorld, ANONYMOUS, accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { testApp } from '../../support/app.ts'
import { codeOf } from '../../support/authenticator-app.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'
const STEP_MS = 30_000

interface Guarded {
  readonly world: AccountWorld
  readonly caller: Caller
  readonly secret: string
  readonly recovery: string[]
  /** The code of this moment; each call moves on, so that no code comes twice. */
  nextCode(): string
}

async function worldWithAda(options = {}) {
  const world = await accountWorld(options)
  await world.call('account_create', { email, password: PASSWORD, verified: true }, OPERATOR)
  return world
}

async function guarded(options = {}): Promise<Guarded> {
  const world = await worldWithAda(options)
  const caller = await world.signIn(email)
  const secret = String((await world.call('start_totp', { password: PASSWORD }, caller))['secret'])
  const nextCode = () => {
    world.clock.advance(STEP_MS)
    return codeOf(secret, world.clock.now())
  }
  const confirmed = await world.call('confirm_totp', { code: nextCode() }, caller)
  await world.settled()
  return { world, caller, secret, recovery: confirmed['recovery_codes'] as string[], nextCode }
}

/** The first step: what the answer asks for. */
async function stepOf(world: AccountWorld, caller: Caller = ANONYMOUS) {
  const error = await world.call('sign_in', { email, password: PASSWORD }, caller).catch((thrown) => thrown)
  return error.details.secondFactor as { token: string; methods: string[]; expires_at: string }
}

const complete = async (world: AccountWorld, code: string, caller: Caller = ANONYMOUS) =>
  world.call('complete_sign_in', { token: (await stepOf(world)).token, code }, caller)

const wrong = { code: 'unauthenticated', message: 'The code is wrong, or it was used before.' }
const expired = { code: 'unauthenticated', message: expect.stringContaining('has expired') }

describe('setting up an authenticator app', () => {
  it('changes nothing until its first code was confirmed', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)

    const { secret, uri } = await world.call('start_totp', { password: PASSWORD }, caller)

    expect(uri).toContain(`secret=${secret}`)
    expect(await world.call('list_factors', {}, caller)).toMatchObject({ totp_since: null, recovery_codes_left: 0 })
    await world.signIn(email)
    await expect(world.call('confirm_totp', { code: '000000' }, caller)).rejects.toMatchObject({ code: 'invalid' })
    await world.signIn(email)
  })

  it('gives ten recovery codes, and tells the owner', async () => {
    const { world, caller, recovery } = await guarded()
    await using _world = world

    expect(new Set(recovery).size).toBe(10)
    expect(await world.call('list_factors', {}, caller)).toMatchObject({
      totp_since: '2026-11-20T15:00:30.000Z',
      recovery_codes_left: 10,
    })
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Optionwire: Authenticator app added'])
  })

  it('needs the password, a confirmed address, and no other app; the setup ends after 15 minutes', async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    const caller = await world.signIn(email)
    const eve = await world.signIn('eve@example.com')
    const start = (who: Caller, password = PASSWORD) => world.call('start_totp', { password }, who)
    await expect(start(caller, 'wrong one')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(start(eve)).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('Confirm') })
    const first = String((await start(caller))['secret'])
    world.clock.advance(15 * 60_000 + 1)
    const late = world.call('confirm_totp', { code: codeOf(first, world.clock.now()) }, caller)
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    const second = String((await start(caller))['secret'])
    await world.call('confirm_totp', { code: codeOf(second, world.clock.now()) }, caller)

    await expect(start(caller)).rejects.toMatchObject({ code: 'conflict' })
    const again = world.call('confirm_totp', { code: codeOf(second, world.clock.now()) }, caller)
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
  })

  it('slows down guesses at the first code', async () => {
    await using world = await worldWithAda()
    const caller = await world.signIn(email)
    const secret = String((await world.call('start_totp', { password: PASSWORD }, caller))['secret'])
    const confirm = (code: string) => world.call('confirm_totp', { code }, caller)
    const right = codeOf(secret, world.clock.now())
    for (let index = 0; index < 5; index++) {
      await expect(confirm(`${(Number(right) + 1 + index) % 1_000_000}`.padStart(6, '0'))).rejects.toMatchObject({
        code: 'invalid',
      })
    }

    await expect(confirm(right)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('keeps neither secret nor codes in clear', async () => {
    using folder = tempFolder()
    const { world, secret, recovery } = await guarded({ path: folder.file('a.sqlite3') })
    await using _world = world

    for (const text of [secret, ...recovery, ...recovery.map((code) => code.replace('-', ''))]) {
      expect(folder.holds(text)).toBe(false)
    }
  })
})

describe('an address', () => {
  const from = (address: string): Caller => ({ ...ANONYMOUS, address })

  it('is known to an account only after the second step: the password alone does not pass the ceiling', async () => {
    const { world, nextCode } = await guarded()
    await using _world = world
    const [thief, owner] = [from('203.0.113.9'), from('198.51.100.7')]
    await stepOf(world, thief)
    await complete(world, nextCode(), owner)
    for (let index = 0; index < STRANGER_POLICY.freeFailures; index++) {
      const guess = world.call('sign_in', { email, password: 'wrong one' }, from(`203.0.100.${index}`))
      await expect(guess).rejects.toMatchObject({ code: 'unauthenticated' })
    }

    const again = (caller: Caller) => world.call('sign_in', { email, password: PASSWORD }, caller)
    await expect(again(thief)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(again(owner)).rejects.toMatchObject({ details: { secondFactor: expect.anything() } })
  })
})

describe('signing in with a second factor', () => {
  it('takes two steps: the password alone gives no session', async () => {
    const { world, nextCode } = await guarded()
    await using _world = world
    const before = world.cookies.length

    const step = await stepOf(world)
    expect(step).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recovery_code'],
      expires_at: '2026-11-20T15:05:30.000Z',
    })
    expect(world.cookies).toHaveLength(before)

    expect(await world.call('complete_sign_in', { token: step.token, code: nextCode() })).toMatchObject({ email })
    expect(world.cookies).toHaveLength(before + 1)
  })

  it('says of a wrong password no more than without a factor', async () => {
    const { world } = await guarded()
    await using _world = world

    const refused = await world.call('sign_in', { email, password: 'wrong one' }).catch((error) => error)

    expect(refused).toMatchObject({ code: 'unauthenticated', details: {} })
    expect(refused.message).toBe('The e-mail address or the password is wrong.')
  })

  it('refuses a code that was used, also the one of the setup, and any earlier one', async () => {
    const { world, secret, nextCode } = await guarded()
    await using _world = world
    const setup = codeOf(secret, world.clock.now())
    await expect(complete(world, setup)).rejects.toMatchObject(wrong)
    const used = nextCode()
    await complete(world, used)

    await expect(complete(world, used)).rejects.toMatchObject(wrong)
    await expect(complete(world, setup)).rejects.toMatchObject(wrong)
  })

  it('lets one of many simultaneous uses of a code in', async () => {
    const { world, recovery, nextCode } = await guarded()
    await using _world = world
    const before = world.cookies.length
    for (const code of [nextCode(), recovery[0] ?? '']) {
      const steps = [await stepOf(world), await stepOf(world), await stepOf(world)]
      await Promise.allSettled(steps.map(({ token }) => world.call('complete_sign_in', { token, code })))
    }

    expect(world.cookies).toHaveLength(before + 2)
  })

  it('takes each recovery code once, and tells the owner', async () => {
    const { world, caller, recovery } = await guarded()
    await using _world = world
    const [code = ''] = recovery

    await complete(world, code.toUpperCase().replace('-', ' '))

    await expect(complete(world, code)).rejects.toMatchObject(wrong)
    expect(await world.call('list_factors', {}, caller)).toMatchObject({ recovery_codes_left: 9 })
    await world.settled()
    expect(world.mails.at(-1)?.subject).toBe('Optionwire: Recovery code used')
  })

  it('takes no code of another account', async () => {
    const { world } = await guarded()
    await using _world = world
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD, verified: true }, OPERATOR)
    const eve = await world.signIn('eve@example.com')
    const secret = String((await world.call('start_totp', { password: PASSWORD }, eve))['secret'])
    const made = await world.call('confirm_totp', { code: codeOf(secret, world.clock.now()) }, eve)
    const codes = made['recovery_codes'] as string[]

    await expect(complete(world, codes[0] ?? '')).rejects.toMatchObject(wrong)
    await expect(complete(world, codeOf(secret, world.clock.now()))).rejects.toMatchObject(wrong)
  })
})

describe('the token of the second step', () => {
  it('works once, for five minutes', async () => {
    const { world, nextCode } = await guarded()
    await using _world = world
    const { token } = await stepOf(world)
    await world.call('complete_sign_in', { token, code: nextCode() })
    await expect(world.call('complete_sign_in', { token, code: nextCode() })).rejects.toMatchObject(expired)
    const late = await stepOf(world)
    world.clock.advance(5 * 60_000)

    await expect(world.call('complete_sign_in', { token: late.token, code: nextCode() })).rejects.toMatchObject(expired)
  })

  it('ends with the password', async () => {
    const { world, caller, nextCode } = await guarded()
    await using _world = world
    const { token } = await stepOf(world)

    await world.call('change_password', { password: PASSWORD, new_password: 'several other words' }, caller)

    await expect(world.call('complete_sign_in', { token, code: nextCode() })).rejects.toMatchObject(expired)
  })

  it('is kept as a digest', async () => {
    using folder = tempFolder()
    const { world } = await guarded({ path: folder.file('a.sqlite3') })
    await using _world = world

    expect(folder.holds((await stepOf(world)).token)).toBe(false)
  })
})

describe('guessing a code', () => {
  it('is slowed down after five failures, at all addresses and with all tokens together', async () => {
    const { world, secret, nextCode } = await guarded()
    await using _world = world
    const guess = async (index: number) => {
      const caller = { ...ANONYMOUS, address: `203.0.113.${index}` }
      const { token } = await stepOf(world, caller)
      return world.call('complete_sign_in', { token, code: '000000' }, caller).catch((error) => error)
    }
    const answers = []
    for (let index = 0; index < 8; index++) answers.push(await guess(index))

    expect(answers.map(({ code }) => code)).toEqual([
      ...Array(5).fill('unauthenticated'),
      ...Array(3).fill('rate_limited'),
    ])
    expect(answers[7].details).toEqual({ retryAfterS: 4 })
    await expect(complete(world, codeOf(secret, world.clock.now()))).rejects.toMatchObject({ code: 'rate_limited' })
    await complete(world, nextCode())
  })

  it('of unknown tokens is slowed down by address', async () => {
    const { world } = await guarded()
    await using _world = world
    const codes = []
    for (let index = 0; index < 12; index++) {
      const guess = world.call('complete_sign_in', { token: `guess ${index}`, code: '000000' })
      codes.push(await guess.catch(({ code }) => code))
    }

    expect(codes).toEqual([...Array(10).fill('unauthenticated'), 'rate_limited', 'rate_limited'])
  })
})

describe('losing the device', () => {
  it('is mended with a recovery code: the app is removed and set up again', async () => {
    const { world, recovery } = await guarded()
    await using _world = world
    await complete(world, recovery[0] ?? '')
    const caller = { ...(await callerOf(world)), address: '192.0.2.1' }
    await expect(world.call('remove_totp', { password: 'wrong one' }, caller)).rejects.toMatchObject({
      code: 'forbidden',
    })

    await world.call('remove_totp', { password: PASSWORD }, caller)

    expect(await world.call('list_factors', {}, caller)).toMatchObject({ totp_since: null, recovery_codes_left: 0 })
    await world.signIn(email)
    await expect(world.call('remove_totp', { password: PASSWORD }, caller)).rejects.toMatchObject({ code: 'not_found' })
    await world.settled()
    expect(world.mails.map(({ subject }) => subject)).toContain('Optionwire: Authenticator app removed')
  })

  it('is mended by the operator: factors and sessions end, and the owner is told', async () => {
    const { world, caller, recovery } = await guarded()
    await using _world = world

    await world.call('account_remove_factors', { email }, OPERATOR)

    await expect(world.call('list_sessions', {}, caller)).resolves.toMatchObject({ data: [] })
    const fresh = await world.signIn(email)
    expect(await world.call('list_factors', {}, fresh)).toMatchObject({ totp_since: null, recovery_codes_left: 0 })
    await world.settled()
    expect(world.mails.at(-1)).toMatchObject({ to: email, subject: 'Optionwire: Second factors removed' })
    expect(recovery).toHaveLength(10)
  })

  it('can be prepared: new recovery codes end the earlier ones', async () => {
    const { world, caller, recovery } = await guarded()
    await using _world = world
    const renewed = await world.call('renew_recovery_codes', { password: PASSWORD }, caller)

    await expect(complete(world, recovery[0] ?? '')).rejects.toMatchObject(wrong)
    await complete(world, (renewed['recovery_codes'] as string[])[0] ?? '')
  })

  it('is no loss of the account when SESSION_SECRET was changed: the answer says what to do', async () => {
    const { world, nextCode } = await guarded()
    await using _world = world
    const { id } = (await world.store.accounts.byEmail(email))!.account
    await world.store.totpFactors.remove(id)
    await world.store.totpFactors.begin(id, 'v1.sealed-under-another-secret-of-the-service', world.clock.now())
    await world.store.totpFactors.confirm(id, {
      secretSealed: 'v1.sealed-under-another-secret-of-the-service',
      step: 0,
      at: world.clock.now(),
    })

    await expect(complete(world, nextCode())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('account remove-factors'),
    })
  })
})

describe('over HTTP', () => {
  it('the first step answers 401 with the token, API keys are not affected, and no secret is logged', async () => {
    await using app = await testApp({ MARKET_SYMBOLS: 'SPY' })
    const account = await app.account('vega')
    const { email, password } = account
    const send = (method: 'POST' | 'PUT', url: string, payload: object, headers = {}) =>
      app.request({ method, url: `/api/v1${url}`, payload, headers })
    const { secret } = (await send('POST', '/account/totp', { password }, account.session)).json()
    const code = codeOf(secret, app.clock.now())
    const confirmed = (await send('POST', '/account/totp/confirm', { code }, account.session)).json()

    const first = await send('POST', '/session', { email, password })
    const { token } = first.json().second_factor
    app.clock.advance(STEP_MS)
    const second = await send('POST', '/session/second_factor', { token, code: codeOf(secret, app.clock.now()) })

    expect(first.statusCode).toBe(401)
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(second.statusCode, second.body).toBe(200)
    const cookie = String(second.headers['set-cookie']).split(';')[0] ?? ''
    expect((await app.get('/api/v1/session', { cookie })).json()).toMatchObject({ email })
    expect((await app.get('/api/v1/account', account.key)).statusCode).toBe(200)
    for (const text of [secret, token, cookie.split('=')[1] ?? '', ...confirmed.recovery_codes]) app.guard(text)
  })
})

async function callerOf(world: AccountWorld): Promise<Caller> {
  const found = await world.store.sessions.bySecretDigest(world.identity.digest('session', world.cookies.at(-1) ?? ''))
  return { kind: 'session', account: found!.account, address: null, sessionId: found!.session.id }
}
