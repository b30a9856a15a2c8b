import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { helperThreads } from '../../../src/lib/node/thread-priority.ts'

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

const program = `
  import { getPriority } from 'node:os'
  import { helperThreads, yieldHelperThreads } from ${JSON.stringify(module.href)}
  yieldHelperThreads()
  yieldHelperThreads()
  console.log(JSON.stringify([getPriority(), helperThreads().map((id) => getPriority(id))]))`

it.runIf(helperThreads().length > 0)('lowers the priority of the threads of V8 alone, once', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const [own, helpers] = JSON.parse(output)

  expect(new Set(helpers)).toEqual(new Set([Math.min(19, own + 10)]))
})
