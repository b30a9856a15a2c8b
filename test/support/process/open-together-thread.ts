import { parentPort, workerData } from 'node:worker_threads'
import { openHandle } from '../../../src/store/open-store.ts'

const { threads, paths, arrived } = workerData as {
  threads: number
  paths: readonly string[]
  arrived: SharedArrayBuffer
}
const counter = new Int32Array(arrived)
const errors: string[] = []

for (const [index, path] of paths.entries()) {
  Atomics.add(counter, 0, 1)
  // To sleep and be woken up would spread the threads over a longer time than the switch takes.
  while (Atomics.load(counter, 0) < threads * (index + 1));
  try {
    openHandle(path, 5_000).close()
  } catch (error) {
    errors.push(String(error))
  }
}
parentPort?.postMessage(errors)
