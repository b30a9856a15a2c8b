import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { newApiToken } from '../../../src/lib/node/api-tokens.ts'
import { DAY_MS } from '../../../src/lib/time/duration.ts'
import { type AccountWorld, accountWorld, OPERATOR, PASSWORD } from '../../support/account-world.ts'
import { authServer } from '../../support/http/auth-server.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'

async function worldWithKey(options = {}): Promise<{ world: AccountWorld; token: string; keyId: string }> {
  const world = await accountWorld(options)
  await world.call('account_create', { email, password: PASSWORD, plan: 'vega', verified: true }, OPERATOR)
  const key = await world.call('key_create', { email, name: 'k', expires: '30d' }, OPERATOR)
  return { world, token: String(key['token']), keyId: String(key['id']) }
}

const pair = (token: string, of = email) => ['X-USER-EMAIL', of, 'X-USER-TOKEN', token]
const bearer = (text: string, encoding: 'base64' | 'base64url' = 'base64') => [
  'Authorization',
  `Bearer ${Buffer.from(text).toString(encoding)}`,
]

describe('API credentials', () => {
  it('are taken as two headers or as a bearer, in any usual spelling', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    const basic = Buffer.from(`${email}:${token}`).toString('base64')
    const spellings = [
      pair(token),
      ['x-user-email', ` ${email.toUpperCase()} `, 'x-user-token', `${token} `],
      bearer(`${email}:${token}`),
      bearer(`${email.toUpperCase()}:${token}`, 'base64url'),
      ['Authorization', `Bearer ${basic.replace(/=+$/, '')}`],
      ['authorization', `bearer ${basic}`],
      ['Authorization', `Bearer Bearer ${basic}`],
      [...pair(token), ...bearer(`${email}:${token}`)],
    ]

    for (const lines of spellings) {
      expect(await server.send('GET', lines)).toMatchObject({
        status: 200,
        body: { kind: 'api_key', account: { email, plan: 'vega' }, sessionId: null, address: '127.0.0.1' },
      })
    }
  })

  it('answer one body to everything that is wrong with them', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    const other = newApiToken(randomBytes)
    const deleted = await world.call('key_create', { email, name: 'gone', expires: '30d' }, OPERATOR)
    await world.call('key_delete', { email, id: deleted['id'] }, OPERATOR)
    const short = await world.call('key_create', { email, name: 'short', expires: '2026-11-20T15:00:01Z' }, OPERATOR)
    world.clock.advance(1_000)

    const wrong = [
      pair(other),
      pair(token, 'nobody@example.com'),
      pair(String(deleted['token'])),
      pair(String(short['token'])),
      pair('ow_nonsense'),
      pair(''),
      pair(token, ''),
      ['X-USER-EMAIL', email],
      ['X-USER-TOKEN', token],
      ['Authorization', 'Bearer'],
      ['Authorization', 'Bearer %%%'],
      ['Authorization', `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`],
      bearer(email + token),
      bearer(`${email}:${other}`),
      [...pair(token), ...bearer(`${email}:${other}`)],
      [...pair(token), 'X-USER-TOKEN', token],
      [...pair(token), 'x-user-email', email],
      [...bearer(`${email}:${token}`), ...bearer(`${email}:${token}`)],
    ]
    const answers = []
    for (const lines of wrong) answers.push(await server.send('GET', lines))

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual({
      status: 401,
      body: {
        code: 'unauthenticated',
        detail: 'Missing or invalid credentials. Sign in, or send a valid X-USER-EMAIL and X-USER-TOKEN.',
      },
      cookie: undefined,
    })
    expect(await server.send('GET', pair(token))).toMatchObject({ status: 200 })
  })

  it('split at the first colon', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)

    expect(await server.send('GET', bearer(`${email}:${token}:`))).toMatchObject({ status: 401 })
    expect(await server.send('GET', bearer(`:${email}:${token}`))).toMatchObject({ status: 401 })
  })

  it('are judged alone: a cookie beside them counts for nothing', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    await world.signIn(email)
    const cookie = ['Cookie', `optionwire_session=${world.cookies[0]}`]

    expect(await server.send('POST', [...pair(token), ...cookie])).toMatchObject({
      status: 200,
      body: { kind: 'api_key' },
    })
    expect(await server.send('GET', [...pair('ow_wrong'), ...cookie])).toMatchObject({ status: 401 })
  })

  it('hold until the key ends, to the millisecond, also when they were used before', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)

    world.clock.advance(30 * DAY_MS - 1)
    expect(await server.send('GET', pair(token))).toMatchObject({ status: 200 })
    world.clock.advance(1)
    expect(await server.send('GET', pair(token))).toMatchObject({ status: 401 })
  })

  it.each(['in this process', 'in another process'])('end at once when the key is deleted %s', async (where) => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    const { world, token, keyId } = await worldWithKey({ path })
    await using _world = world
    await using server = await authServer(world)
    expect(await server.send('GET', pair(token))).toMatchObject({ status: 200 })

    if (where === 'in this process') await world.call('key_delete', { email, id: keyId }, OPERATOR)
    else new Database(path).prepare('delete from api_keys where id = ?').run(keyId)

    expect(await server.send('GET', pair(token))).toMatchObject({ status: 401 })
  })

  it('know a new plan and standing at once, and nothing after the account is deleted', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    const { world, token } = await worldWithKey({ path })
    await using _world = world
    await using server = await authServer(world)
    await server.send('GET', pair(token))

    await world.call('account_set_plan', { email, plan: 'gamma' }, OPERATOR)
    expect(await server.send('GET', pair(token))).toMatchObject({ body: { account: { plan: 'gamma' } } })
    new Database(path).exec("update accounts set standing = 'suspended'")
    expect(await server.send('GET', pair(token))).toMatchObject({ body: { account: { status: 'suspended' } } })
    await world.call('account_delete', { email }, OPERATOR)
    expect(await server.send('GET', pair(token))).toMatchObject({ status: 401 })
  })

  it('cost no query once they are known', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    let queries = 0
    const { byTokenSha256 } = world.store.apiKeys
    const apiKeys = {
      ...world.store.apiKeys,
      byTokenSha256(digest: string) {
        queries++
        return byTokenSha256(digest)
      },
    }
    await using server = await authServer({ ...world, store: { ...world.store, apiKeys } })

    for (let index = 0; index < 5; index++) await server.send('GET', pair(token))

    expect(queries).toBe(1)
  })

  it('are looked up only when their checksum holds', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    const asked: string[] = []
    const apiKeys = {
      ...world.store.apiKeys,
      async byTokenSha256(digest: string) {
        asked.push(digest)
        return undefined
      },
    }
    await using server = await authServer({ ...world, store: { ...world.store, apiKeys } })
    const token = newApiToken(randomBytes)

    await server.send('GET', pair(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`))
    await server.send('GET', pair('ow_'))
    expect(asked).toEqual([])
    await server.send('GET', pair(token))
    expect(asked).toHaveLength(1)
  })
})

describe('the time of last use', () => {
  it('is written behind the requests, at most once a minute', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    const lastUsed = async () => {
      await server.auth.flush()
      const listed = await world.call('key_list', { email }, OPERATOR)
      return (listed['data'] as { last_used_at: string | null }[])[0]?.last_used_at
    }

    expect(await lastUsed()).toBeNull()
    await server.send('GET', pair(token))
    expect(await lastUsed()).toBe('2026-11-20T15:00:00.000Z')
    world.clock.advance(59_999)
    await server.send('GET', pair(token))
    expect(await lastUsed()).toBe('2026-11-20T15:00:00.000Z')
    world.clock.advance(1)
    await server.send('GET', pair(token))
    expect(await lastUsed()).toBe('2026-11-20T15:01:00.000Z')
  })

  it('fails no request when it cannot be written, and is reported', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    const broken = { ...world.store, transaction: () => Promise.reject(new Error('disk full')) }
    await using server = await authServer({ ...world, store: broken })

    expect(await server.send('GET', pair(token))).toMatchObject({ status: 200 })
    await server.auth.flush()

    expect(server.errors).toEqual([new Error('disk full')])
  })
})

describe('guessing tokens', () => {
  it('is slowed down, and never keeps a right token out', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => server.send('GET', pair(newApiToken(randomBytes)))),
    )

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(180)
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ retryAfterS: 1 })
    expect(await server.send('GET', pair(token))).toMatchObject({ status: 200 })
  })

  it('does not count an expired token, nor slow down signing in', async () => {
    const { world, token } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    world.clock.advance(30 * DAY_MS)

    for (let index = 0; index < 40; index++) {
      expect(await server.send('GET', pair(token))).toMatchObject({ status: 401 })
    }
    await Promise.all(Array.from({ length: 50 }, () => server.send('GET', pair('ow_wrong'))))

    expect((await world.signIn(email)).account?.email).toBe(email)
  })

  it('answers 401 still when the store refuses to count', async () => {
    using folder = tempFolder()
    const path = folder.file('a.sqlite3')
    const { world } = await worldWithKey({ path, busyTimeoutMs: 20 })
    await using _world = world
    await using server = await authServer(world)
    const other = new Database(path)
    other.exec('begin immediate')

    const answer = await server.send('GET', pair('ow_wrong'))
    other.exec('rollback')

    expect(answer.status).toBe(401)
    expect(server.errors).toMatchObject([{ code: 'unavailable' }])
  })

  it('counts by the address of the connection; a forwarded one counts only behind a trusted proxy', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using plain = await authServer(world)
    const forged = (index: number) => [
      'X-Forwarded-For',
      `203.0.113.${index}`,
      ...pair('ow_wrong', `u${index}@example.com`),
    ]

    const direct = []
    for (let index = 0; index < 25; index++) direct.push((await plain.send('GET', forged(index))).status)
    await using proxied = await authServer(world, { trustProxy: true })
    const behind = []
    for (let index = 0; index < 25; index++) behind.push((await proxied.send('GET', forged(index))).status)

    expect(direct.slice(20)).toEqual(Array(5).fill(429))
    expect(behind).toEqual(Array(25).fill(401))
  })
})

describe('a session cookie', () => {
  it('is HttpOnly, SameSite=Lax, for all paths, and ends with the session', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)

    const { status, cookie } = await server.send('POST', [], '/session', { email, password: PASSWORD })

    expect(status).toBe(200)
    expect(cookie).toMatch(
      /^optionwire_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=Sun, 20 Dec 2026 15:00:00 GMT$/,
    )
  })

  it('is Secure and bound to its host where the service is reached over https', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world, { publicUrl: 'https://options.example' })

    const { cookie } = await server.send('POST', [], '/session', { email, password: PASSWORD })

    expect(cookie).toMatch(/^__Host-optionwire_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/)
    const [value = ''] = cookie?.split(';') ?? []
    expect(await server.send('GET', ['Cookie', value])).toMatchObject({ body: { kind: 'session' } })
    expect(await server.send('GET', ['Cookie', value.replace('__Host-', '')])).toMatchObject({
      body: { kind: 'anonymous' },
    })
  })

  it('makes a caller of its account among other cookies, and nobody when it is unknown', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    const { sessionId } = await world.signIn(email)
    const secret = world.cookies[0]

    expect(await server.send('GET', ['Cookie', `a=b; optionwire_session=${secret}; c=d`])).toMatchObject({
      body: { kind: 'session', account: { email }, sessionId },
    })
    for (const value of [
      'optionwire_session=',
      `optionwire_session=${secret}x`,
      `xoptionwire_session=${secret}`,
      '=;;=',
    ]) {
      expect(await server.send('GET', ['Cookie', value])).toMatchObject({
        status: 200,
        body: { kind: 'anonymous', account: null, sessionId: null },
      })
    }
  })

  it('ends 14 days after its last use and 30 days after the sign-in', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    await world.signIn(email)
    const kind = async () =>
      (await server.send('GET', ['Cookie', `optionwire_session=${world.cookies[0]}`])).body['kind']

    world.clock.advance(14 * DAY_MS - 1)
    expect(await kind()).toBe('session')
    world.clock.advance(14 * DAY_MS - 1)
    expect(await kind()).toBe('session')
    world.clock.advance(2 * DAY_MS + 1)
    expect(await kind()).toBe('session')
    world.clock.advance(1)
    expect(await kind()).toBe('anonymous')
  })

  it('ends when it was not used for 14 days, also over a restart', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await world.signIn(email)
    await world.signIn(email)
    const [early = [], late = []] = world.cookies.map((secret) => ['Cookie', `optionwire_session=${secret}`])
    {
      await using before = await authServer(world)
      world.clock.advance(3 * DAY_MS)
      await before.send('GET', early)
      await before.auth.flush()
      world.clock.advance(1)
      await before.send('GET', late)
    }
    await using server = await authServer(world)

    world.clock.advance(14 * DAY_MS - 1)

    expect(await server.send('GET', early)).toMatchObject({ body: { kind: 'anonymous' } })
    expect(await server.send('GET', late)).toMatchObject({ body: { kind: 'session' } })
  })

  it('is worth nothing after signing out', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    const caller = await world.signIn(email)
    const lines = ['Cookie', `optionwire_session=${world.cookies[0]}`]
    await server.send('GET', lines)

    await world.call('sign_out', {}, caller)

    expect(await server.send('GET', lines)).toMatchObject({ body: { kind: 'anonymous' } })
  })

  it('is replaced by signing in again: the old one is worth nothing', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    const first = (await server.send('POST', [], '/session', { email, password: PASSWORD })).cookie?.split(';')[0] ?? ''

    const lines = ['Cookie', first, 'Origin', server.origin]
    const second =
      (await server.send('POST', lines, '/session', { email, password: PASSWORD })).cookie?.split(';')[0] ?? ''

    expect(await server.send('GET', ['Cookie', first])).toMatchObject({ body: { kind: 'anonymous' } })
    expect(await server.send('GET', ['Cookie', second])).toMatchObject({ body: { kind: 'session' } })
  })
})

describe('a write by cookie', () => {
  it('needs the origin of the service itself', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)
    await using other = await authServer(world)
    await world.signIn(email)
    const cookie = ['Cookie', `optionwire_session=${world.cookies[0]}`]
    const port = new URL(server.origin).port

    for (const origin of [
      other.origin,
      'null',
      'https://evil.example',
      `https://127.0.0.1:${port}`,
      `${server.origin}.evil.example`,
    ]) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        expect(await server.send(method, [...cookie, 'Origin', origin])).toMatchObject({ status: 403 })
      }
      expect(await server.send('GET', [...cookie, 'Origin', origin])).toMatchObject({ status: 200 })
    }
    expect(await server.send('POST', cookie)).toMatchObject({ status: 403 })
    expect(await server.send('POST', [...cookie, 'Origin', server.origin, 'Origin', server.origin])).toMatchObject({
      status: 403,
    })
    expect(await server.send('POST', [...cookie, 'Origin', server.origin])).toMatchObject({ body: { kind: 'session' } })
    const localhost = ['Host', `localhost:${port}`, 'Origin', `http://localhost:${port}`]
    expect(await server.send('POST', [...cookie, ...localhost])).toMatchObject({ body: { kind: 'session' } })
  })

  it('counts only the public origin over https, whatever the Host says', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world, { publicUrl: 'https://options.example/app' })
    await world.signIn(email)
    const cookie = ['Cookie', `__Host-optionwire_session=${world.cookies[0]}`]

    expect(await server.send('POST', [...cookie, 'Origin', 'https://options.example'])).toMatchObject({ status: 200 })
    expect(
      await server.send('POST', [...cookie, 'Host', 'evil.example', 'Origin', 'http://evil.example']),
    ).toMatchObject({
      status: 403,
    })
  })

  it('from a stranger without credentials is anonymous, and refused when it comes from another page', async () => {
    const { world } = await worldWithKey()
    await using _world = world
    await using server = await authServer(world)

    expect(await server.send('POST')).toMatchObject({ body: { kind: 'anonymous' } })
    expect(await server.send('POST', ['Origin', 'https://evil.example'])).toMatchObject({ status: 403 })
    const foreign = await server.send('POST', ['Origin', 'https://evil.example'], '/session', {
      email,
      password: PASSWORD,
    })
    expect(foreign).toMatchObject({ status: 403, cookie: undefined })
  })
})
