import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const GROWTH = pathToFileURL(resolve(import.meta.dirname, '../../../src/lib/node/heap-growth.ts')).href

/** Keeps as many objects, each replaced after a while: how many times as much memory as they need is used at most. */
const GROWN = `const { getHeapStatistics } = process.getBuiltinModule('v8')
const used = () => getHeapStatistics().used_heap_size
const kept = []
const work = (objects) => {
  let most = 0
  for (let made = 0; made < objects; made++) {
    kept[made % 400_000] = { made, text: [made, made] }
    if (made % 20_000 === 0) most = Math.max(most, used())
  }
  return most
}
work(1_000_000)
globalThis.gc()
const needed = used()`

async function growth(bounded: boolean): Promise<number> {
  const bound = bounded ? `;(await import('${GROWTH}')).boundHeapGrowth()` : ''
  const program = `${GROWN}\n${bound}\nwork(2_000_000)\nconsole.log(work(4_000_000) / needed)`
  // What is made while V8 marks beside the program comes on top, as much as the program is fast.
  const flags = ['--expose-gc', '--max-semi-space-size=1', '--no-incremental-marking', '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', program])
  return Number(stdout)
}

it('bounds what a heap grows by between two collections', async () => {
  expect(await growth(true)).toBeLessThan(1.4)
  expect(await growth(false)).toBeGreaterThan(1.7)
})
