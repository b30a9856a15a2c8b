import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkDatabaseUpgrade } from '../../../src/app/backup/upgrade-check.ts'
import { backupCommand } from '../../../src/app/commands/backup.ts'
import { restoreCommand } from '../../../src/app/commands/restore.ts'
import { storeFindings } from '../../../src/app/doctor/store-findings.ts'
import { readConfig } from '../../../src/app/settings/config.ts'
import { readMigrations } from '../../../src/store/migrate.ts'
import type { Output } from '../../../src/surfaces/cli/command.ts'
import { addAccount } from '../../support/add-account.ts'
import { openAs, postgresUrl, type TestSchema, testSchema } from '../../support/postgres.ts'
import { run } from '../../support/process/command.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { SECRET_SETTINGS, startService } from '../../support/service.ts'

const ADA = { email: 'ada@optionwire.test', password: 'correct horse battery' }
const clocks = { now: () => new Date('2026-11-20T15:00:00.000Z'), monotonicMs: () => 0 }
const configOf = (url: string) => readConfig({ ...SECRET_SETTINGS, DATABASE_URL: url })

async function clockOf({ run: query }: TestSchema): Promise<number> {
  const { rows } = await query('select extract(epoch from clock_timestamp()) * 1000 as ms')
  return Number(rows[0]?.ms)
}

async function signIn(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(`${url}/api/v1/session`, { method: 'POST', headers, body: JSON.stringify(ADA) })
  expect(answer.status).toBe(200)
}

describe.skipIf(!postgresUrl)('the service on PostgreSQL', () => {
  it('answers, refuses a second service, hears of a deleted key, and outlives an absence of the database', async () => {
    await using schema = await testSchema()
    const token = await addAccount(schema.roleUrl, ADA)
    const settings = { DATABASE_URL: schema.roleUrl, MARKET_SYMBOLS: 'SPY' }
    await using service = await startService({ settings })
    service.guard(schema.password)
    const statusOf = async (path: string) => {
      const headers = { 'x-user-email': ADA.email, 'x-user-token': token }
      return (await fetch(`${service.url}${path}`, { headers })).status
    }
    const quote = () => statusOf('/api/v1/stocks/SPY/quote')

    const [answered, ready] = [await quote(), await statusOf('/health/ready')]
    const second = await startService({ settings }).catch(String)
    await schema.run(`alter role ${schema.name} connection limit 0`)
    await schema.cut()
    await expect.poll(() => statusOf('/health/ready'), { timeout: 20_000 }).toBe(503)
    const away = await (await fetch(`${service.url}/health/ready`)).text()
    await schema.run(`alter role ${schema.name} connection limit -1`)
    await expect.poll(() => statusOf('/health/ready'), { timeout: 20_000 }).toBe(200)
    const again = await quote()
    await using command = await openAs('command', schema.roleUrl)
    const owner = (await command.accounts.byEmail(ADA.email))?.account.id ?? ''
    const [key] = await command.apiKeys.ofAccount(owner, { limit: 1 })
    await command.apiKeys.remove(owner, key?.id ?? '')
    await expect.poll(quote, { timeout: 5_000 }).toBe(401)

    expect([answered, ready, again]).toEqual([200, 200, 200])
    expect(second).toMatch(/the service ended with 1:\n[\s\S]*Another Optionwire service runs on the database/)
    expect(away).toMatch(/PostgreSQL/)
    expect(readdirSync(service.folder).filter((name) => name.includes('sqlite'))).toEqual([])
    expect(await service.stop()).toBe(0)
    expect(service.output()).not.toContain(schema.password)
  })

  it('follows the clock of the database where that of its machine is five minutes off, and says so', async () => {
    await using schema = await testSchema()
    await addAccount(schema.roleUrl, ADA)
    const clock = `--import=${pathToFileURL(join(import.meta.dirname, '../../support/process/shifted-clock.ts')).href}`
    const settings = {
      DATABASE_URL: schema.roleUrl,
      MARKET_SYMBOLS: 'SPY',
      NODE_OPTIONS: clock,
      CLOCK_AHEAD_MS: '300000',
    }
    await using service = await startService({ settings })
    service.guard(schema.password)
    const before = await clockOf(schema)
    const ready = await (await fetch(`${service.url}/health/ready`)).json()
    await signIn(service.url)
    const after = await clockOf(schema)
    const { rows } = await schema.run('select created_at from sessions')

    const detail =
      'The clock of this machine is 300 seconds ahead of that of the database, which the service follows. The clock of the database is believed.'
    expect(ready).toMatchObject({ checks: expect.arrayContaining([{ name: 'clock', ok: true, detail }]) })
    const createdMs = Date.parse(String(rows[0]?.['created_at']))
    expect(createdMs).toBeGreaterThan(before - 1_000)
    expect(createdMs).toBeLessThan(after + 1_000)
  })

  it('is checked by the doctor, which shows neither password nor address', async () => {
    await using schema = await testSchema()
    const found = await storeFindings(configOf(schema.roleUrl), clocks)
    await (await openAs('service', schema.roleUrl))[Symbol.asyncDispose]()
    const later = await storeFindings(configOf(schema.roleUrl), clocks)
    await schema.run(`alter role ${schema.name} nologin`)
    const refused = await storeFindings(configOf(schema.roleUrl), clocks)

    expect(found).toMatchObject([
      { section: 'Store', state: 'ok', text: expect.stringMatching(/^PostgreSQL \d+.*UTF8/) },
    ])
    expect(found[0]?.text).toContain(`The next start applies ${readMigrations().length} migrations.`)
    expect(later[0]?.text).not.toContain('migrations')
    expect(refused).toMatchObject([{ state: 'failure', text: expect.stringContaining('refused the user') }])
    expect(JSON.stringify([found, later, refused])).not.toContain(schema.password)
  })

  it('lists what an upgrade would apply, and changes nothing', async () => {
    await using schema = await testSchema()
    const pending = await checkDatabaseUpgrade(schema.url)
    await (await openAs('command', schema.url))[Symbol.asyncDispose]()

    expect(pending).toEqual({ pending: readMigrations().map(({ name }) => name), ms: null })
    expect(await checkDatabaseUpgrade(schema.url)).toEqual({ pending: [], ms: null })
  })
})

it.each([
  ['backup', backupCommand, 'pg_dump'],
  ['restore', restoreCommand, 'pg_restore'],
] as const)('optionwire %s names what to use where there is no file', async (_name, command, instead) => {
  const lenientConfig = () => configOf('postgres://optionwire@127.0.0.1/none')
  const stdout: Output = { write: () => true }
  const ran = command({ lenientConfig, now: clocks.now }).run({ args: ['copy.sqlite3'], json: false, stdout })

  await expect(ran).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(instead) })
})

it('loads the driver of PostgreSQL only where a database is opened', async () => {
  using folder = tempFolder()
  const ended = await run('test/support/process/loaded-driver-process.ts', [folder.file('store.sqlite3')], {
    cwd: folder.path,
  })

  expect(ended.stderr).toBe('')
  const { withFile, withDatabase } = JSON.parse(ended.stdout)
  expect(withFile).toEqual([])
  expect(withDatabase.length).toBeGreaterThan(0)
})
