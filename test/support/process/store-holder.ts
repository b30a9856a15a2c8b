import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Another connection to the store file, in a thread of its own, which holds the write lock until it is released. */
export async function holdStore(path: string): Promise<{ release(): Promise<void> }> {
  const holder = new Worker(new URL('./store-holder-thread.ts', import.meta.url), { workerData: path })
  await once(holder, 'message')
  return {
    async release() {
      holder.postMessage('release')
      await once(holder, 'exit')
    },
  }
}

/** The same, released by itself after a time, while the thread of the test is blocked by its own waiting. */
export async function holdStoreFor(path: string, ms: number): Promise<{ ended: Promise<unknown> }> {
  const holder = new Worker(new URL('./store-holder-thread.ts', import.meta.url), { workerData: path })
  await once(holder, 'message')
  holder.postMessage(ms)
  return { ended: once(holder, 'exit') }
}
