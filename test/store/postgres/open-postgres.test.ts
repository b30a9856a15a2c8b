import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../../src/store/migrate.ts'
import { anAccount } from '../../support/market/rows.ts'
import { openAs, postgresUrl, testDatabase, testSchema } from '../../support/postgres.ts'

const failureOf = (opening: Promise<unknown>) =>
  opening.then(
    () => null,
    ({ code, message }) => ({ code, message }),
  )

describe.skipIf(!postgresUrl)('opening a database of PostgreSQL', () => {
  it('migrates a new one, and leaves it as it is the second time', async () => {
    await using schema = await testSchema()
    await (await openAs('service', schema.url))[Symbol.asyncDispose]()
    await using store = await openAs('service', schema.url)

    await store.accounts.add(anAccount())
    const { rows } = await schema.run('select name from migrations order by name')

    expect(rows.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
    expect(await store.accounts.count()).toBe(1)
    expect((await store.sizes())['database']).toBeGreaterThan(100_000)
  })

  it('is done by several processes at the same moment', async () => {
    await using schema = await testSchema()
    const opened = await Promise.all(Array.from({ length: 4 }, () => openAs('command', schema.url)))

    expect(await Promise.all(opened.map(({ accounts }) => accounts.count()))).toEqual([0, 0, 0, 0])
    await Promise.all(opened.map((it) => it[Symbol.asyncDispose]()))
  })

  it('refuses a store that a newer program wrote, and changes nothing in it', async () => {
    await using schema = await testSchema()
    await (await openAs('command', schema.url))[Symbol.asyncDispose]()
    await schema.run("insert into migrations values ('999-future.sql', 'x', '2030-01-01T00:00:00.000Z')")

    expect(await failureOf(openAs('service', schema.url))).toEqual({
      code: 'unavailable',
      message: expect.stringContaining('newer version of Optionwire (it contains 999-future.sql)'),
    })
    expect((await schema.run('select 1 from migrations')).rowCount).toBe(readMigrations().length + 1)
  })

  it.each([
    ["encoding 'SQL_ASCII' locale 'C'", 'has the encoding SQL_ASCII'],
    ["encoding 'LATIN1' locale 'C'", 'has the encoding LATIN1'],
    ["encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US'", 'sorts text by en-US'],
  ])('refuses one with %s, and says how to create another', async (properties, reason) => {
    await using database = await testDatabase(properties)

    const failure = await failureOf(openAs('service', database.url))

    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining(reason) })
    expect(failure?.message).toContain("CREATE DATABASE optionwire TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';")
  })

  it.each([
    ['nothing answers', { port: '9' }, 'No PostgreSQL answers at the host and port'],
    ['there is no such host', { hostname: 'no.host.invalid' }, /host of DATABASE_URL/],
    ['there is no such database', { pathname: '/missing' }, 'no database of the name'],
    ['there is no such user', { username: 'nobody_of_test' }, 'refused the user or the password'],
    ['the server has no TLS', { search: '?sslmode=verify-full' }, 'sslmode'],
  ])('says what to do where %s', async (_case, change, sentence) => {
    const failure = await failureOf(openAs('service', Object.assign(new URL(`${postgresUrl}`), change).href))

    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(sentence) })
  })

  it('says what to do where the user may not create tables', async () => {
    await using schema = await testSchema()
    await schema.run(`alter schema ${schema.name} owner to current_user`)
    await schema.run(`grant usage on schema ${schema.name} to ${schema.name}`)

    expect((await failureOf(openAs('service', schema.roleUrl)))?.message).toContain('Make it the owner')
  })

  it('refuses a database that takes no writes', async () => {
    await using schema = await testSchema()
    await schema.run(`alter role ${schema.name} set default_transaction_read_only = on`)

    expect((await failureOf(openAs('service', schema.roleUrl)))?.message).toContain('it is a standby, or read-only')
  })
})

describe.skipIf(!postgresUrl)('services on a database of PostgreSQL', () => {
  it.each([
    ['service', 'service'],
    ['service', 'shared service'],
    ['shared service', 'service'],
  ] as const)('%s refuses a %s beside it, and makes room when it ends', async (one, other) => {
    await using schema = await testSchema()
    const first = await openAs(one, schema.url)
    const refused = await failureOf(openAs(other, schema.url))
    await first[Symbol.asyncDispose]()
    await using second = await openAs(other, schema.url)

    expect(refused).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(/^Another Optionwire service runs on the database of DATABASE_URL. Stop it first/),
    })
    expect(await second.accounts.count()).toBe(0)
  })

  it('share it where their settings are the same, and only then', async () => {
    await using schema = await testSchema()
    await using elsewhere = await testSchema()
    const opened = await Promise.all([1, 2, 3].map(() => openAs('shared service', schema.url)))
    await using different = await openAs('service with other settings', elsewhere.url)
    await opened[0]?.accounts.add(anAccount())

    const refused = await failureOf(openAs('service with other settings', schema.url))
    const counts = await Promise.all([...opened, different].map(({ accounts }) => accounts.count()))
    for (const each of opened) await each[Symbol.asyncDispose]()
    await using later = await openAs('service with other settings', schema.url)

    expect(refused).toEqual({
      code: 'unavailable',
      message: expect.stringContaining('with other settings. Services that share a database need the same SESSION'),
    })
    expect(counts).toEqual([1, 1, 1, 0])
    expect(await later.accounts.count()).toBe(1)
  })

  it('refuses everything where another took over while its connection was lost, until that one ends', async () => {
    await using schema = await testSchema()
    await using first = await openAs('service', schema.roleUrl)
    await schema.run(`alter role ${schema.name} nologin`)
    await schema.cut()
    const second = await openAs('service', schema.url)
    await schema.run(`alter role ${schema.name} login`)

    await expect
      .poll(() => failureOf(first.proveWritable()), { timeout: 10_000 })
      .toEqual({
        code: 'unavailable',
        message: expect.stringContaining('Another Optionwire service'),
      })
    expect(await failureOf(first.accounts.add(anAccount()))).toMatchObject({ code: 'unavailable' })
    await second[Symbol.asyncDispose]()
    await expect.poll(() => failureOf(first.proveWritable()), { timeout: 10_000 }).toBeNull()
  })
})
