import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Opens each file in several threads at the same moment, and returns the errors. */
export async function openTogether(threads: number, paths: readonly string[]): Promise<string[]> {
  const arrived = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const workerData = { threads, paths, arrived }
  const errors = await Promise.all(
    Array.from({ length: threads }, async () => {
      const [errors] = await once(
        new Worker(new URL('./open-together-thread.ts', import.meta.url), { workerData }),
        'message',
      )
      return errors as string[]
    }),
  )
  return errors.flat()
}
