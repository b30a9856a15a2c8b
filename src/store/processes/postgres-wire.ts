import type pg from 'pg'
import { SideConnection } from '../postgres/side-connection.ts'
import type { Wire } from './remote-bus.ts'

/** Between two looks whether the connection still answers: nothing else shows that hints no longer arrive. */
const CHECK_MS = 1_000

/** A channel for each schema, because the services of a server share its channels. */
const CHANNEL = `'optionwire_' || hashtext(coalesce(current_schema(), ''))`

/**
 * LISTEN and NOTIFY of PostgreSQL on a connection of their own, which never begins a transaction: the commit of one that
 * has notified holds a lock of the whole server, so that writers wait for each other.
 */
export function postgresWire(url: string): Wire {
  let onText: ((text: string) => void) | undefined
  const connection = new SideConnection(url, async (client) => {
    // A hint may be lost, so its commit does not wait for the disk.
    await client.query('set synchronous_commit = off')
    if (!onText) return
    await listen(client)
    client.on('notification', ({ payload = '' }) => onText?.(payload))
  })
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<unknown> | undefined
  const check = () => {
    // A failed check is made up for by the next one, on a new connection. Who listens looks at the store meanwhile.
    checking ??= connection
      .query('select 1')
      .catch(() => undefined)
      .finally(() => {
        checking = undefined
      })
  }
  return {
    async send(text) {
      await connection.query(`select pg_notify(${CHANNEL}, $1)`, [text])
    },
    receive(take) {
      onText = take
      // A connection that was made to send does not listen.
      void connection.drop().then(check)
      timer = setInterval(check, CHECK_MS)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await checking
      await connection.drop()
    },
  }
}

async function listen(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ channel: string }>(`select ${CHANNEL} as channel`)
  await client.query(`listen ${client.escapeIdentifier(rows[0]?.channel ?? '')}`)
}
