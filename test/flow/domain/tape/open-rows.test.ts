import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { OpenRows } from '../../../../src/flow/domain/tape/open-rows.ts'
import type { PendingRow } from '../../../../src/flow/domain/tape/pending-row.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const rowOf = (sequence: number) => ({ sequence }) as unknown as PendingRow

describe('the rows that a later leg may still join', () => {
  it('become final in their order, each once, when the window has passed', () => {
    const open = new OpenRows()
    const final: number[] = []
    for (let ms = 0; ms < 10_000; ms++) {
      open.add(rowOf(ms), ms)
      open.finalize(ms, ({ sequence }) => final.push(sequence))
    }
    expect(final).toEqual(Array.from({ length: 9_499 }, (_, ms) => ms))
    open.finalizeAll(({ sequence }) => final.push(sequence))
    expect(final).toHaveLength(10_000)
  })

  it('do not stay in memory once they are final', async () => {
    const open = new OpenRows()
    const first = new WeakRef(withRow(open))
    for (let ms = 1; ms < 1_000; ms++) open.add(rowOf(ms), ms)
    open.finalize(1_400, () => undefined)
    await setImmediate()
    collectGarbage()
    expect(first.deref()).toBeUndefined()
    open.finalizeAll(() => undefined)
  })
})

function withRow(open: OpenRows): PendingRow {
  const row = rowOf(0)
  open.add(row, 0)
  return row
}
