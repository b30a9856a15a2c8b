import { commandsOf } from './app/commands/commands.ts'
import { createLogger } from './app/logger.ts'
import { operations } from './app/operations.ts'
import { contextOf, OPERATOR, openParts, type Parts } from './app/parts.ts'
import { startFailure } from './app/serve.ts'
import { processEnvironment, readCommandLineConfig, readConfig } from './app/settings/config.ts'
import { makeFilesPrivate } from './app/store/private-file.ts'
import { readLine } from './surfaces/cli/read-line.ts'
import { runCli } from './surfaces/cli/run-cli.ts'

/** The command line: every operation by its name, and what only the operator of the machine may do. */

// A reader such as `head` that has seen enough ends the command; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

makeFilesPrivate()

let opened: Promise<Parts> | undefined

try {
  process.exitCode = await runCli({
    argv: process.argv.slice(2),
    operations,
    commands: commandsOf({
      config: () => readConfig(processEnvironment()),
      lenientConfig: () => readCommandLineConfig(processEnvironment()),
      parts,
      now: () => new Date(),
      monotonicMs: () => performance.now(),
      stderr: process.stderr,
    }),
    contextOf: async () => contextOf(await parts(), { caller: OPERATOR }),
    readLine: () => readLine(process.stdin, process.stderr),
    stdout: process.stdout,
    stderr: process.stderr,
  })
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exitCode = 1
} finally {
  // What could not be opened was reported above.
  const made = await opened?.catch(() => undefined)
  await made?.[Symbol.asyncDispose]()
}

/** Opened once, when a command really needs it; what is worth a warning goes where it does not mix with the answer. */
function parts(): Promise<Parts> {
  const config = readCommandLineConfig(processEnvironment())
  opened ??= openParts(config, { log: createLogger('warn', process.stderr) })
  return opened
}
