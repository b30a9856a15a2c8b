import pg from 'pg'

/** Test threads share the process, so one prefix names the schemas, databases and roles of a run. */
export const schemaPrefixOf = (processId: number): string => `test_${processId}_`

/** The runner calls it at the end of a run: drops what the stores of the run used on PostgreSQL. */
export async function teardown(): Promise<void> {
  const url = process.env['TEST_POSTGRES_URL']
  if (url) await dropAll(url, schemaPrefixOf(process.pid))
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [table, column, statement] of [
      ['pg_namespace', 'nspname', 'drop schema % cascade'],
      ['pg_database', 'datname', 'drop database % with (force)'],
      ['pg_roles', 'rolname', 'drop role %'],
    ] as const) {
      const found = await client.query<{ name: string }>(
        `select ${column} as name from ${table} where starts_with(${column}, $1)`,
        [prefix],
      )
      for (const { name } of found.rows) await client.query(statement.replace('%', name))
    }
  } finally {
    await client.end()
  }
}
