import { type ChildProcess, spawn } from 'node:child_process'
import { AppError } from '../../lib/errors.ts'

const AGAIN_MS = 1_000

export interface ProgramToKeep {
  readonly name: string
  readonly command: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Once it is aborted, nothing is started again. */
  readonly signal: AbortSignal
  /** Told of each end that nobody asked for. */
  readonly onEnd: (name: string, how: string) => void
}

/** A program that is started again a second after it ended, until it is stopped. Its output is that of this process. */
export interface KeptProgram extends AsyncDisposable {
  readonly name: string
  /** When it has ended for the first time, with how; never, if it was stopped before. */
  readonly firstEnd: Promise<string>
}

/** Throws `unavailable` where there is no such program. */
export async function keptProgram({
  name,
  command,
  words,
  environment,
  signal,
  onEnd,
}: ProgramToKeep): Promise<KeptProgram> {
  const firstEnd = Promise.withResolvers<string>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let child = start()
  await started(child, name)

  function start(): ChildProcess {
    const next = spawn(command, words, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
    next.once('exit', (code, killedBy) => {
      if (isStopped || signal.aborted) return
      const how = `ended with ${killedBy ?? code}`
      firstEnd.resolve(how)
      onEnd(name, how)
      timer = setTimeout(() => {
        child = start()
      }, AGAIN_MS)
    })
    // A program that cannot be started again is tried again, as one that ended.
    next.on('error', (error) => onEnd(name, error.message))
    return next
  }

  return {
    name,
    firstEnd: firstEnd.promise,
    async [Symbol.asyncDispose]() {
      isStopped = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

function started(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new AppError('unavailable', `${name} cannot be started: ${error.message}`)))
  })
}
