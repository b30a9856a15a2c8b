import type { MessagePort } from 'node:worker_threads'
import type { HeavyQuestion } from '../../catalogue/context.ts'
import type { ErrorCode, ErrorDetails } from '../../lib/errors.ts'

/** What a thread is sent. */
export interface PooledQuestion {
  readonly question: HeavyQuestion
  /** Where it reports its progress. */
  readonly port: MessagePort
}

export interface QuestionProgress {
  readonly done: number
  readonly total: number
}

/** What a thread returns: errors for callers lose their class between threads. */
export type QuestionResult =
  /** The answer as `node:v8` writes it: in one block, which is kept outside of the heap. */
  | { readonly kind: 'answered'; readonly packed: Uint8Array; readonly ms: number }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly details: Omit<ErrorDetails, 'cause'>
    }
