import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import { threadLimits } from '../../lib/node/thread-limits.ts'

export interface BackupTask {
  readonly path: string
  readonly file: string
}

export type BackupResult = { readonly bytes: number } | { readonly failure: string; readonly cause: unknown }

/** A copy makes few objects. */
const YOUNG_MB = 6

const ENTRY = new URL('./backup-worker.ts', import.meta.url)

/** Makes a backup in a thread of its own, because a copy blocks its thread. Returns the bytes of the copy. */
export async function backUpInThread(task: BackupTask, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted()
  const worker = new Worker(ENTRY, { workerData: task, resourceLimits: threadLimits({ youngMb: YOUNG_MB }) })
  const { promise, resolve, reject } = Promise.withResolvers<BackupResult>()
  worker.once('message', resolve).once('error', reject)
  worker.once('exit', () => reject(new AppError('unavailable', 'The backup was not made, because its thread ended.')))
  signal.addEventListener('abort', () => void worker.terminate(), { once: true })
  const result = await promise
  await worker.terminate()
  if ('bytes' in result) return result.bytes
  throw new AppError('unavailable', result.failure, { cause: result.cause })
}
