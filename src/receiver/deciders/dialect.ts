import type { AcceptedFeatures } from './accepted-features.ts'
import type { Settings } from './model-decider.ts'
import type { FinalText } from './read-decision.ts'
import { formInWords } from './response-format.ts'
import type { Tally } from './tally.ts'

/** A tool as it is offered to the model. */
export interface ToolOffer {
  readonly name: string
  readonly description: string
  readonly parameters: Record<string, unknown>
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text as the model wrote it. */
  readonly argumentsText: string
}

export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly ok: boolean
  readonly text: string
}

/** What the model answered to a turn with tools: calls, or nothing more to look up, or a reason to stop. */
export interface Turn {
  readonly calls: readonly ToolCall[]
  readonly failure?: string | undefined
}

/** One conversation in a provider's format; it keeps its own history. */
export interface Dialect {
  ask(tools: readonly ToolOffer[]): Promise<Turn>
  answer(results: readonly ToolResult[]): void
  /**
   * The last turn: the form of the decision, and tools that may not be called. They are named once more because some
   * servers refuse a conversation with calls of tools that the request does not know.
   */
  conclude(tools: readonly ToolOffer[]): Promise<FinalText>
}

export interface ConversationOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  /** What the user says: the idea and the limits. */
  readonly message: string
  readonly fingerprint: string
  readonly tally: Tally
}

/** Begins a conversation with its first turn, which shows what the endpoint speaks. */
export type Begin = (
  options: ConversationOptions,
  tools: readonly ToolOffer[],
) => Promise<{ readonly dialect: Dialect; readonly turn: Turn }>

/** Said once, when nothing more is looked up. */
export const CONCLUDE = 'Give the decision now, in the agreed form. No more tools can be called.'

/** The same, with the form in words where the endpoint does not take it otherwise. */
export function concluding(accepted: AcceptedFeatures): string {
  return [CONCLUDE, formInWords(accepted)].filter((text) => text !== undefined).join('\n')
}
