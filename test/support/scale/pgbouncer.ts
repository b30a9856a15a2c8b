import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../http/free-port.ts'
import type { TestSchema } from '../postgres.ts'
import { tempFolder } from '../process/temp-folder.ts'

const PROGRAM = [process.env['PGBOUNCER_PROGRAM'], '/usr/sbin/pgbouncer'].find((it) => it && existsSync(it))

export const hasPgBouncer = PROGRAM !== undefined
if (!hasPgBouncer) console.warn('There is no PgBouncer here (PGBOUNCER_PROGRAM): the store is not tested behind it.')

/** PgBouncer in transaction mode before the schema; it gives the address to connect to. */
export async function pgBouncer(schema: TestSchema): Promise<{ readonly url: string } & AsyncDisposable> {
  const folder = tempFolder()
  const port = await freePort()
  const { hostname, port: serverPort, pathname } = new URL(schema.roleUrl)
  const server = `host=${hostname} port=${serverPort || 5432} dbname=${pathname.slice(1)}`
  const role = `user=${schema.name} password=${schema.password}`
  const file = folder.file('pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
optionwire = ${server} ${role} connect_query='set search_path to ${schema.name}; set synchronous_commit to off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
  )
  // The program gives the rights of root away, and reads the file again when it is told to.
  chmodSync(folder.path, 0o755)
  const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(`${PROGRAM}`, ['-q', ...asOther, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const url = `postgres://optionwire@127.0.0.1:${port}/optionwire`
  await answering(url)
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      folder[Symbol.dispose]()
    },
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const client = new pg.Client({ connectionString: url })
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isThere) return
    await sleep(50)
  }
  throw new Error('PgBouncer does not answer')
}
