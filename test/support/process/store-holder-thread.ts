import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const handle = new Database(workerData as string)
handle.exec('begin immediate')
parentPort?.postMessage('held')
parentPort?.once('message', (order: 'release' | number) => {
  setTimeout(
    () => {
      handle.exec('commit')
      handle.close()
      parentPort?.close()
    },
    order === 'release' ? 0 : order,
  )
})
