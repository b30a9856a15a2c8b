import { once } from 'node:events'
import { getPriority, platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const module = new URL('../../../src/lib/node/thread-priority.ts', import.meta.url)
const thread = `
  const { parentPort } = await import('node:worker_threads')
  const { readlinkSync } = await import('node:fs')
  const { getPriority } = await import('node:os')
  const { yieldToOtherThreads } = await import(${JSON.stringify(module.href)})
  yieldToOtherThreads()
  parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))))`

it.runIf(platform() === 'linux')('lowers the priority of its own thread alone', async () => {
  const before = getPriority()
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(thread)}`))
  const [priority] = await once(worker, 'message')
  await worker.terminate()
  expect(priority).toBe(Math.min(19, before + 10))
  expect(getPriority()).toBe(before)
})
