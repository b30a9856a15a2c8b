import pg from 'pg'

/** Test threads share the process, so one prefix names the schemas of a run. */
export const schemaPrefixOf = (processId: number): string => `test_${processId}_`

/** The runner calls it at the end of a run: drops the schemas that the stores of the run used on PostgreSQL. */
export async function teardown(): Promise<void> {
  const url = process.env['TEST_POSTGRES_URL']
  if (url) await dropSchemas(url, schemaPrefixOf(process.pid))
}

async function dropSchemas(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<{ nspname: string }>(
      'select nspname from pg_namespace where starts_with(nspname, $1)',
      [prefix],
    )
    for (const { nspname } of found.rows) await client.query(`drop schema ${nspname} cascade`)
  } finally {
    await client.end()
  }
}
