import { describe, expect, it } from 'vitest'
import { accountOperations } from '../../../src/accounts/operations/index.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import { accountWorld, OPERATOR, PASSWORD, tokenIn } from '../../support/account-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'

describe('the account of a caller', () => {
  it('shows plan, standing and the limits with what is used of them', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD, plan: 'vega', verified: true }, OPERATOR)
    const caller = await world.signIn(email)
    await world.call('create_api_key', { name: 'k', expiry: '30d' }, caller)

    expect(await world.call('show_account', {}, { ...caller, kind: 'api_key' })).toEqual({
      email,
      email_verified: true,
      plan: 'vega',
      standing: 'good',
      time_zone: 'America/New_York',
      created_at: '2026-11-20T15:00:00.000Z',
      limits: [
        { name: 'api_keys', window: 'total', limit: 50, used: 1 },
        { name: 'rest_requests', window: 'minute', limit: 100, used: 7 },
      ],
    })
  })

  it('is deleted with the password, and leaves no row and no trace in the files', async () => {
    using folder = tempFolder()
    await using world = await accountWorld({ path: folder.file('a.sqlite3') })
    await world.call('sign_up', { email: 'canary.4711@example.com', password: PASSWORD })
    await world.settled()
    await world.call('account_set_plan', { email: 'canary.4711@example.com', plan: 'vega' }, OPERATOR)
    await world.call('verify_email', { token: tokenIn(world.mails[0]) })
    await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
    const caller = await world.signIn('canary.4711@example.com')
    await world.call('create_api_key', { name: 'canary key name', expiry: '30d' }, caller)
    await world.call('request_password_reset', { email: 'canary.4711@example.com' })
    await world.settled()
    const account = await world.store.accounts.byEmail('canary.4711@example.com')
    const canaries = ['canary.4711', 'canary key name', account!.passwordHash, account!.account.id]
    const before = canaries.map((canary) => folder.holds(canary))

    await world.call('delete_account', { password: PASSWORD }, caller)

    expect(before).toEqual([true, true, true, true])
    expect(canaries.map((canary) => folder.holds(canary))).toEqual([false, false, false, false])
    expect(world.cookies.at(-1)).toBeNull()
    expect(await world.store.accounts.byEmail(email)).toBeDefined()
    await expect(world.call('show_account', {}, caller)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is not deleted with a wrong password, and guessing it there is slowed down as well', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
    const caller = await world.signIn(email)

    for (let index = 0; index < 10; index++) {
      await expect(world.call('delete_account', { password: 'wrong one' }, caller)).rejects.toMatchObject({
        code: 'forbidden',
        message: 'The password is wrong.',
      })
    }

    await expect(world.call('delete_account', { password: PASSWORD }, caller)).rejects.toMatchObject({
      code: 'rate_limited',
    })
    expect(await world.store.accounts.byEmail(email)).toBeDefined()
  })
})

