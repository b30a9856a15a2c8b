import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/app/store/open-store.ts'
import { writeQuoteTable } from '../../bench/import.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const STRIKE_ROWS = 30_000

/** Ends the importing process, without a chance to tidy up, at the first line of its output that fits. */
async function importAndKill(store: string, file: string, at: (line: string) => boolean): Promise<string | null> {
  const child = spawn(process.execPath, [
    resolve(import.meta.dirname, '../../support/process/import-process.ts'),
    store,
    file,
  ])
  const exit = once(child, 'exit')
  let killedAt: string | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (killedAt !== null || !at(line)) continue
    killedAt = line
    child.kill('SIGKILL')
  }
  await exit
  return killedAt
}

describe('an importing process that is killed', () => {
  it('leaves all of the file or nothing, and the next import completes it', async () => {
    using folder = tempFolder()
    const file = folder.file('quotes.csv')
    const path = folder.file('store.sqlite3')
    await writeQuoteTable(file, STRIKE_ROWS)
    const moments = [(line: string) => line.startsWith('reading'), (line: string) => line.startsWith('writing')]

    for (const at of moments) {
      expect(await importAndKill(path, file, at)).not.toBeNull()
      await using store = await openStore({ path, now: () => new Date('2026-11-20T15:00:00Z') })
      const head = await store.chains.latest('SPY')
      const chain = head && (await store.chains.load(head.id))
      const parts = await store.chains.partsOf('SPY', '2026-11-19T20:30:00.000Z')
      expect([undefined, 2 * STRIKE_ROWS]).toContain(chain?.contracts.count)
      expect(parts.length).toBe(chain ? 1 : 0)
    }

    await importAndKill(path, file, () => false)
    await using store = await openStore({ path, now: () => new Date('2026-11-20T15:00:00Z') })
    const head = await store.chains.latest('SPY')
    expect((await store.chains.load(head!.id))?.contracts.count).toBe(2 * STRIKE_ROWS)
  })
})
