import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const LIMITS = pathToFileURL(resolve(import.meta.dirname, '../../../src/lib/node/thread-limits.ts')).href

/** Makes more objects than a small young generation holds, some of which stay for a while, and gives its size in MB. */
const YOUNG = `const young = () => {
  const kept = []
  for (let made = 0; made < 3e6; made++) kept[made % 100_000] = { made }
  const space = process.getBuiltinModule('v8').getHeapSpaceStatistics().find((it) => it.space_name === 'new_space')
  return Math.round(space.space_size / 2 ** 20)
}`

const PROGRAM = `${YOUNG}
const { threadLimits } = await import('${LIMITS}')
const { Worker } = await import('node:worker_threads')
const { once } = await import('node:events')
const source = ${JSON.stringify(`${YOUNG}; process.getBuiltinModule('worker_threads').parentPort.postMessage(young())`)}
const worker = new Worker(source, { eval: true, resourceLimits: threadLimits({ youngMb: 6 }) })
const [ofThread] = await once(worker, 'message')
console.log(JSON.stringify({ ofThread, ofMain: young() }))`

it('bounds the new objects of a thread in a process that was started with a bound for the main thread', async () => {
  const flags = ['--max-semi-space-size=8', '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', PROGRAM])

  expect(JSON.parse(stdout)).toEqual({ ofThread: 4, ofMain: 16 })
})
