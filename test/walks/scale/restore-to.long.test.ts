import { resolve } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../../support/add-account.ts'
import { freePort } from '../../support/http/free-port.ts'
import { hasPostgresPrograms, postgresCluster } from '../../support/scale/postgres-cluster.ts'

const SCRIPT = resolve(import.meta.dirname, '../../../deploy/postgres/restore-to.sh')
const PASSWORD = 'a password of a test'

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(!hasPostgresPrograms)('deploy/postgres/restore-to.sh', { timeout: 120_000 }, () => {
  it('brings back what was there at a moment, beside the cluster that runs', async () => {
    await using cluster = await postgresCluster()
    const { url } = cluster
    await addAccount(url, { email: 'before@optionwire.test', password: PASSWORD })
    const backup = cluster.file('backup')
    await cluster.run('pg_basebackup', '-h', '127.0.0.1', '-p', `${cluster.port}`, '-U', 'postgres', '-D', backup)
    await addAccount(url, { email: 'after@optionwire.test', password: PASSWORD })
    const [{ moment } = {}] = await query(url, 'select clock_timestamp()::text as moment')
    await query(url, 'delete from accounts')
    const [{ file } = {}] = await query(url, 'select pg_walfile_name(pg_switch_wal()) as file')
    const archived = `select last_archived_wal >= '${file}' as is_archived from pg_stat_archiver`
    await expect.poll(() => query(url, archived), { timeout: 30_000 }).toEqual([{ is_archived: true }])

    const port = await freePort()
    const folder = cluster.file('restored')
    const said = await cluster.run('bash', SCRIPT, backup, cluster.archive, String(moment), folder, String(port))
    const restored = await query(urlOf(port), 'select email from accounts order by email')
    const left = await query(url, 'select email from accounts')
    await cluster.run('pg_ctl', '-D', folder, '-m', 'immediate', 'stop')

    expect(said).toContain(`runs on port ${port} of loopback`)
    expect(restored).toEqual([{ email: 'after@optionwire.test' }, { email: 'before@optionwire.test' }])
    expect(left).toEqual([])
  })

  it('refuses what is no backup, and says how it is called', async () => {
    await using cluster = await postgresCluster()
    const refused = await cluster
      .run('bash', SCRIPT, cluster.archive, cluster.archive, 'now', cluster.file('none'), '1')
      .catch(({ stderr }) => stderr)
    const unnamed = await cluster.run('bash', SCRIPT).catch(({ stderr }) => stderr)

    expect(refused).toContain('is no base backup in the plain format')
    expect(unnamed).toContain('restore-to.sh BASE_BACKUP WAL_ARCHIVE')
  })
})
