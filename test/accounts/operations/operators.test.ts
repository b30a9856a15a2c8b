import { describe, expect, it } from 'vitest'
import { accountOperations } from '../../../src/accounts/operations/index.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import type { Answer, Operation } from '../../../src/catalogue/operation.ts'
import { type AccountWorld, accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { codeOf } from '../../support/authenticator-app.ts'

const op = 'op@example.com'
const ada = 'ada@example.com'
const proof = { password: PASSWORD }

async function world(): Promise<AccountWorld> {
  const made = await accountWorld()
  await made.call('account_create', { email: op, password: PASSWORD, verified: true, operator: true }, OPERATOR)
  await made.call('account_create', { email: ada, password: PASSWORD, verified: true, plan: 'gamma' }, OPERATOR)
  return made
}

/** The session of an account as it is stored now. */
async function session({ store }: AccountWorld, email: string): Promise<Caller> {
  const stored = await store.accounts.byEmail(email)
  return { kind: 'session', account: stored?.account ?? null, address: '192.0.2.9', sessionId: 's' }
}

async function logged(made: AccountWorld): Promise<Answer[]> {
  const { data } = (await made.call('operator_log', { limit: 100 }, OPERATOR)) as { data: Answer[] }
  return data
}

describe('an operator in a browser', () => {
  it.each<[string, Answer]>([
    ['account_set_plan', { plan: 'vega' }],
    ['account_suspend', {}],
    ['account_reinstate', {}],
    ['account_sign_out', {}],
    ['account_grant_operator', {}],
    ['account_revoke_operator', {}],
  ])('needs the password for %s, and the log says who, what, when and from where', async (name, input) => {
    await using made = await world()
    const caller = await session(made, op)
    const before = (await logged(made)).length

    await expect(made.call(name, { email: ada, ...input }, caller)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(made.call(name, { email: ada, ...input, password: 'a wrong one' }, caller)).rejects.toMatchObject({
      message: 'The password is wrong.',
    })
    expect(await logged(made)).toHaveLength(before)
    made.clock.advance(1_000)
    await made.call(name, { email: ada, ...input, ...proof }, caller)

    expect((await logged(made))[0]).toEqual({
      id: expect.any(String),
      at: '2026-11-20T15:00:01.000Z',
      actor: op,
      address: '192.0.2.9',
      action: name,
      subject: ada,
      details: input,
    })
  })

  it('with an authenticator app needs a new code, which works once, and no longer the password', async () => {
    await using made = await world()
    const caller = await session(made, op)
    const { secret } = (await made.call('start_totp', proof, caller)) as { secret: string }
    await made.call('confirm_totp', { code: codeOf(secret, made.clock.now()) }, caller)
    made.clock.advance(30_000)
    const code = codeOf(secret, made.clock.now())

    await expect(made.call('account_suspend', { email: ada, ...proof }, caller)).rejects.toMatchObject({
      message: expect.stringContaining('code'),
    })
    await made.call('account_suspend', { email: ada, code }, caller)
    await expect(made.call('account_reinstate', { email: ada, code }, caller)).rejects.toMatchObject({
      message: 'The code is wrong, or it was used before.',
    })

    expect((await made.store.accounts.byEmail(ada))?.account.status).toBe('suspended')
  })

  it.each(['account_suspend', 'account_revoke_operator'])('cannot remove the last operator by %s', async (name) => {
    await using made = await world()
    const caller = await session(made, op)

    await expect(made.call(name, { email: op, ...proof }, caller)).rejects.toMatchObject({ code: 'conflict' })
    await made.call('account_grant_operator', { email: ada, ...proof }, caller)
    await made.call(name, { email: op, ...proof }, caller)

    await expect(made.call(name, { email: ada, ...proof }, await session(made, ada))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('who is the last one cannot delete the own account, and a suspended operator does not count', async () => {
    await using made = await world()
    await made.call('account_grant_operator', { email: ada }, OPERATOR)
    await made.call('account_suspend', { email: ada }, OPERATOR)
    const caller = await session(made, op)

    await expect(made.call('delete_account', proof, caller)).rejects.toMatchObject({ code: 'conflict' })
    await made.call('account_reinstate', { email: ada }, OPERATOR)
    await made.call('delete_account', proof, caller)

    expect(await made.store.accounts.byEmail(op)).toBeUndefined()
    expect(JSON.stringify(await logged(made))).not.toContain(op)
    expect((await logged(made)).some(({ action }) => action === 'account_suspend')).toBe(true)
  })

  it('whose role ended after the request was admitted changes nothing', async () => {
    await using made = await world()
    const stale = await session(made, op)
    await made.call('account_revoke_operator', { email: op }, OPERATOR)

    await expect(made.call('account_suspend', { email: ada, ...proof }, stale)).rejects.toMatchObject({
      code: 'forbidden',
    })

    expect((await made.store.accounts.byEmail(ada))?.account.status).toBe('good')
  })

  it('cannot make an account an operator whose address nobody confirmed, or that is suspended', async () => {
    await using made = await world()
    await made.call('account_create', { email: 'new@example.com', password: PASSWORD }, OPERATOR)
    await made.call('account_suspend', { email: ada }, OPERATOR)
    const caller = await session(made, op)

    for (const email of ['new@example.com', ada]) {
      await expect(made.call('account_grant_operator', { email, ...proof }, caller)).rejects.toMatchObject({
        code: 'conflict',
      })
    }
  })

  it('finds accounts by a part of the address, plan, status and role', async () => {
    await using made = await world()
    const caller = await session(made, op)
    const found = async (filter: Answer) => {
      const { data, total } = (await made.call('account_list', filter, caller)) as { data: Answer[]; total: number }
      expect(total).toBe(data.length)
      return data.map(({ email }) => email)
    }

    expect((await found({})).sort()).toEqual([ada, op])
    expect(await found({ email: 'ADA@' })).toEqual([ada])
    expect(await found({ email: '%' })).toEqual([])
    expect(await found({ plan: 'gamma' })).toEqual([ada])
    expect(await found({ standing: 'suspended' })).toEqual([])
    expect(await found({ operator: true })).toEqual([op])
    expect(await found({ operator: false })).toEqual([ada])
  })

  it('ends all sessions of an account, and no key', async () => {
    await using made = await world()
    await made.signIn(ada)
    const { account } = (await made.store.accounts.byEmail(ada)) ?? {}
    const sessions = () => made.store.sessions.ofAccount(account?.id ?? '', { now: made.clock.now(), limit: 5 })
    await made.call('key_create', { email: ada, name: 'kept', expires: '30d' }, OPERATOR)
    expect(await sessions()).toHaveLength(1)

    await made.call('account_sign_out', { email: ada, ...proof }, await session(made, op))

    expect(await sessions()).toEqual([])
    expect(await made.store.apiKeys.count(account?.id ?? '')).toBe(1)
  })

  it('mails the owner of an account that becomes an operator or is none any more', async () => {
    await using made = await world()
    await made.call('account_set_plan', { email: ada, plan: 'delta' }, OPERATOR)
    const caller = await session(made, op)
    for (const name of ['account_grant_operator', 'account_revoke_operator']) {
      await made.call(name, { email: ada, ...proof }, caller)
      await made.settled()
    }

    expect(made.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ada, expect.stringContaining('You are an operator now')],
      [ada, expect.stringContaining('You are no longer an operator')],
    ])
  })
})

describe('the log of operators', () => {
  it('has an entry of every command that changes something', async () => {
    await using made = await world()
    const { id: key } = await made.call('key_create', { email: ada, name: 'x', expires: '30d' }, OPERATOR)
    const { id: invitation } = await made.call('invitation_create', {}, OPERATOR)
    await made.call('key_delete', { email: ada, id: key }, OPERATOR)
    await made.call('invitation_delete', { id: invitation }, OPERATOR)
    const lists = ['account_list', 'key_list', 'connection_list', 'invitation_list', 'operator_log']
    const done = new Set(['account_create', 'key_create', 'key_delete', 'invitation_create', 'invitation_delete'])
    const commands = accountOperations.filter((it: Operation) => it.callers.includes('command_line'))
    // No app is connected here: that command is in the tests of connections.
    const others = commands.filter(({ name }) => ![...lists, ...done, 'connection_delete'].includes(name))
    for (const { name, example } of others.filter((it) => it.name !== 'account_delete')) {
      await made.call(name, example, OPERATOR)
    }
    await made.call('account_delete', { email: ada }, OPERATOR)

    const actions = (await logged(made)).map(({ action }) => action)

    expect([...new Set(actions)].sort()).toEqual([...done, ...others.map(({ name }) => name)].sort())
    expect((await logged(made)).every(({ actor, address }) => actor === null && address === null)).toBe(true)
  })

  it('has no entry of a change that was refused', async () => {
    await using made = await world()
    const before = await logged(made)

    await expect(made.call('key_delete', { email: ada, id: 'unknown' }, OPERATOR)).rejects.toThrow()
    await expect(made.call('account_create', { email: ada, password: PASSWORD }, OPERATOR)).rejects.toThrow()

    expect(await logged(made)).toEqual(before)
  })
})
