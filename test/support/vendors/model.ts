/** The part that the fakes of the model vendors share: what a model reads and what it answers, in no vendor's format. */

export interface ToolOutcome {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

export interface ModelView {
  readonly system: string
  /** Texts of the user, oldest first. */
  readonly texts: readonly string[]
  /** Names of the tools that it may call now; empty where the request forbids calls. */
  readonly tools: readonly string[]
  /** What its calls of the whole conversation returned, oldest first. */
  readonly results: readonly ToolOutcome[]
  /** The JSON schema that the answer has to follow, where the request gives one. */
  readonly schema: unknown
}

export interface ModelReply {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[]
  /**
   * refused: the model declines. truncated: the answer is cut at the token limit, wherever it is. blocked: a filter of
   * the vendor keeps the answer back, where the vendor has one.
   */
  readonly end?: 'refused' | 'truncated' | 'blocked'
}

/** Decides from what a model would see, so a test's answer depends on what really reached the vendor. */
export type Model = (view: ModelView) => ModelReply

/** About four characters are a token; exact counts matter to no caller. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / 4)
}

export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
