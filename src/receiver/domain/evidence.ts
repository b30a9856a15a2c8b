import { cutBytes } from '../../lib/text/visible-text.ts'

/** A call of a tool by a decision, with its answer. */
export interface ToolUse {
  readonly tool: string
  /** JSON text as the caller wrote it. */
  readonly argumentsText: string
  readonly ok: boolean
  /** What was answered, as the decider was shown it. */
  readonly text: string
  /** Milliseconds; null where the provider calls the tools and does not say. */
  readonly latencyMs: number | null
}

/** What one model, or the rules, was shown about an idea, and what it cost. Null where nobody says. */
export interface Evidence {
  readonly mode: string
  readonly provider: string | null
  readonly model: string | null
  readonly promptVersion: string | null
  readonly responseId: string | null
  readonly inputTokens: number | null
  readonly cachedTokens: number | null
  readonly outputTokens: number | null
  readonly reasoningTokens: number | null
  readonly latencyMs: number
  readonly estimatedCostUsd: number | null
  /** Why it gave no decision; null where it gave one. */
  readonly error: string | null
  /** The message that the model was sent after its instructions; null where no model decides. */
  readonly message: string | null
  readonly toolUses: readonly ToolUse[]
}

/** A text as it is kept: its start, and what identifies all of it. */
export interface KeptText {
  readonly text: string
  /** Of the whole text, UTF-8. */
  readonly bytes: number
  readonly sha256: string
  readonly isCut: boolean
}

export type KeptUse = Omit<ToolUse, 'argumentsText' | 'text'> & {
  readonly arguments: KeptText
  readonly answer: KeptText
}

export type KeptEvidence = Omit<Evidence, 'message' | 'toolUses'> & {
  readonly message: KeptText | null
  readonly toolUses: readonly KeptUse[]
  /** Calls beyond those that are kept. */
  readonly moreToolUses: number
}

export const EVIDENCE_DAYS = 90
/** UTF-8 bytes: twice what a model is shown of an answer where this process calls the tools. */
const MAX_TEXT_BYTES = 16 * 1024
const MAX_ARGUMENTS_BYTES = 4 * 1024
/** Of all texts of one request for a decision, its fallback models included. */
const MAX_BYTES = 512 * 1024
/** Twice what a model may call. */
const MAX_USES = 24

export interface KeepingEvidence {
  /** Removes secrets. */
  readonly censor: (text: string) => string
  readonly sha256Hex: (text: string) => string
}

/**
 * Evidence within its bounds and without secrets. The earliest texts have precedence where all together are too long;
 * of the rest their hashes remain. Size and hash are of the censored text.
 */
export function keptEvidence(evidence: readonly Evidence[], { censor, sha256Hex }: KeepingEvidence): KeptEvidence[] {
  let room = MAX_BYTES

  function kept(whole: string, most: number): KeptText {
    const safe = censor(whole.toWellFormed())
    const text = cutBytes(safe, Math.min(most, room))
    room -= bytesOf(text)
    return { text, bytes: bytesOf(safe), sha256: sha256Hex(safe), isCut: text.length < safe.length }
  }

  return evidence.map(({ message, toolUses, error, ...facts }) => ({
    ...facts,
    error: error && censor(error),
    message: message === null ? null : kept(message, MAX_TEXT_BYTES),
    toolUses: toolUses.slice(0, MAX_USES).map(({ argumentsText, text, tool, ...use }) => ({
      ...use,
      tool: cutBytes(censor(tool), 200),
      arguments: kept(argumentsText, MAX_ARGUMENTS_BYTES),
      answer: kept(text, MAX_TEXT_BYTES),
    })),
    moreToolUses: Math.max(0, toolUses.length - MAX_USES),
  }))
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
