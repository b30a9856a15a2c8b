import { setFlagsFromString } from 'node:v8'
import type { ResourceLimits } from 'node:worker_threads'

interface ThreadMemory {
  /** For new objects before they are collected, MB: a thread keeps what it once had. A third is one semi-space of V8. */
  readonly youngMb: number
  /** For all others, MB; by default what Node gives. */
  readonly oldMb?: number
}

/**
 * Limits for threads that start from now on. V8 lets the flag `--max-semi-space-size`, with which a process is started, go
 * before the limit of a thread, so the flag ends here: the main thread has read it by then.
 */
export function threadLimits({ youngMb, oldMb }: ThreadMemory): ResourceLimits {
  setFlagsFromString('--max-semi-space-size=0')
  return { maxYoungGenerationSizeMb: youngMb, ...(oldMb !== undefined && { maxOldGenerationSizeMb: oldMb }) }
}
