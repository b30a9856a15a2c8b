import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openStoreAt, type Store } from '../../src/app/store/open-store.ts'
import type { Bus } from '../../src/store/processes/bus.ts'
import { postgresWire } from '../../src/store/processes/postgres-wire.ts'
import { RemoteBus } from '../../src/store/processes/remote-bus.ts'
import { schemaPrefixOf } from './drop-postgres-schemas.ts'

/** The server for tests; undefined where there is none, and its tests are left out. */
export const postgresUrl = process.env['TEST_POSTGRES_URL']

/** `drop-postgres-schemas.ts` finds the schemas, databases and roles of this run by the process. */
export const newName = (): string => `${schemaPrefixOf(process.pid)}${randomBytes(8).toString('hex')}`

/** The address of a schema, whose tables need not survive a crash of the server: no commit waits for its disk. */
export function schemaUrl(url: string, schema: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  return address.href
}

/** A schema without tables, and a role of its own that a test may lock out. */
export interface TestSchema extends AsyncDisposable {
  readonly name: string
  /** As the superuser of the tests. */
  readonly url: string
  /** As the role, which has a password. */
  readonly roleUrl: string
  readonly password: string
  /** Statements of the superuser, in this schema. */
  run(sql: string): Promise<pg.QueryResult>
  /** Ends all connections of the role, as a restart of the server does. */
  cut(): Promise<void>
}

export async function testSchema(): Promise<TestSchema> {
  const name = newName()
  const password = `canary${randomBytes(8).toString('hex')}`
  const url = schemaUrl(`${postgresUrl}`, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create role ${name} login password '${password}'`)
  await client.query(`create schema ${name} authorization ${name}`)
  const roleUrl = new URL(url)
  roleUrl.username = name
  roleUrl.password = password
  const cut = async () => {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [name])
  }
  return {
    name,
    url,
    roleUrl: roleUrl.href,
    password,
    run: (sql) => client.query(sql),
    cut,
    async [Symbol.asyncDispose]() {
      await cut()
      await client.query(`drop schema ${name} cascade`)
      await client.query(`drop role ${name}`)
      await client.end()
    },
  }
}

/** A database of its own, with other properties than that of the tests: `encoding 'LATIN1' locale 'C'`. */
export async function testDatabase(properties: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const name = newName()
  const client = new pg.Client({ connectionString: `${postgresUrl}` })
  await client.connect()
  await client.query(`create database ${name} template template0 ${properties}`)
  const url = new URL(`${postgresUrl}`)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
  }
}

const clocks = { now: () => new Date('2026-11-20T15:00:00.000Z'), monotonicMs: () => performance.now() }

/** A bus of one process over LISTEN and NOTIFY. */
export const postgresBus = (processId: string, url: string): Bus =>
  new RemoteBus({ processId, wire: postgresWire(url), onLost: () => undefined })

const SERVICE = { isShared: true, settings: 1, connections: 4 }
/** How a service uses its database, by a name for the tests; a command does not use it as a service does. */
const USES = {
  command: null,
  service: { ...SERVICE, isShared: false },
  'shared service': SERVICE,
  'service with other settings': { ...SERVICE, settings: -2 },
} as const

/** The store of a service, or of a command beside it, with its bus. */
export async function openAs(who: keyof typeof USES, url: string): Promise<Store> {
  const bus = postgresBus(who, url)
  try {
    const store = await openStoreAt({ url, directUrl: url, service: USES[who], bus, ...clocks })
    return {
      ...store,
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]()
        await bus[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await bus[Symbol.asyncDispose]()
    throw error
  }
}
