import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../lib/errors.ts'

const SUFFIXES = ['', '-wal', '-shm']
const RETRY_AFTER_S = 60

interface Identity {
  readonly inode: number
  readonly bornMs: number
}

/** For file systems that do not say when a folder changed. */
const LOOK_INTERVAL_MS = 10
/** Two changes of a folder within one tick of the kernel's clock, of ten milliseconds or less, have the same time. */
const SETTLED_MS = 50

export interface StoreFiles {
  /** Throws `unavailable` where a file was deleted or replaced. */
  look(): void
  /**
   * The same, and only where the folder of the store has changed since the last look, or that look is ten milliseconds
   * old: a look costs a fortieth of a small commit, asking the folder a third of that.
   */
  afterCommit(): void
}

/**
 * Notices that a file of an open store was deleted or replaced. SQLite does not: it writes on into files without a name,
 * and all of it is gone with the process. A file that comes back, by the same name, is the store again. Without a
 * monotonic clock each commit looks.
 */
export function storeFiles(
  { name, memory }: { readonly name: string; readonly memory: boolean },
  monotonicMs?: () => number,
): StoreFiles {
  if (memory) return { look: () => undefined, afterCommit: () => undefined }
  const known = new Map<string, Identity>()
  const folder = dirname(realpathSync(name))
  let changedAtMs = Number.NaN
  let seenMs = Number.NEGATIVE_INFINITY
  let foundMs = Number.NEGATIVE_INFINITY

  function look(): void {
    foundMs = Number.NEGATIVE_INFINITY
    for (const suffix of SUFFIXES) {
      const found = identityOf(`${name}${suffix}`)
      const opened = known.get(suffix) ?? found
      if (opened) known.set(suffix, opened)
      if (isLost(opened, found)) throw lost(suffix)
    }
    foundMs = monotonicMs?.() ?? foundMs
  }

  /** Whether a file of the folder may have been added, removed or renamed since the last look. */
  function mayHaveChanged(nowMs: number): boolean {
    const atMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN
    if (atMs !== changedAtMs) {
      changedAtMs = atMs
      seenMs = nowMs
    }
    return foundMs - seenMs < SETTLED_MS
  }

  return {
    look,
    afterCommit() {
      const nowMs = monotonicMs?.() ?? Number.POSITIVE_INFINITY
      if (mayHaveChanged(nowMs) || nowMs - foundMs >= LOOK_INTERVAL_MS) look()
    },
  }
}

function identityOf(path: string): Identity | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { inode: found.ino, bornMs: found.birthtimeMs }
}

function isLost(opened: Identity | undefined, found: Identity | undefined): boolean {
  if (!opened || !found) return opened !== found
  // Some network file systems change the number of a file that is still the same.
  return opened.inode !== found.inode && opened.bornMs !== found.bornMs
}

function lost(suffix: string): AppError {
  const file = suffix === '' ? 'The file of the store' : `The file of the store that ends in ${suffix}`
  return new AppError(
    'unavailable',
    `${file} was deleted or replaced while the service runs. Writes are refused, because they would be lost. The operator has to save its data before the service is stopped: see Files of the store in docs/operate.md.`,
    { retryAfterS: RETRY_AFTER_S },
  )
}
