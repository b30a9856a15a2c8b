import type { FoundAnswer, NewAnswer, WantedAnswer } from '../store/live-exchange.ts'
import type { LiveQuestionRow } from '../store/tables.ts'

export type { FoundAnswer, NewAnswer, WantedAnswer } from '../store/live-exchange.ts'

/** Where the processes of a service ask the one that asks the vendor. See `store/live-exchange.ts`. */
export interface LiveExchange {
  ask(wanted: readonly WantedAnswer[]): Promise<readonly FoundAnswer[]>
  take(): Promise<readonly LiveQuestionRow[]>
  put(answers: readonly NewAnswer[]): Promise<void>
  removeBefore(checkedMs: number): Promise<void>
}

/**
 * Hints between processes, which may be lost. `asked`: a question waits. `answered`: there is an answer to the question
 * with this digest. `prints`: prints of a symbol and session were stored.
 */
export interface LiveHints {
  publish(topic: LiveHint, subject: string): void
  /** Returns a function that unsubscribes. */
  subscribe(topic: LiveHint, listener: (subject: string) => void): () => void
}

export type LiveHint = 'asked' | 'answered' | 'prints'
