import type { FinalText } from '../read-decision.ts'
import type { ToolOffer } from './tool-session.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text as the model wrote it. */
  readonly argumentsText: string
}

export interface ToolResult {
  readonly id: string
  readonly text: string
}

/** What the model answered to a turn with tools: calls, or nothing more to look up, or a reason to stop. */
export interface Turn {
  readonly calls: readonly ToolCall[]
  readonly failure?: string | undefined
}

/** One conversation in one of the two wire formats; it keeps its own history. */
export interface Dialect {
  ask(tools: readonly ToolOffer[]): Promise<Turn>
  answer(results: readonly ToolResult[]): void
  /** The last turn: no tools, and the form of the decision. */
  conclude(): Promise<FinalText>
}

/** Said once, when nothing more is looked up. */
export const CONCLUDE = 'Give the decision now, in the agreed form. No more tools can be called.'
