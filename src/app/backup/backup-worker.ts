/** Copies the store outside the thread that answers requests. Entry point of a worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { asError } from '../../lib/errors.ts'
import { backUp } from './back-up.ts'
import type { BackupResult, BackupTask } from './backup-thread.ts'

if (!parentPort) throw new Error('This file is the entry of a worker thread.')

const { path, file }: BackupTask = workerData

parentPort.postMessage(await result())

async function result(): Promise<BackupResult> {
  try {
    const { bytes } = await backUp(path, file)
    return { bytes }
  } catch (error) {
    const { message, cause } = asError(error)
    return { failure: message, cause }
  }
}