describe('the operator on the command line', () => {
  it('makes, lists, changes and deletes accounts', async () => {
    await using world = await accountWorld()

    await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
    world.clock.advance(1)
    await world.call(
      'account_create',
      { email: 'bob@example.com', password: PASSWORD, plan: 'vega', verified: true },
      OPERATOR,
    )
    await world.call('account_set_plan', { email, plan: 'gamma' }, OPERATOR)
    await world.call('account_suspend', { email }, OPERATOR)

    expect(await world.call('account_list', {}, OPERATOR)).toMatchObject({
      data: [
        { email, plan: 'gamma', standing: 'suspended', email_verified: false },
        { email: 'bob@example.com', plan: 'vega', standing: 'good', email_verified: true },
      ],
      next_cursor: null,
      total: 2,
    })
    expect(await world.call('account_reinstate', { email }, OPERATOR)).toMatchObject({ standing: 'good' })
    expect(await world.call('account_delete', { email }, OPERATOR)).toEqual({ deleted: email })
    expect(await world.call('account_list', {}, OPERATOR)).toMatchObject({ total: 1 })
  })

  it('pages through accounts', async () => {
    await using world = await accountWorld()
    for (const name of ['a', 'b', 'c']) {
      await world.call('account_create', { email: `${name}@example.com`, password: PASSWORD }, OPERATOR)
      world.clock.advance(1)
    }

    const first = await world.call('account_list', { limit: 2 }, OPERATOR)
    const second = await world.call('account_list', { limit: 2, cursor: first['next_cursor'] }, OPERATOR)

    expect(first).toMatchObject({ data: [{ email: 'a@example.com' }, { email: 'b@example.com' }], total: 3 })
    expect(second).toMatchObject({ data: [{ email: 'c@example.com' }], next_cursor: null })
  })

  it('is told when an e-mail is taken or unknown', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD }, OPERATOR)

    await expect(world.call('account_create', { email, password: PASSWORD }, OPERATOR)).rejects.toMatchObject({
      code: 'conflict',
    })
    for (const [name, input] of [
      ['account_set_plan', { plan: 'vega' }],
      ['account_suspend', {}],
      ['account_reinstate', {}],
      ['account_delete', {}],
      ['key_create', { name: 'k', expires: '30d' }],
      ['key_list', {}],
      ['key_delete', { id: 'x' }],
    ] as const) {
      await expect(world.call(name, { email: 'no@example.com', ...input }, OPERATOR)).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })

  it('prepares keys for any account, and deletes them', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD, plan: 'gamma' }, OPERATOR)

    const { id, token } = await world.call('key_create', { email, name: 'k', expires: '2027-01-31' }, OPERATOR)

    expect(token).toMatch(/^ow_/)
    expect(await world.call('key_list', { email }, OPERATOR)).toMatchObject({
      data: [{ id, expires_at: '2027-01-31T23:59:59.999Z', status: 'active' }],
    })
    expect(await world.call('key_delete', { email, id }, OPERATOR)).toEqual({ deleted: id })
    await expect(world.call('key_delete', { email, id }, OPERATOR)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is the only one who may: neither an account nor a stranger can call these', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email, password: PASSWORD, plan: 'vega', verified: true }, OPERATOR)
    const session = await world.signIn(email)
    const own = accountOperations.filter(({ surfaces }) => surfaces.includes('cli'))

    expect(own.map(({ name }) => name).sort()).toEqual([
      'account_create',
      'account_delete',
      'account_grant_operator',
      'account_list',
      'account_reinstate',
      'account_remove_factors',
      'account_revoke_operator',
      'account_set_plan',
      'account_sign_out',
      'account_suspend',
      'connection_delete',
      'connection_list',
      'invitation_create',
      'invitation_delete',
      'invitation_list',
      'key_create',
      'key_delete',
      'key_list',
      'operator_log',
    ])
    for (const each of own) {
      const { name, example, route }: Operation = each
      // On the web only operators may, who have a test of their own.
      expect(route === undefined || 'operatorOnly' in each).toBe(true)
      await expect(world.call(name, example, session)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(world.call(name, example)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })
})

describe('the list of account operations', () => {
  const open = accountOperations.filter(
    ({ callers, route }) => route && route.method !== 'GET' && callers.includes('anonymous'),
  )

  it.each(open.map(({ name, example }) => [name, example] as const))(
    '%s is open to strangers, and limited by address',
    async (name, example) => {
      await using world = await accountWorld()

      const codes: string[] = []
      for (let index = 0; index < 30; index++) {
        codes.push(
          await world.call(name, example).then(
            () => 'answered',
            (error) => error.code,
          ),
        )
      }

      expect(codes.indexOf('rate_limited')).toBeGreaterThanOrEqual(10)
      expect(codes.at(-1)).toBe('rate_limited')
    },
  )

  it.each(accountOperations.map((operation) => [operation.name, operation] as const))(
    '%s has a description of 40 to 400 characters, described fields and an example that parses',
    (_name, { description, input, example, route }) => {
      expect(description.length).toBeGreaterThanOrEqual(40)
      expect(description.length).toBeLessThanOrEqual(400)
      expect(input.safeParse(example).error).toBeUndefined()
      for (const [field, schema] of Object.entries(input.shape))
        expect([field, schema.description]).not.toContain(undefined)
      for (const [parameter] of route?.path.matchAll(/(?<=:)\w+/g) ?? []) expect(input.shape).toHaveProperty(parameter)
    },
  )
})
