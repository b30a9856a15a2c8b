import { mkdirSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../support/add-account.ts'
import { run } from '../support/process/command.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { startService } from '../support/service.ts'

describe('a backup', () => {
  it('is made while the service runs, by hand and on schedule, and put back once it is stopped', async () => {
    using folder = tempFolder()
    mkdirSync(folder.file('backups'))
    const email = 'ada@optionwire.test'
    const env = {
      DATABASE_PATH: folder.file('store.sqlite3'),
      MARKET_SYMBOLS: 'SPY',
      BACKUP_DIR: folder.file('backups'),
    }
    const cli = (...args: string[]) => run('src/cli.ts', args, { cwd: folder.path, env })
    const token = await addAccount(env.DATABASE_PATH, { email, password: 'correct horse battery' })
    const service = await startService({ settings: env, folder: folder.path })
    const ready = async () => (await fetch(`${service.url}/health/ready`)).json()

    const made = await cli('backup', folder.file('backup.sqlite3'))
    const again = await cli('backup', folder.file('backup.sqlite3'))
    const inUse = await cli('restore', folder.file('backup.sqlite3'))
    await expect
      .poll(() => readdirSync(folder.file('backups')), { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^optionwire-\d{8}T\d{6}Z\.sqlite3$/)])
    await expect.poll(ready).toMatchObject({
      checks: expect.arrayContaining([{ name: 'backups', ok: true, detail: 'The newest backup is 0 minutes old.' }]),
    })
    await service.stop()
    const suspended = await cli('account', 'suspend', '--email', email)
    const restored = await cli('restore', folder.file('backup.sqlite3'))
    const check = await cli('upgrade', '--check')
    await using next = await startService({ settings: env, folder: folder.path })
    const answer = await fetch(`${next.url}/api/v1/account`, {
      headers: { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token },
    })

    expect(made, made.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('and verified') })
    expect(again).toMatchObject({ code: 5, stderr: expect.stringContaining('A file of that name exists') })
    expect(inUse).toMatchObject({ code: 5, stderr: expect.stringContaining('The store is in use. Stop the service') })
    expect(suspended).toMatchObject({ code: 0 })
    expect(restored, restored.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('is the store now') })
    expect(check, check.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('a start changes nothing') })
    expect(await answer.json()).toMatchObject({ email, plan: 'vega' })
  })

  it('says that its folder is missing', async () => {
    using folder = tempFolder()
    const env = { DATABASE_PATH: folder.file('store.sqlite3') }

    const missing = await run('src/cli.ts', ['backup', folder.file('missing/backup.sqlite3')], {
      cwd: folder.path,
      env,
    })

    expect(missing.code).not.toBe(0)
    expect(missing.stderr).toContain('The folder of the file does not exist')
  })

  it('needs the name of one file', async () => {
    using folder = tempFolder()

    const ended = await run('src/cli.ts', ['backup'], { cwd: folder.path })

    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('Name one file') })
  })
})
