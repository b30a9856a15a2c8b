import { serve, startFailure } from './app/serve.ts'
import { processEnvironment, readConfig } from './app/settings/config.ts'
import { makeFilesPrivate } from './app/store/private-file.ts'
import { yieldHelperThreads } from './lib/node/thread-priority.ts'

/** The strict start: settings from the environment, no file written but the store, no account made. */
makeFilesPrivate()
yieldHelperThreads()
try {
  const service = await serve(readConfig(processEnvironment()))
  process.exitCode = await service.ended
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
}
