import { describe, expect, it } from 'vitest'
import { apiTokenSha256, isApiToken } from '../../../src/lib/node/api-tokens.ts'
import { copyStore } from '../../../src/store/copy-store.ts'
import { accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

async function worldOf(...emails: string[]) {
  const world = await accountWorld()
  for (const email of emails) {
    await world.call('account_create', { email, password: PASSWORD, plan: 'vega', verified: true }, OPERATOR)
  }
  return world
}

describe('API keys of an account', () => {
  it('show their token once, and are listed without it', async () => {
    await using world = await worldOf('ada@example.com')
    const ada = await world.signIn('ada@example.com')

    const made = await world.call('create_api_key', { name: ' notebook ', expiry: '30d' }, ada)
    const listed = await world.call('list_api_keys', {}, ada)

    const token = String(made['token'])
    expect(isApiToken(token)).toBe(true)
    expect(Object.keys(made).sort()).toEqual(['created_at', 'expires_at', 'id', 'name', 'token', 'token_prefix'])
    expect(made).toMatchObject({
      name: 'notebook',
      expires_at: '2026-12-20T15:00:00.000Z',
      token_prefix: token.slice(0, 9),
    })
    expect(listed).toEqual({
      data: [
        {
          id: made['id'],
          name: 'notebook',
          token_prefix: token.slice(0, 9),
          status: 'active',
          created_at: '2026-11-20T15:00:00.000Z',
          expires_at: '2026-12-20T15:00:00.000Z',
          last_used_at: null,
          last_used_address: null,
          scopes: null,
          allowed_networks: null,
        },
      ],
      next_cursor: null,
    })
    expect((await world.store.apiKeys.byTokenSha256(apiTokenSha256(token)))?.account.email).toBe('ada@example.com')
  })

  it('leave no trace of the token in the files of the store', async () => {
    using folder = tempFolder()
    await using world = await accountWorld({ path: folder.file('a.sqlite3') })
    await world.call('account_create', { email: 'ada@example.com', password: PASSWORD }, OPERATOR)

    const { token } = await world.call('key_create', { email: 'ada@example.com', name: 'k', expires: '30d' }, OPERATOR)
    await copyStore(folder.file('a.sqlite3'), folder.file('copy.sqlite3'))

    expect(folder.holds(apiTokenSha256(String(token)))).toBe(true)
    expect(folder.holds(String(token))).toBe(false)
    expect(folder.holds(String(token).slice(9))).toBe(false)
  })

  it('are listed as expired from their end on', async () => {
    await using world = await worldOf('ada@example.com')
    const ada = await world.signIn('ada@example.com')
    await world.call('create_api_key', { name: 'short', expiry: '2026-11-20T15:00:05Z' }, ada)

    world.clock.advance(5_000)

    expect(await world.call('list_api_keys', {}, ada)).toMatchObject({ data: [{ status: 'expired' }] })
  })

  it.each([
    ['account_set_plan', { plan: 'theta' }, 'the Vega plan'],
    ['account_suspend', {}, 'an active account'],
  ])('are refused after %s, naming what is missing', async (change, input, missing) => {
    await using world = await worldOf('ada@example.com')
    const ada = await world.signIn('ada@example.com')
    await world.call(change, { email: 'ada@example.com', ...input }, OPERATOR)

    await expect(world.call('create_api_key', { name: 'k', expiry: '30d' }, ada)).rejects.toMatchObject({
      code: 'forbidden',
      message: `An API key needs: ${missing}.`,
      details: { requiredPlan: 'vega' },
    })
  })

  it('are refused to an account that lacks everything, naming it all', async () => {
    await using world = await accountWorld()
    await world.call('account_create', { email: 'ada@example.com', password: PASSWORD }, OPERATOR)
    const ada = await world.signIn('ada@example.com')

    await expect(world.call('create_api_key', { name: 'k', expiry: '30d' }, ada)).rejects.toMatchObject({
      message: 'An API key needs: the Vega plan, a confirmed e-mail address.',
      details: { requiredPlan: 'vega' },
    })
  })

  it('cannot be made, listed or deleted by a key', async () => {
    await using world = await worldOf('ada@example.com')
    const key = { ...(await world.signIn('ada@example.com')), kind: 'api_key' as const, sessionId: null }

    for (const [name, input] of [
      ['create_api_key', { name: 'k', expiry: '30d' }],
      ['list_api_keys', {}],
      ['delete_api_key', { id: 'x' }],
    ] as const) {
      await expect(world.call(name, input, key)).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  it("answer alike for another account's key and one that there never was", async () => {
    await using world = await worldOf('ada@example.com', 'bob@example.com')
    const [ada, bob] = [await world.signIn('ada@example.com'), await world.signIn('bob@example.com')]
    const { id } = await world.call('create_api_key', { name: 'k', expiry: '30d' }, bob)

    const foreign = await world.call('delete_api_key', { id }, ada).catch((error) => error)
    const unknown = await world.call('delete_api_key', { id: '01unknown' }, ada).catch((error) => error)

    expect(foreign).toMatchObject({ code: 'not_found', message: unknown.message, details: {} })
    expect(unknown.code).toBe('not_found')
    expect(await world.call('list_api_keys', {}, bob)).toMatchObject({ data: [{ id }] })
    expect(await world.call('delete_api_key', { id }, bob)).toEqual({})
    await expect(world.call('delete_api_key', { id }, bob)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('name every bad field at once', async () => {
    await using world = await worldOf('ada@example.com')
    const ada = await world.signIn('ada@example.com')

    const paths = (error: { details: { issues: { path: string }[] } }) => error.details.issues.map(({ path }) => path)

    await expect(world.call('create_api_key', { name: '', expiry: '31d' }, ada)).rejects.toSatisfy(
      (error) => paths(error).sort().join() === 'expiry,name',
    )
    await expect(world.call('create_api_key', { name: 'k', expiry: '2026-11-19' }, ada)).rejects.toMatchObject({
      details: { issues: [{ path: 'expiry', message: 'must be in the future' }] },
    })
    await expect(
      world.call('key_create', { email: 'ada@example.com', name: 'k', expires: '2026-11-19' }, OPERATOR),
    ).rejects.toMatchObject({ details: { issues: [{ path: 'expires', message: 'must be in the future' }] } })
  })

  it('are at most 50, also when many are asked for at once', async () => {
    await using world = await worldOf('ada@example.com')
    const ada = await world.signIn('ada@example.com')

    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () => world.call('create_api_key', { name: 'k', expiry: '30d' }, ada)),
    )

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    expect(results.at(-1)).toMatchObject({ reason: { code: 'conflict' } })
  })

  it('page through all keys exactly once while more are made', async () => {
    await using world = await worldOf('ada@example.com')
    const ada = await world.signIn('ada@example.com')
    const made: unknown[] = []
    for (let index = 0; index < 5; index++) {
      made.unshift((await world.call('create_api_key', { name: 'k', expiry: '30d' }, ada))['id'])
      world.clock.advance(1)
    }

    const first = await world.call('list_api_keys', { limit: 2 }, ada)
    await world.call('create_api_key', { name: 'newer', expiry: '30d' }, ada)
    const second = await world.call('list_api_keys', { limit: 2, cursor: first['next_cursor'] }, ada)
    const third = await world.call('list_api_keys', { limit: 2, cursor: second['next_cursor'] }, ada)

    const ids = [first, second, third].flatMap(({ data }) => (data as { id: string }[]).map(({ id }) => id))
    expect(ids).toEqual(made)
    expect(third['next_cursor']).toBeNull()
  })
})
