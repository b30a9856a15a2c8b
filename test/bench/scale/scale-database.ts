import pg from 'pg'
import { openParts, type Parts } from '../../../src/app/parts.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { newName, postgresUrl } from '../../support/postgres.ts'
import { AS_STARTED } from '../../support/process/as-started.ts'
import { serviceProcess } from '../../support/scale/service-process.ts'
import { type RunningService, SECRET_SETTINGS, type ServiceOptions } from '../../support/service.ts'

/** `BENCH_SIZE=0.05` checks in a minute that the figures of several processes can be taken; it is no measurement. */
const SIZE = Number(process.env['BENCH_SIZE'] ?? 1)

export function sized(count: number): number {
  return Math.max(1, Math.round(count * SIZE))
}

export interface ScaleDatabase extends AsyncDisposable {
  readonly url: string
  run(sql: string): Promise<pg.QueryResult>
  /** What a command beside the service works with. */
  readonly parts: Parts
  /** A process of the service with these roles. */
  start(roles: string, options?: ServiceOptions): Promise<RunningService>
}

/** A schema with all tables on the server for tests, whose commits wait for the disk as those of a service do. */
export async function scaleDatabase(settings: Record<string, string> = {}): Promise<ScaleDatabase> {
  if (!postgresUrl) throw new Error('Set TEST_POSTGRES_URL to a server on which schemas may be made.')
  const name = newName()
  const address = new URL(postgresUrl)
  address.searchParams.set('options', `-c search_path=${name}`)
  const url = address.href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create schema ${name}`)
  const config = readConfig({ ...SECRET_SETTINGS, LOG_LEVEL: 'warn', DATABASE_URL: url, ...settings })
  const parts = await openParts(config)
  return {
    url,
    parts,
    run: (sql) => client.query(sql),
    start: (ROLES, options = {}) =>
      serviceProcess(
        { roleUrl: url, password: '' },
        { ...options, settings: { ...AS_STARTED, ...settings, ...options.settings, ROLES } },
      ),
    async [Symbol.asyncDispose]() {
      await parts[Symbol.asyncDispose]()
      await client.query(`drop schema ${name} cascade`)
      await client.end()
    },
  }
}
