import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { processMark, processSpace } from '../../../src/lib/node/process-mark.ts'

describe('the mark of a process', () => {
  it('stays the same as long as it lives', () => {
    expect(processMark(process.pid)).not.toBeNull()
    expect(processMark(process.pid)).toBe(processMark(process.pid))
    expect(processSpace()).toBe(processSpace())
  })

  it('is none for a process that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])

    expect(processMark(pid)).toBeNull()
  })

  it.skipIf(process.platform !== 'linux' || process.pid === 1)('is another one for a process of another time', () => {
    expect(processMark(process.pid)).not.toBe(processMark(1))
  })
})
