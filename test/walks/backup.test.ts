import { describe, expect, it } from 'vitest'
import { addAccount } from '../support/add-account.ts'
import { run } from '../support/process/command.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { startService } from '../support/service.ts'

describe('a backup', () => {
  it('is made while the service runs, and serves in the place of the store', async () => {
    using folder = tempFolder()
    const email = 'ada@optionwire.test'
    const env = { DATABASE_PATH: folder.file('store.sqlite3'), MARKET_SYMBOLS: 'SPY' }
    const cli = (...args: string[]) => run('src/cli.ts', args, { cwd: folder.path, env })
    const token = await addAccount(env.DATABASE_PATH, { email, password: 'correct horse battery' })
    const service = await startService({ settings: env, folder: folder.path })

    const made = await cli('backup', folder.file('backup.sqlite3'))
    const again = await cli('backup', folder.file('backup.sqlite3'))
    await service.stop()
    await using restored = await startService({
      settings: { ...env, DATABASE_PATH: folder.file('backup.sqlite3') },
      folder: folder.path,
    })
    const answer = await fetch(`${restored.url}/api/v1/account`, {
      headers: { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token },
    })

    expect(made, made.stderr).toMatchObject({ code: 0 })
    expect(again).toMatchObject({ code: 5, stderr: expect.stringContaining('A file of that name exists') })
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
