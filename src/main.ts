import { serve, startFailure } from './app/serve.ts'
import { processEnvironment, readConfig } from './app/settings/config.ts'
import { makeFilesPrivate } from './app/store/private-file.ts'

/** The strict start: settings from the environment, no file written but the store, no account made. */
makeFilesPrivate()
try {
  const service = await serve(readConfig(processEnvironment()))
  process.exitCode = await service.ended
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}
