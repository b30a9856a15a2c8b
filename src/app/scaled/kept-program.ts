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
  try {
    await started(child, name)
  } catch (error) {
    isStopped = true
    clearTimeout(timer)
    throw error
  }

  function start(): ChildProcess {
    const next = spawn(command, words, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
    const again = (how: string) => {
      if (isStopped || signal.aborted) return
      firstEnd.resolve(how)
      onEnd(name, how)
      timer = setTimeout(() => {
        child = start()
      }, AGAIN_MS)
    }
    next.once('exit', (code, killedBy) => again(`ended with ${killedBy ?? code}`))
    // It never was a process, so it does not end as one.
    next.on('error', (error) => next.pid === undefined && again(`cannot be started: ${error.message}`))
    return next
  }

  return {
    name,
    firstEnd: firstEnd.promise,
    async [Symbol.asyncDispose]() {
      isStopped = true
      clearTimeout(timer)
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
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
