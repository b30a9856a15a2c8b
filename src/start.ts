import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDemoAccount } from './app/demo/demo-account.ts'
import { isDemo, joinLoop, raiseFirstIdea, withOwnAddress } from './app/demo/demo-loop.ts'
import { welcome, writeFirstEnvironment } from './app/demo/first-run.ts'
import { serve, startFailure } from './app/serve.ts'
import { processEnvironment, readConfig } from './app/settings/config.ts'
import { makeFilesPrivate } from './app/store/private-file.ts'

/**
 * `npm start`: on the first run also `.env` with fresh secrets, a demo account and an alert whose trade ideas come back to
 * this service; after that the same as `main.ts`, with that loop as long as the settings are those of a demonstration.
 */
makeFilesPrivate()
try {
  const isNew = writeFirstEnvironment(
    { example: join(import.meta.dirname, '../.env.example'), file: '.env' },
    randomBytes,
  )
  const given = readConfig(processEnvironment())
  const isLoop = isDemo(given)
  const config = isLoop ? await withOwnAddress(given) : given
  const isFile = config.databasePath !== null
  const hadStore = config.databasePath === null || existsSync(config.databasePath)
  const { parts, url, closing, ended } = await serve(config)
  // A command may have made the store before the service was ever started, and a database is always made before.
  const isFirstRun = !hadStore || ((isNew || !isFile) && (await parts.store.accounts.count()) === 0)
  const account = isFirstRun ? await makeDemoAccount(parts) : null
  if (isLoop) await joinLoop(parts, url, { isFirstRun })
  process.stdout.write(`${welcome(url, account, { isLoop })}\n`)
  if (isLoop && isFirstRun) parts.background.run(async () => void (await raiseFirstIdea(parts, closing)))
  process.exitCode = await ended
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}
