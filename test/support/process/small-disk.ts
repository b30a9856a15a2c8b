import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './temp-folder.ts'

/** A disk of a few megabytes, in memory, that can be filled to its last byte. */
export interface SmallDisk extends Disposable {
  readonly path: string
  fill(): void
  makeRoom(): void
}

/** Null where this process may not mount one (that takes Linux and root). */
export function smallDisk(megabytes: number): SmallDisk | null {
  const folder = tempFolder()
  const path = folder.file('disk')
  mkdirSync(path)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status !== 0) {
    folder[Symbol.dispose]()
    return null
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: () => fillUp(ballast),
    makeRoom: () => rmSync(ballast),
    [Symbol.dispose]() {
      spawnSync('umount', [path])
      folder[Symbol.dispose]()
    },
  }
}

function fillUp(file: string): void {
  const handle = openSync(file, 'w')
  const piece = Buffer.alloc(4096)
  try {
    for (;;) writeSync(handle, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(handle)
  }
}
