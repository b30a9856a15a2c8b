import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { processEnvironment, readConfig } from './app/config.ts'
import { makeDemoAccount } from './app/demo-account.ts'
import { welcome, writeFirstEnvironment } from './app/first-run.ts'
import { serve, startFailure } from './app/serve.ts'

/** `npm start`: on the first run also `.env` with fresh secrets and a demo account; after that the same as `main.ts`. */
try {
  writeFirstEnvironment({ example: join(import.meta.dirname, '../.env.example'), file: '.env' }, randomBytes)
  const config = readConfig(processEnvironment())
  const isFirstRun = !existsSync(config.databasePath)
  const service = await serve(config)
  const account = isFirstRun ? await makeDemoAccount(service.parts) : null
  process.stdout.write(`${welcome(service.url, account)}\n`)
  process.exitCode = await service.ended
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}
